"""Which page is where. Each area has its own list."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("admin/", admin.site.urls),
    path("", include("paigow.web.pages.rooms")),
]
