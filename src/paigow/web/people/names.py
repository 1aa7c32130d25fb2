"""Rules for names: a person's user name is also the player's name at a table."""

import unicodedata
from typing import Final

from django.core.exceptions import ValidationError
from django.utils.crypto import get_random_string
from django.utils.translation import gettext as _

from paigow.table.steps.seating import NAME

MAX_NAME_LENGTH = 64
RESERVED = frozenset({"dealer", "floor", "system", "house"})
BOT = "bot-"
GUEST = "guest-"
LOOK_ALIKES: Final = str.maketrans("01345i", "oleasl")
HOUSE_WORDS: Final = (
    *("dealer", "floor", "system", "house", "thehouse", "banker", "bot", "guest", "staff", "admin", "administrator"),
    *("operator", "auditor", "moderator", "support", "host", "manager", "pitboss", "official", "paigow"),
    *("荷官", "莊家", "庄家", "管理員", "管理员", "系統", "系统", "客服"),
    *("機器人", "机器人", "訪客", "访客", "官方", "牌九"),
    *("賭場", "赌场", "主管", "營運者", "运营者", "審計員", "审计员", "桌主", "電腦玩家", "电脑玩家", "游客"),
)
BOT_NAMES: Final = ("an", "bao", "chen", "dong", "fei", "gang", "hua")


def key_of(name: str) -> str:
    """Return a key that names share if they could be mistaken for each other.

    It consists of their letters and digits without case, accents and look-alikes.
    """
    plain = unicodedata.normalize("NFKD", name).casefold()
    return "".join(letter for letter in plain if letter.isalnum()).translate(LOOK_ALIKES)


HOUSE_KEYS: Final = frozenset(map(key_of, HOUSE_WORDS))
BOT_KEYS: Final = frozenset(map(key_of, BOT_NAMES))


def check_name(name: str) -> None:
    """Refuse names that the engine refuses, and names that would pass for the house or a bot."""
    if not NAME.fullmatch(name) or not any(sign.isalnum() for sign in name):
        words = _(
            "A name has 1 to 64 characters: letters A to Z, digits and _ . @ + -, with at least one letter or digit."
        )
        raise ValidationError(words, code="name")
    if name.lower() in RESERVED or name.lower().startswith(BOT):
        raise ValidationError(_("This name is reserved for the house and its bots."), code="reserved")


def check_chosen_name(name: str) -> None:
    """Check a name that a person chooses. Names like a guest's are for guests only."""
    check_name(name)
    if key_of(name) in HOUSE_KEYS:
        raise ValidationError(_("This name is reserved for the house and its bots."), code="reserved")
    if name.lower().startswith(GUEST):
        raise ValidationError(_("Names that start with “guest-” are reserved for guests."), code="reserved")


def guest_name() -> str:
    """Return a unique name: 40 bits, no characters that are easily confused."""
    return GUEST + get_random_string(8, "abcdefghjkmnpqrstuvwxyz23456789")


def shown_name(typed: str) -> str:
    """Return a name typed by a stranger as logs show it. A password typed into the wrong field is not logged."""
    return typed if NAME.fullmatch(typed) else "(not a name)"
