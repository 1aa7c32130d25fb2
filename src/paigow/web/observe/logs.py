"""Logs as one JSON object per line on standard error, including those of Django and the server.

Tracebacks contain no values of variables, which might be hidden pieces; fields named like a secret are not written.
Everything beyond ASCII is escaped, so that nothing a visitor sends can end a line or move a cursor.
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
    """Make structlog pass its events to the standard library, whose handlers `logging_settings` names."""
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
    """Return the value of Django's `LOGGING`."""
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
            "django.request": {"level": "ERROR", "propagate": True},  # each request already has its own line
        },
    }
