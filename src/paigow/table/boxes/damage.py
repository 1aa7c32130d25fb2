"""Damaged or marked tiles: one found in play is replaced before the next round, alone or with its set (NZ-10.15)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from paigow.table.core.engine import Command, Event, Offer, Turn, decides, evolves, offers, refuse
from paigow.table.core.log import CARDS, Either, everyone
from paigow.table.core.model import FLOOR, Phase, TableState
from paigow.table.core.values import changed


@dataclass(frozen=True, slots=True, kw_only=True)
class FindDamage(Command):
    verb: ClassVar[str] = "find-damage"
    role: ClassVar[str] = FLOOR
    piece: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplacePiece(Command):
    verb: ClassVar[str] = "replace-piece"
    role: ClassVar[str] = FLOOR
    piece: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DamageFound(Event):
    audience = everyone(hidden="piece", hearer=FLOOR)
    log = Either(
        "piece",
        "A {piece} is found damaged or marked.",
        Either(CARDS, "A card is found damaged or marked.", "A tile is found damaged or marked."),
    )
    piece: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PieceReplaced(Event):
    audience = everyone("piece")
    log = "The {piece} is replaced."
    piece: str


@decides(FindDamage)
def find_damage(turn: Turn, command: FindDamage) -> None:
    state, cited = turn.state, turn.cite("set.damaged")
    if state.phase in (Phase.CLOSED, Phase.INSPECTION):
        raise refuse("damage can be reported only during play; before play, inspect the set", cited)
    faces = [str(piece) for piece in state.game.kit.full_set]
    if state.equipment.damaged.count(command.piece) >= faces.count(command.piece):
        raise refuse("there is no other {piece} that could be damaged", cited, piece=command.piece)
    turn.emit(DamageFound(piece=command.piece, clauses=cited))


@evolves(DamageFound)
def damage_found(state: TableState, event: DamageFound) -> TableState:
    damaged = (*state.equipment.damaged, event.piece)
    return changed(state, equipment=changed(state.equipment, damaged=damaged))


@decides(ReplacePiece)
def replace_piece(turn: Turn, command: ReplacePiece) -> None:
    state, cited = turn.state, turn.cite("set.damaged")
    if state.round is not None or command.piece not in state.equipment.damaged:
        raise refuse("a damaged card or tile is replaced between rounds", cited)
    turn.emit(PieceReplaced(piece=command.piece, clauses=cited))


@evolves(PieceReplaced)
def piece_replaced(state: TableState, event: PieceReplaced) -> TableState:
    left = list(state.equipment.damaged)
    left.remove(event.piece)
    return changed(state, equipment=changed(state.equipment, damaged=tuple(left)))


@offers(to=(FLOOR,))
def damage_offers(state: TableState, actor: str) -> Iterator[Offer | Command]:
    if actor == FLOOR:
        for piece in dict.fromkeys(state.game.kit.full_set):
            yield FindDamage(piece=str(piece))
        for damaged in dict.fromkeys(state.equipment.damaged):
            yield ReplacePiece(piece=damaged)
