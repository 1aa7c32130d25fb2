from django.apps import AppConfig


class StoreConfig(AppConfig):
    name = "paigow.web.store"
    label = "store"
