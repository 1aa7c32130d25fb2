"""At the root of the site, without a slash at the end, as monitors ask for them."""

from django.urls import path

from paigow.web.observe import views

urlpatterns = [
    path("healthz", views.healthz, name="healthz"),
    path("readyz", views.readyz, name="readyz"),
    path("metrics", views.metrics, name="metrics"),
]
