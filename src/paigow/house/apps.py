from django.apps import AppConfig


class HouseConfig(AppConfig):
    """No models of its own: it reads and checks what the site keeps."""

    name = "paigow.house"
