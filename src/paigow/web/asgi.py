"""The application that uvicorn serves."""

import os

import django
from django.conf import settings
from django.core.signals import request_started
from django.db import close_old_connections, reset_queries

from paigow.web.fast import interpreter
from paigow.web.fast.handler import Handler
from paigow.web.serving.guard import Guard
from paigow.web.serving.lifespan import Lifespan, while_serving

interpreter.limit_malloc()
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "paigow.web.settings")
django.setup(set_prefix=False)
for receiver in (reset_queries, close_old_connections):  # threads clean up after themselves
    request_started.disconnect(receiver)
application = Lifespan(Guard(Handler(), settings.CONNECTIONS, settings.STREAMS), while_serving)
