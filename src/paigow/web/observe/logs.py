"""Logs as one JSON object a line on standard error, those of Django and the server included.

Traces of errors have no values of variables, which might be hidden pieces; what is named like a secret is not written.
Everything beyond ASCII is written as its number, so that nothing that a visitor sent ends a line or moves a cursor.
"""

from collections.abc import MutableMapping
from typing import Any

import structlog

SECRET = frozenset({"authorization", "cookie", "digest", "password", "seed", "server_seed", "session", "token"})
Event = MutableMapping[str, Any]


def without_secrets(logger: Any, method: str, event: Event) -> Event:
    for name in event:
        if name.lower() in SECRET:
            event[name] = "(not logged)"
    return event


SHARED: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.format_exc_info,
    without_secrets,
]


def configure() -> None:
    """Has structlog hand its events to the standard library, whose handlers `logging_settings` names."""
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *SHARED,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        wrapper_class=structlog.stdlib.BoundLogger,
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )


def logging_settings(level: str) -> dict[str, Any]:
    """For Django's `LOGGING`."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "json": {
                "()": structlog.stdlib.ProcessorFormatter,
                "foreign_pre_chain": SHARED,
                "processors": [
                    structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                    structlog.processors.JSONRenderer(ensure_ascii=True),
                ],
            },
        },
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            "django": {"level": level, "handlers": [], "propagate": True},
            "django.server": {"level": "WARNING", "handlers": [], "propagate": True},
            "django.request": {"level": "ERROR", "propagate": True},  # each request has a line of its own
        },
    }
