"""Forms of the account pages."""

from datetime import timedelta
from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth.password_validation import password_validators_help_text_html, validate_password
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from paigow.errors import NotationError
from paigow.money import MAX_AMOUNT, format_cents, parse_cents
from paigow.web.people.display import check_display_name
from paigow.web.people.models import DISPLAY_NAME_LENGTH, LimitKind, User
from paigow.web.people.names import MAX_NAME_LENGTH, check_chosen_name
from paigow.web.people.wallet import PERIODS

PASSWORD_LENGTH = 128  # longer ones only take more time to hash


def _password(label: Any, purpose: str, **options: Any) -> forms.CharField:
    widget = forms.PasswordInput(attrs={"autocomplete": purpose})
    return forms.CharField(label=label, widget=widget, strip=False, max_length=PASSWORD_LENGTH, **options)


def _name(**options: Any) -> forms.CharField:
    widget = forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"})
    return forms.CharField(label=_("User name"), max_length=MAX_NAME_LENGTH, widget=widget, **options)


class SignInForm(forms.Form):
    name = _name()
    password = _password(_("Password"), "current-password")


class ConfirmForm(forms.Form):
    password = _password(_("Password"), "current-password")


def _code(**options: Any) -> forms.CharField:
    widget = forms.TextInput(attrs={"autocomplete": "one-time-code", "autocapitalize": "none", "spellcheck": "false"})
    return forms.CharField(label=_("Code"), max_length=40, widget=widget, **options)


class CodeForm(forms.Form):
    code = _code(help_text=_("The six digits from your authenticator, or one of your recovery codes."))


class ProofForm(forms.Form):
    """The password and the second factor."""

    password = _password(_("Password"), "current-password")
    code = _code(help_text=_("The six digits from your authenticator, or one of your recovery codes."))


class NewPasswordForm(forms.Form):
    """A new password, entered twice, that is not too weak for this person."""

    new = _password(_("New password"), "new-password", help_text=password_validators_help_text_html)
    again = _password(_("Confirm password"), "new-password")

    def person(self) -> User:
        raise NotImplementedError

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        new, again = data.get("new"), data.get("again")
        if new:
            try:
                validate_password(new, self.person())
            except ValidationError as weak:
                self.add_error("new", weak)
            if again and new != again:
                self.add_error("again", gettext("The passwords don’t match."))
        return data


def _shown(**options: Any) -> forms.CharField:
    attributes = {"autocomplete": "nickname", "spellcheck": "false", "data-act": "display-name"}
    widget = forms.TextInput(attrs=attributes)
    return forms.CharField(label=_("Display name"), max_length=DISPLAY_NAME_LENGTH, widget=widget, **options)


class DisplayNameForm(forms.Form):
    """A display name; with `required=False`, a visitor may leave it to us."""

    shown = _shown(help_text=_("Other players see this name."))

    def __init__(self, *args: Any, person: User | None = None, required: bool = True, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.person = person
        self.fields["shown"].required = required

    def clean_shown(self) -> str:
        shown: str = self.cleaned_data["shown"]
        return check_display_name(shown, self.person) if shown else ""


class SignUpForm(NewPasswordForm):
    shown = _shown(required=False, help_text=_("Other players see this name. Leave it empty to show your user name."))
    name = _name(help_text=_("You use it to sign in. Letters A to Z, digits and _ . @ + -"))
    field_order = ["shown", "name", "new", "again"]

    def __init__(self, *args: Any, guest: User | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.guest = guest

    def clean_shown(self) -> str:
        shown: str = self.cleaned_data["shown"]
        return check_display_name(shown, self.guest) if shown else ""

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if not self.guest or name != self.guest.username:
            check_chosen_name(name)
        return name

    def person(self) -> User:
        return User(username=self.cleaned_data.get("name", ""))


class ForgottenForm(NewPasswordForm):
    """A new password, with the code from an operator."""

    name = _name()
    code = forms.CharField(label=_("Code"), max_length=60, widget=forms.TextInput(attrs={"autocomplete": "off"}))
    field_order = ["name", "code", "new", "again"]

    def person(self) -> User:
        return User(username=self.cleaned_data.get("name", ""))


class PasswordForm(NewPasswordForm):
    current = _password(_("Current password"), "current-password")
    code = _code(help_text=_("The six digits from your authenticator, or one of your recovery codes."))
    field_order = ["current", "code", "new", "again"]

    def __init__(self, person: User, *args: Any, with_code: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._person = person
        if not with_code:
            del self.fields["code"]

    def person(self) -> User:
        return self._person


class MoneyField(forms.CharField):
    """An amount like 12 or 12.50; empty for none."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            required=False, max_length=24, widget=forms.TextInput(attrs={"inputmode": "decimal"}), **kwargs
        )

    def prepare_value(self, value: Any) -> Any:
        return format_cents(value).removeprefix("$") if isinstance(value, int) else value

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        if not text:
            return None
        try:
            cents = parse_cents(text)
        except NotationError:
            cents = -1
        if not 0 <= cents <= MAX_AMOUNT:
            raise ValidationError(
                gettext("Enter an amount such as 12 or 12.50, or leave it empty for no limit."), code="amount"
            )
        return cents


class LimitsForm(forms.Form):
    """The person's own limits; empty means no limit. Time is in minutes here and in seconds in the store."""

    deposit = MoneyField(label=LimitKind.DEPOSIT.label)
    buy_in = MoneyField(label=LimitKind.BUY_IN.label)
    loss = MoneyField(
        label=LimitKind.LOSS.label,
        help_text=_("Chips still on the table count as lost until you cash in; winnings don’t raise the limit."),
    )
    time = forms.IntegerField(label=_("Minutes played per day"), required=False, min_value=0, max_value=24 * 60)

    def values(self) -> dict[str, int | None]:
        """Return the limits by kind."""
        data = self.cleaned_data
        minutes = data["time"]
        return {
            LimitKind.DEPOSIT: data["deposit"],
            LimitKind.BUY_IN: data["buy_in"],
            LimitKind.LOSS: data["loss"],
            LimitKind.TIME: None if minutes is None else 60 * minutes,
        }

    @staticmethod
    def initial_from(own: dict[str, int | None]) -> dict[str, int | None]:
        time = own[LimitKind.TIME]
        return {
            "deposit": own[LimitKind.DEPOSIT],
            "buy_in": own[LimitKind.BUY_IN],
            "loss": own[LimitKind.LOSS],
            "time": None if time is None else time // 60,
        }


def _in_days(days: int) -> str:
    return ngettext("%(days)d day", "%(days)d days", days) % {"days": days}


class ExclusionForm(forms.Form):
    days = forms.TypedChoiceField(
        label=_("For how long"),
        coerce=int,
        choices=lambda: [(period.days, _in_days(period.days)) for period in PERIODS],
    )
    sure = forms.BooleanField(label=_("I understand that this cannot be shortened."))

    def period(self) -> timedelta:
        return timedelta(days=self.cleaned_data["days"])


class ReportForm(forms.Form):
    """A report about another player's conduct."""

    name = forms.CharField(label=_("Player"), max_length=MAX_NAME_LENGTH, required=False)
    table = forms.SlugField(label=_("Table"), max_length=64, required=False)
    what = forms.CharField(label=_("What happened"), max_length=1000, widget=forms.Textarea(attrs={"rows": "6"}))


class LanguageForm(forms.Form):
    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)
