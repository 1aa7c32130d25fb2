"""A drill's state between two requests: in the database for people, in the session for visitors."""

import secrets
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from django.db import transaction
from django.http import HttpRequest

from paigow.errors import PaigowError
from paigow.learning.progress import Progress
from paigow.web.lessons.models import DrillProgress
from paigow.web.people.models import User

Data = dict[str, Any]
SESSION = "drills"


def new_seed() -> str:
    return secrets.token_hex(8)


@dataclass(frozen=True, slots=True)
class DrillState:
    """Somebody's state in a drill.

    The question was asked at `asked` (milliseconds since 1970) and is answered once `given` is set.
    """

    progress: Progress = field(default_factory=Progress)
    seed: str = field(default_factory=new_seed)
    number: int = 0
    question: Data | None = None
    asked: int = 0
    limit: int = 0
    """Seconds for an answer; 0 for no limit."""
    given: Data | None = None
    milliseconds: int = 0

    def asks(self, question: Data, now: int) -> "DrillState":
        return replace(self, number=self.number + 1, question=question, asked=now, given=None, milliseconds=0)

    def data(self) -> Data:
        return {**asdict(replace(self, progress=Progress())), "progress": self.progress.data()}

    @classmethod
    def read(cls, data: Mapping[str, Any] | None) -> "DrillState":
        """Parse the output of `data`; older formats are dropped."""
        if not data:
            return cls()
        try:
            return cls(**{**data, "progress": Progress.read(data["progress"])})
        except (KeyError, TypeError, PaigowError):
            return cls()


def look(request: HttpRequest, drill: str) -> DrillState:
    """Return the stored state; for a person who has just signed in, the session's."""
    if isinstance(request.user, User):
        row = DrillProgress.objects.filter(user=request.user, drill=drill).first()
        if row is not None:
            return DrillState.read(row.data)
    return DrillState.read(request.session.get(SESSION, {}).get(drill))


def change(request: HttpRequest, drill: str, to: Callable[[DrillState], DrillState]) -> DrillState:
    """Replace the stored state by the result of `to`. Concurrent changes are applied one after the other."""
    if not isinstance(request.user, User):
        kept = to(look(request, drill))
        request.session[SESSION] = {**request.session.get(SESSION, {}), drill: kept.data()}
        return kept
    with transaction.atomic():
        User.objects.select_for_update().get(pk=request.user.pk)
        kept = to(look(request, drill))
        DrillProgress.objects.update_or_create(user=request.user, drill=drill, defaults={"data": kept.data()})
    return kept


def all_of(request: HttpRequest) -> dict[str, Progress]:
    """Return the progress in every drill that was started."""
    found: dict[str, Any] = dict(request.session.get(SESSION, {}))
    if isinstance(request.user, User):
        found |= dict(DrillProgress.objects.filter(user=request.user).values_list("drill", "data"))
    return {drill: DrillState.read(data).progress for drill, data in found.items()}
