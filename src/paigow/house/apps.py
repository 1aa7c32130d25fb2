from django.apps import AppConfig


class HouseConfig(AppConfig):
    """An app without models: it reads and checks the site's data."""

    name = "paigow.house"
