"""The standards and their clauses, which everything else cites."""

from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Path, Query, Router

from paigow.rules import STANDARDS
from paigow.rules.clauses import clauses
from paigow.rules.standards import Standard
from paigow.web.api.access import OPEN
from paigow.web.api.answers import answers
from paigow.web.api.figure_schemas import ClauseOut, ClausePage, StandardList, StandardOut
from paigow.web.api.schemas import Standard as StandardName
from paigow.web.api.tables import Limit, Number
from paigow.web.service.errors import NoSuchClause

router = Router(tags=["documents"], auth=OPEN)
ClauseId = Annotated[str, Path(pattern=r"^[A-Z]{1,9}-[A-Za-z0-9.-]{1,60}$", example="MDT-8.D.4")]


@router.get("/standards", response=answers({200: StandardList}))
def list_standards(request: HttpRequest) -> Any:
    """Return the four rule documents."""
    return {"standards": [_standard(each) for each in STANDARDS.values()]}


@router.get("/standards/{name}", response=answers({200: StandardOut}))
def get_standard(request: HttpRequest, name: StandardName) -> Any:
    """Return one rule document, with what no submission can change."""
    return _standard(STANDARDS[name])


@router.get("/clauses", response=answers({200: ClausePage}))
def list_clauses(
    request: HttpRequest,
    standard: Annotated[StandardName | None, Query()] = None,
    offset: Number = 0,
    limit: Limit = 100,
) -> Any:
    """Return the clauses of one standard or all, in the documents' order."""
    prefix = STANDARDS[standard].prefix if standard else ""
    found = [each for each in clauses().values() if not prefix or each.prefix == prefix]
    after = offset + limit
    return {"clauses": found[offset:after], "next": after if after < len(found) else None}


@router.get("/clauses/{clause_id}", response=answers({200: ClauseOut}))
def get_clause(request: HttpRequest, clause_id: ClauseId) -> Any:
    """Return one clause by its id."""
    if clause_id not in clauses():
        raise NoSuchClause(f"there is no clause {clause_id!r}")
    return clauses()[clause_id]


def _standard(standard: Standard) -> dict[str, Any]:
    names = ("name", "prefix", "version", "title", "game", "seats", "positions", "player_may_bank")
    main = {"pays": standard.main.pays, "vigorish": str(standard.main.vigorish)}
    return {name: getattr(standard, name) for name in names} | main
