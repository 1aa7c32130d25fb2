"""The positions where a player may wager."""

from paigow.table.core.engine import refuse
from paigow.table.core.model import TableState, WagerKey
from paigow.table.steps.wagers import positions_of


def require_seat_or_neighbour(state: TableState, key: WagerKey) -> None:
    """Require the player's own seat or, if the submission allows two seats, a free one next to it (MDT-5.E, MDP-7.F).

    A bank plays only its own hand and cannot wager elsewhere (MDT-9.F, MDP-12.F).
    """
    game = state.game
    player = state.players[key.player]
    if state.current.bank.player == key.player:
        raise refuse("the bank has one betting area and cannot wager elsewhere", game.cite("bank.one-area"))
    if player.position is None:
        raise refuse("only a player who is seated may wager", game.cite("wager.seated"))
    if key.position == player.position:
        return
    if not game.options.adjacent:
        raise refuse(
            "{player} must wager at their own seat, {position}",
            game.cite("wager.adjacent"),
            player=key.player,
            position=player.position,
        )
    if abs(key.position - player.position) != 1:
        raise refuse("two wagers must be on adjacent positions", game.cite("wager.adjacent"))
    if state.at(key.position) is not None:
        raise refuse("position {position} is another player's", game.cite("wager.adjacent"), position=key.position)
    if any(p not in (player.position, key.position) for p in positions_of(state, key.player)):
        raise refuse("a player can wager on at most two positions", game.cite("wager.adjacent"))
    if any(k.position == key.position and k.player != key.player for k in state.current.wagers):
        raise refuse(
            "position {position} has another player's wager", game.cite("wager.adjacent"), position=key.position
        )
