"""The live part of the table page, `<section id="table">`, rendered for the page, for the stream and after forms."""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from django.template.loader import get_template
from django.utils import translation

from paigow.table import Event, Offer, TableState
from paigow.table.core.model import WagerKey
from paigow.web.fast import parts
from paigow.web.pages.table.hands import back_of
from paigow.web.pages.table.model import Clock, LogLine, Notice
from paigow.web.pages.table.present import present


def render_table(state: TableState, viewer: str, *, csrf: str = "", key: str = "", **about: Any) -> str:
    """Return the HTML of `draw_table` with the viewer's token and a key.

    The key makes the forms' idempotency keys; if none is given, it is a fresh one.
    """
    drawn = draw_table(state, viewer, forms=bool(csrf), **about)
    return parts.fill(drawn, csrf, key or secrets.token_urlsafe(9), state.rounds)


def draw_table(
    state: TableState,
    viewer: str,
    *,
    slug: str,
    title: str = "",
    language: str | None = None,
    bots: frozenset[str] = frozenset(),
    clock: Clock | None = None,
    log: Sequence[LogLine] = (),
    events: Sequence[Event] = (),
    offers: Sequence[Offer] | None = None,
    last_events: Sequence[Event] = (),
    last_wagers: Mapping[WagerKey, int] | None = None,
    purse: int | None = None,
    proof: int = 0,
    spectator: bool = False,
    pace: Any = None,
    forms: bool = True,
) -> str:
    """Return the HTML for one viewer, with marks in place of what its forms need: token, key and round.

    `viewer` is a player's name, a visitor's, or "" for a spectator; `proof` is the last round that can be verified;
    without `forms` there is neither a bar nor panels.
    """
    with translation.override(language or translation.get_language() or "en"):
        page = present(
            state,
            viewer,
            slug=slug,
            title=title,
            bots=bots,
            clock=clock,
            log=log,
            events=events,
            offers=offers,
            last_events=last_events,
            last_wagers=last_wagers,
            purse=purse,
            proof=proof,
            spectator=spectator or not viewer,
            pace=pace,
        )
        context: dict[str, Any] = {
            "page": page,
            "back": back_of(state.game),
            "csrf": parts.CSRF_MARK if forms else "",
            "key": parts.KEY_MARK,
            "do": f"/tables/{slug}/do/",
            "rounds": parts.ROUND_MARK,
        }
        return get_template("table/table.html").render(context)


def render_notice(notice: Notice | None, *, swapped: bool = False) -> str:
    """Return a message for the viewer, in a separate place that redrawing the table does not touch.

    With `swapped`, it is inserted into a page that is already open.
    """
    return get_template("table/notice.html").render({"notice": notice, "swapped": swapped})
