"""The low-priority process that carries out an audit for `runs`, given its number and database."""

import os
import sys

import django

NICE = 10


def main(number: int, database: str) -> None:
    os.nice(NICE)
    django.setup()
    from django.db import connection

    from paigow.house.pages.runs import carry_out
    from paigow.web.store.models import AuditRun

    connection.settings_dict["NAME"] = database
    carry_out(AuditRun.objects.get(pk=number))


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2])
