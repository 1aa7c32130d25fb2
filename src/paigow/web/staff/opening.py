"""The form to open a table: for the floor with any rules on file, for the operator with theirs."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest
from django.utils.text import slugify
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from paigow.errors import PaigowError
from paigow.rules import STANDARDS, Submission, build_submission, load_submission
from paigow.toml_text import read_toml
from paigow.web.people.access import person_of
from paigow.web.people.models import User
from paigow.web.service import bots, floor
from paigow.web.service.attendance import Pace
from paigow.web.staff.common import check_printable
from paigow.web.store.models import Table, UploadedSubmission

PACES: dict[str, tuple[Any, dict[str, Any]]] = {
    "usual": (_("usual"), {}),
    "brisk": (_("brisk"), {"offer": 8.0, "cut": 6.0, "bet": 12.0, "choose": 8.0, "set": 30.0, "step": 0.5}),
    "slow": (_("slow"), {"offer": 30.0, "cut": 20.0, "bet": 60.0, "choose": 25.0, "set": 150.0, "step": 1.5}),
}
MAX_SLUG_LENGTH = 50  # longest table URL, in characters


def submission_of(upload: UploadedSubmission) -> Submission:
    return build_submission(read_toml(upload.text))


def _rules() -> list[tuple[str, list[tuple[str, str]]]]:
    standards = [(name, f"{standard.title} ({standard.version})") for name, standard in STANDARDS.items()]
    uploaded = [(str(each.pk), f"{each.name} · {each.hash[:12]}") for each in UploadedSubmission.objects.all()]
    return [(str(_("The standards’ defaults")), standards), (str(_("Uploaded")), uploaded)]


class OpenForm(forms.Form):
    """Any rules on file, or only those of one submission."""

    rules = forms.ChoiceField(label=_("Rules"), choices=_rules)
    title = forms.CharField(label=_("Title"), max_length=100, validators=[check_printable])
    pace = forms.ChoiceField(label=_("Pace"), choices=[(name, label) for name, (label, _each) in PACES.items()])
    bots = forms.IntegerField(label=_("Bots"), min_value=0, max_value=len(bots.NAMES), initial=0)
    always = forms.BooleanField(label=_("Keep dealing when only bots are seated"), required=False)
    floor = forms.BooleanField(label=_("Meter payouts wait for the floor"), required=False)

    def __init__(self, *args: Any, only: UploadedSubmission | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.only = only
        if only is not None:
            del self.fields["rules"]

    def submission(self) -> Submission:
        if self.only is not None:
            return submission_of(self.only)
        chosen = self.cleaned_data["rules"]
        if chosen in STANDARDS:
            return load_submission(chosen)
        return submission_of(UploadedSubmission.objects.get(pk=chosen))

    def opened(self, request: HttpRequest) -> Table | None:
        """Open the table and report it; None if the form is not valid, or what it asks for is refused."""
        if not self.is_valid():
            return None
        try:
            table = self._open(person_of(request), request)
        except PaigowError as error:
            self.add_error(None, str(error))
            return None
        messages.success(request, gettext("The table %(title)s is open.") % {"title": table.title})
        return table

    def _open(self, by: User, request: HttpRequest) -> Table:
        given = self.cleaned_data
        pace = Pace(**PACES[given["pace"]][1], always=given["always"], floor=given["floor"])
        rules = self.submission()
        slug = free_slug(given["title"], rules.standard)
        return floor.open_table(slug, rules, by, title=given["title"], pace=pace, count=given["bots"], request=request)


def free_slug(title: str, otherwise: str) -> str:
    """Return a table URL that is not taken."""
    base = slugify(title)[:MAX_SLUG_LENGTH].strip("-_").replace("_", "-") or otherwise
    taken = set(Table.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    number = 1
    while (slug := base if number == 1 else f"{base}-{number}") in taken:
        number += 1
    return slug
