"""Pages over the table: the log, the proof of a deal, pay tables, help, and selection lists."""

from collections.abc import Sequence
from typing import ClassVar, Generic, TypeVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from paigow.language.codes import KINDS
from paigow.money import odds_text
from paigow.rules.standards import STANDARDS
from paigow.table.core.game import NO_LIMIT, Game
from paigow.table.layout import layout_of
from paigow.terminal.columns import right
from paigow.terminal.felt import BRASS, DIM, LOST, WON, initial
from paigow.terminal.proof import Proof
from paigow.terminal.seat import SeatedTable
from paigow.terminal.story import story
from paigow.terminal.text import _, phrase
from paigow.terminal.words import clauses, has_boxes, money, wager_name

T = TypeVar("T")


class Page(ModalScreen[None]):
    """Text to read; arrows scroll, Escape closes."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q,enter,l,v,i,question_mark", "close", show=False)]
    CSS = """
    Page { align: center middle; }
    Page > VerticalScroll { width: 96%; height: 96%; padding: 0 1; background: $surface; }
    Page .title { background: $primary; width: 100%; }
    """

    def __init__(self, title: str, text: Text, at_end: bool = False) -> None:
        super().__init__()
        self._title = title
        self._text = text
        self._at_end = at_end

    def compose(self) -> ComposeResult:
        with VerticalScroll():
            yield Static(Text(_("{title}   (arrows scroll, Escape closes)").format(title=self._title)), classes="title")
            yield Static(self._text)

    def on_mount(self) -> None:
        scroll = self.query_one(VerticalScroll)
        scroll.focus()
        if self._at_end:
            scroll.scroll_end(animate=False)

    def action_close(self) -> None:
        self.dismiss(None)


class Pick(ModalScreen[T | None], Generic[T]):
    """A list to choose from; Escape chooses nothing."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q", "none", show=False)]
    CSS = """
    Pick { align: center middle; }
    Pick > OptionList { width: 64; max-width: 96%; height: auto; max-height: 80%; }
    Pick > Static { width: 64; max-width: 96%; background: $primary; }
    """

    def __init__(self, title: str, options: Sequence[tuple[str, T]], at: int = 0) -> None:
        super().__init__()
        self._title = title
        self._options = options
        self._at = at

    def compose(self) -> ComposeResult:
        yield Static(Text(self._title))
        yield OptionList(*(Option(Text(label)) for label, _value in self._options))

    def on_mount(self) -> None:
        chosen = self.query_one(OptionList)
        chosen.highlighted = self._at
        chosen.focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self._options[event.option_index][1])

    def action_none(self) -> None:
        self.dismiss(None)


def log_text(table: SeatedTable) -> Text:
    """Return every round of the session, each event with its clauses and the person's own chips."""
    text = Text()
    for played in table.rounds:
        text.append("\n" + _("Round {n}").format(n=played.number) + "\n", BRASS)
        for line in story(played, table.state.game, table.name):
            text.append(f"  {line.text} ")
            text.append(f"{clauses(line.clauses)}\n", DIM)
            for move in line.transfers:
                text.append(f"      {move}\n", DIM)
    return text


def proof_text(proof: Proof | None) -> Text:
    if proof is None:
        return Text(_("There is nothing to verify until a round is over; its seed is still secret."))
    text = Text(
        _("Round {n}: everything checks out.").format(n=proof.number) if proof.holds else _("It does NOT check out.")
    )
    text.stylize(WON if proof.holds else LOST)
    text.append("\n\n" + _("The server’s seed, revealed after the round:") + f"\n  {proof.seed}\n")
    text.append(_("The players’ seeds, mixed in before the deal:") + "\n")
    for position, seed in proof.seat_seeds:
        text.append(f"  {position}  {seed}\n", DIM)
    for check in proof.checks:
        text.append(f"\n{check.what}: ", BRASS)
        text.append(_("recomputed: the same") if check.holds else _("DIFFERENT"), WON if check.holds else LOST)
        text.append(f"\n  {check.recorded}\n")
        if not check.holds:
            text.append(f"  {check.again}\n", LOST)
    return text


def pays_text(game: Game) -> Text:
    """Return the signs of the layout, and the limits."""
    options = game.options
    most = money(options.maximum) if options.maximum < NO_LIMIT else _("no limit")
    text = Text(_("Pai Gow bet: {low} to {high}").format(low=money(options.minimum), high=most) + "\n")
    text.append(_main_pays(game) + "\n")
    for kind, side in options.side_wagers.items():
        high = money(side.maximum) if side.maximum < NO_LIMIT else _("no limit")
        span = _("{name}: {low} to {high}, pay table {table}; {letter} on the felt")
        if side.minimum == side.maximum:
            span = _("{name}: {low}, pay table {table}; {letter} on the felt")
        line = span.format(
            name=wager_name(game, kind),
            low=money(side.minimum),
            high=high,
            table=side.paytable,
            letter=initial(kind),
        )
        text.append(f"{line}\n")
    for sign in layout_of(game).signs:
        text.append(f"\n{_sign(sign.subject)} ", BRASS)
        text.append(f"[{sign.clause}]\n", DIM)
        if sign.title:
            text.append(f"  {phrase(sign.title)}\n")
        for row in sign.rows:
            text.append(f"  {': '.join(filter(None, map(phrase, row)))}\n")
    return text


def _main_pays(game: Game) -> str:
    standard = STANDARDS[game.standard]
    if not standard.main.vigorish:
        text = _("A winning Pai Gow bet pays {odds}.")
    elif has_boxes(game):
        text = _("A winning Pai Gow bet pays {odds}, less {percent} percent commission.")
    else:
        text = _("A winning Pai Gow bet pays {odds}, less {percent} percent vigorish (commission).")
    return text.format(odds=phrase(odds_text(standard.main.pays)), percent=int(100 * standard.main.vigorish))


def _sign(subject: str) -> str:
    """Return the subject of a sign."""
    return {"limits": _("Limits"), "payout-limit": _("Payout limit")}.get(subject) or _(KINDS.get(subject, subject))


def help_text() -> Text:
    rows = (
        (_("Enter"), _("the next step: look, set, bet, no more bets, next round")),
        (_("1 to 9"), _("chips when you bet; cards or tiles when you set")),
        (_("arrows, Space"), _("choose a bet; move between cards or tiles and pick")),
        (_("Backspace"), _("put back the chips in your hand")),
        ("x", _("take back a bet on the table")),
        ("r", _("repeat your last bets")),
        ("w", _("as the bank: a stake that covers the bets")),
        ("h", _("the house way for your hand; you can still change it")),
        ("m", _("buy chips")),
        (_("other letters"), _("see the bottom line: bank, cut, delivery, dice, surrender")),
        ("l", _("the log of all rounds, with clauses")),
        ("v", _("verify the last deal")),
        ("i", _("pay tables and limits")),
        ("f", _("table speed; Space skips the wait")),
        ("q", _("leave the table")),
    )
    text = Text(_("You sit with bots at a table that follows its rule document step by step.") + "\n\n")
    for key, what in rows:
        text.append(right(key, 15) + "  ", "bold")
        text.append(f"{what}\n")
    text.append(
        "\n" + _("If the rules don’t allow something, the table refuses and shows the clause in brackets.") + "\n", DIM
    )
    text.append(_("Run `paigow rules show CLAUSE` for more about a clause.") + "\n", DIM)
    return text
