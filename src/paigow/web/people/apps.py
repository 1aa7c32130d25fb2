from typing import Any

from django.apps import AppConfig, apps
from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.core.signals import got_request_exception
from django.db.models.signals import post_migrate


class PeopleConfig(AppConfig):
    name = "paigow.web.people"
    label = "people"
    verbose_name = "People"

    def ready(self) -> None:
        from paigow.web.people import stated  # noqa: F401 - registers what the log states about rows
        from paigow.web.people.access import signed_in
        from paigow.web.people.failures import note_error
        from paigow.web.people.visits import signed_out

        user_logged_in.disconnect(dispatch_uid="update_last_login")  # ours also keeps the previous time
        user_logged_in.connect(signed_in, dispatch_uid="signed_in")
        user_logged_out.connect(signed_out, dispatch_uid="signed_out")
        got_request_exception.connect(note_error, dispatch_uid="note_error")
        post_migrate.connect(_establish_roles, sender=self, dispatch_uid="establish_roles")


def _establish_roles(sender: Any, **kwargs: Any) -> None:
    from paigow.web.people.roles import establish

    establish(apps)
