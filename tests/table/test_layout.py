"""What every layout has, whatever the standard."""

from paigow.rules import known
from paigow.table import Game
from paigow.table.layout import layout_of


def test_every_part_names_a_clause_of_its_document(game: Game) -> None:
    layout = layout_of(game)
    prefix = game.submission.rules.prefix
    clauses = {area.clause for area in layout.areas} | {sign.clause for sign in layout.signs}
    clauses |= {clause for thing in layout.things for clause in thing.clauses} | {layout.inscription_clause}
    assert clauses
    assert all(known(clause) and clause.startswith(prefix) for clause in clauses)


def test_every_betting_position_has_its_areas(game: Game) -> None:
    layout = layout_of(game)
    assert layout.inscription == game.submission.operator
    for kind in ("main", *game.options.side_wagers):
        assert tuple(area.position for area in layout.areas_of(kind)) == game.betting


def test_every_wager_with_a_pay_table_has_a_sign(game: Game) -> None:
    signs = {sign.subject: sign.lines for sign in layout_of(game).signs}
    for kind in game.options.side_wagers:
        assert len(signs[kind]) > 1
