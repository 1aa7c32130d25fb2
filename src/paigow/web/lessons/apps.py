from django.apps import AppConfig


class LessonsConfig(AppConfig):
    name = "paigow.web.lessons"
    label = "lessons"
    verbose_name = "Lessons"
