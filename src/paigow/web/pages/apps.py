from django.apps import AppConfig


class PagesConfig(AppConfig):
    name = "paigow.web.pages"
    label = "pages"
