"""The application that uvicorn serves."""

import os

from django.core.asgi import get_asgi_application

from paigow.web.lifespan import Lifespan, while_serving

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "paigow.web.settings")
application = Lifespan(get_asgi_application(), while_serving)
