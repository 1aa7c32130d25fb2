"""A zero-sum game of kinds as a linear program, and its optimal basis solved in fractions.

Rows are settings of the player and columns settings of the house, both grouped by kind; each side mixes the settings of
each of its kinds, and the player gains the sum of all entries. The player's weights maximise the sum of the minimum
gains over the house's kinds. HiGHS finds an optimal basis in floating point; the basis is a square system of integers.
"""

from dataclasses import dataclass
from fractions import Fraction
from types import ModuleType
from typing import Any

import numpy as np

from paigow.analysis.kernel import I64
from paigow.errors import PaigowError


def linear_programs() -> ModuleType:
    """Return HiGHS; only the extra `solver` installs it, because nothing else needs linear programs."""
    try:
        import highspy
    except ModuleNotFoundError:
        raise PaigowError("exact solutions need HiGHS: install paigow[solver]") from None
    return highspy


@dataclass(frozen=True, eq=False)
class MatrixGame:
    """A matrix of integer gains for the player; the kinds of rows and columns are numbered from zero without gaps."""

    worth: I64
    row_kind: I64
    column_kind: I64

    def with_columns(self, kept: I64) -> "MatrixGame":
        """Return the game in which the house may use only some columns; each kind must keep at least one."""
        return MatrixGame(self.worth[:, kept], self.row_kind, self.column_kind[kept])

    def approximate(self) -> tuple[np.ndarray, np.ndarray]:
        """Return both sides' optimal weights in floating point."""
        found = self._solved().getSolution()
        rows, columns = self.worth.shape
        return np.array(found.col_value[:rows]), -np.array(found.row_dual[:columns])

    def exact(self) -> tuple[list[Fraction], list[Fraction]] | None:
        """Return both sides' optimal weights in fractions; None if the basis found in floating point is not optimal."""
        basis = self._solved().getBasis()
        basic = linear_programs().HighsBasisStatus.kBasic
        variables = [place for place, status in enumerate(basis.col_status) if status == basic]
        tight = [place for place, status in enumerate(basis.row_status) if status != basic]
        if len(variables) != len(tight):
            return None
        matrix, cost, right = self._program()
        square = matrix[np.ix_(tight, variables)]
        primal = solve_linear(square.tolist(), right[tight].tolist())
        dual = solve_linear(square.T.tolist(), cost[variables].tolist())
        if primal is None or dual is None:
            return None
        values = dict(zip(variables, primal, strict=True))
        prices = dict(zip(tight, dual, strict=True))
        rows, columns = self.worth.shape
        player = [values.get(place, Fraction(0)) for place in range(rows)]
        house = [-prices.get(place, Fraction(0)) for place in range(columns)]
        return (player, house) if min(player) >= 0 and min(house) >= 0 else None

    def _program(self) -> tuple[I64, I64, I64]:
        """Return the matrix, costs and right-hand side.

        The variables are weights of rows and the minimum gain of each kind of column.
        """
        rows, columns = self.worth.shape
        row_kinds, column_kinds = int(self.row_kind[-1]) + 1, int(self.column_kind[-1]) + 1
        matrix = np.zeros((columns + row_kinds, rows + column_kinds), dtype=np.int64)
        matrix[:columns, :rows] = self.worth.T
        matrix[np.arange(columns), rows + self.column_kind] = -1
        matrix[columns + self.row_kind, np.arange(rows)] = 1
        cost = np.r_[np.zeros(rows, np.int64), np.ones(column_kinds, np.int64)]
        right = np.r_[np.zeros(columns, np.int64), np.ones(row_kinds, np.int64)]
        return matrix, cost, right

    def _solved(self) -> Any:
        """Return the solved program.

        It uses simplex with one thread and no presolve, so that there is a basis and it is always the same.
        """
        highspy = linear_programs()
        matrix, cost, right = self._program()
        rows, columns = self.worth.shape
        inf = highspy.kHighsInf
        weighted = matrix.astype(np.float64)
        # A column in which nothing is at stake is scaled by one.
        weighted[:columns, :rows] *= SCALE / max(1, int(np.abs(self.worth).max()))
        model = highspy.HighsLp()
        model.num_row_, model.num_col_ = matrix.shape
        model.sense_ = highspy.ObjSense.kMaximize
        model.col_cost_ = cost.astype(np.float64)
        model.col_lower_ = np.r_[np.zeros(rows), np.full(len(cost) - rows, -inf)]
        model.col_upper_ = np.full(len(cost), inf)
        model.row_lower_ = right.astype(np.float64)
        model.row_upper_ = np.r_[np.full(columns, inf), np.ones(len(right) - columns)]
        place, row = np.nonzero(weighted.T)
        model.a_matrix_.format_ = highspy.MatrixFormat.kColwise
        model.a_matrix_.start_ = np.searchsorted(place, np.arange(len(cost) + 1))
        model.a_matrix_.index_ = row
        model.a_matrix_.value_ = weighted[row, place]
        solver = highspy.Highs()
        for name, value in (("output_flag", False), ("presolve", "off"), ("solver", "simplex"), ("threads", 1)):
            solver.setOptionValue(name, value)
        solver.passModel(model)
        solver.run()
        if solver.getModelStatus() != highspy.HighsModelStatus.kOptimal:
            raise PaigowError(f"the linear program was not solved: HiGHS says {solver.getModelStatus()}")
        return solver


SCALE = 1e6
"""The largest entry passed to HiGHS: its tolerances are absolute, and the decisive differences are small compared with
the constants.
"""


def solve_linear(matrix: list[list[int]], right: list[int]) -> list[Fraction] | None:
    """Solve a square system exactly; return None unless it has exactly one solution."""
    size = len(matrix)
    rows = [[Fraction(each) for each in row] + [Fraction(value)] for row, value in zip(matrix, right, strict=True)]
    for column in range(size):
        pivot = next((place for place in range(column, size) if rows[place][column]), None)
        if pivot is None:
            return None
        rows[column], rows[pivot] = rows[pivot], rows[column]
        inverse = 1 / rows[column][column]
        rows[column] = head = [each * inverse for each in rows[column]]
        for place in range(size):
            factor = rows[place][column]
            if place != column and factor:
                rows[place] = [
                    each - factor * top if top else each for each, top in zip(rows[place], head, strict=True)
                ]
    return [row[size] for row in rows]
