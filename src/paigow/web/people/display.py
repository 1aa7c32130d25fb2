"""Display names: the names by which others know a person.

Records, the API and the house keep using the user name.

A display name is unique by its *key*, which drops case, accents, spaces and marks and merges look-alikes such as O and
0. It may not pass for the house, its staff, a bot or anybody's user name.
"""

import re
import secrets
import time
import unicodedata
from collections.abc import Iterable
from typing import Final

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from paigow.web.people.events import Kind, note
from paigow.web.people.models import DISPLAY_NAME_LENGTH, User
from paigow.web.people.names import BOT, BOT_KEYS, GUEST, HOUSE_KEYS, key_of

SCRIPTS: Final = "A-Za-zÀ-ÖØ-öø-ɏ\u3041-\u30ff\u3400-\u9fff\uac00-\ud7a3"
"""Latin, Chinese, Japanese and Korean letters: no scripts that only look like one of these."""
ALLOWED: Final = re.compile(rf"(?=.*[{SCRIPTS}])[{SCRIPTS}0-9](?:(?:\. |[ .'_-])?[{SCRIPTS}0-9])*")
FIRST: Final = {
    "en": "Lucky Jade Golden Silver Quiet Merry Bold Clever Gentle Swift Bright Calm Brave Happy Nimble Amber",
    "zh-hant": "幸運 翡翠 金色 銀色 安靜 快樂 勇敢 聰明 溫柔 敏捷 明亮 從容 神奇 歡喜 靈巧 琥珀",
    "zh-hans": "幸运 翡翠 金色 银色 安静 快乐 勇敢 聪明 温柔 敏捷 明亮 从容 神奇 欢喜 灵巧 琥珀",
}
SECOND: Final = {
    "en": "Crane Tiger Dragon Carp Panda Phoenix Heron Fox Otter Lark Badger Swan Falcon Turtle Hare Sparrow",
    "zh-hant": "白鶴 老虎 飛龍 鯉魚 熊貓 鳳凰 蒼鷺 狐狸 水獺 雲雀 獾子 天鵝 獵鷹 烏龜 野兔 麻雀",
    "zh-hans": "白鹤 老虎 飞龙 鲤鱼 熊猫 凤凰 苍鹭 狐狸 水獭 云雀 獾子 天鹅 猎鹰 乌龟 野兔 麻雀",
}
FRESH: Final = 60.0  # seconds for which a process caches names


def tidy(name: str) -> str:
    """Return the name as stored: full-width letters normalised, runs of spaces collapsed."""
    return " ".join(unicodedata.normalize("NFKC", name).split())


def check_display_name(name: str, person: User | None = None) -> str:
    """Return the normalised name; raise if it is malformed, reserved, or could be mistaken for somebody else's."""
    name = tidy(name)
    if not (2 <= len(name) <= DISPLAY_NAME_LENGTH and ALLOWED.fullmatch(name)):
        words = _(
            "A display name has 2 to %(most)d characters: letters, digits, and single spaces, dots or hyphens between "
            "them."
        )
        raise ValidationError(words % {"most": DISPLAY_NAME_LENGTH}, code="name")
    key = key_of(name)
    if key in HOUSE_KEYS or key in BOT_KEYS or name.casefold().startswith((BOT, GUEST)):
        words = _("This name is reserved for the house and its bots. Choose another one.")
        raise ValidationError(words, code="reserved")
    others = User.objects.exclude(pk=person.pk) if person is not None and person.pk else User.objects.all()
    if others.filter(display_key=key).exists() or others.filter(name_key=key).exists():
        raise ValidationError(_("That name is already taken."), code="taken")
    return name


def suggest() -> str:
    """Return a friendly name that is not taken, in the visitor's language."""
    language = get_language() or "en"
    language = language if language in FIRST else "en"
    first, second = FIRST[language].split(), SECOND[language].split()
    space = " " if language == "en" else ""
    for attempt in range(200):
        name = space.join((secrets.choice(first), secrets.choice(second)))
        if attempt > 3:  # the house is full of cranes and tigers
            name = f"{name} {secrets.randbelow(10 ** min(6, 1 + attempt // 4)) + 2}"
        try:
            return check_display_name(name)
        except ValidationError:
            continue
    raise RuntimeError("no free display name was found")


@transaction.atomic
def choose(person: User, name: str, request: HttpRequest | None = None) -> None:
    """Give the person this display name, and log it."""
    before, name = person.display_name, check_display_name(name, person)
    if name == before:
        return
    person.display_name = name
    try:
        with transaction.atomic():
            person.save(update_fields=["display_name", "display_key"])
    except IntegrityError as taken:
        raise ValidationError(_("That name is already taken."), code="taken") from taken
    note(Kind.NAME, person, {"before": before, "after": name}, request, rows=(person,))
    transaction.on_commit(lambda: _forget(person.username))


def username_of(typed: str) -> str:
    """Return the user name of the person who signs in with this user name or display name."""
    if User.objects.named(typed).exists():
        return typed
    key = key_of(typed)
    return User.objects.filter(display_key=key).values_list("username", flat=True).first() or typed if key else typed


_KNOWN: dict[str, tuple[str, float]] = {}
_VERSION = 0


def version() -> int:
    """Return a number that changes whenever this process learns another name for anybody."""
    return _VERSION


def _forget(username: str) -> None:
    global _VERSION
    _KNOWN.pop(username, None)
    _VERSION += 1


def load(names: Iterable[str]) -> None:
    """Load the display names of these players, unless this process has loaded them recently."""
    global _VERSION
    now = time.monotonic()
    unknown = [name for name in names if not name.startswith(BOT) and now - _KNOWN.get(name, ("", -FRESH))[1] >= FRESH]
    if not unknown:
        return
    if len(_KNOWN) > 10_000:
        _KNOWN.clear()
    found = dict(User.objects.filter(username__in=unknown).values_list("username", "display_name"))
    if any(found.get(name, "") != _KNOWN.get(name, ("", 0.0))[0] for name in unknown):
        _VERSION += 1
    _KNOWN.update({name: (found.get(name, ""), now) for name in unknown})


def called(name: str) -> str:
    """Return the name that pages show for a player: the display name if loaded; a bot without its prefix."""
    if name.startswith(BOT):
        return name.removeprefix(BOT).capitalize()
    return _KNOWN.get(name, ("", 0.0))[0] or name
