from django.apps import AppConfig


class StoreConfig(AppConfig):
    name = "paigow.web.store"
    label = "store"
    default_auto_field = "django.db.models.BigAutoField"
