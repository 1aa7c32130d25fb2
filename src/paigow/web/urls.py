"""Which page is where. Each area has its own list."""

from django.contrib import admin
from django.urls import include, path
from django.views.generic import RedirectView

urlpatterns = [
    path("", include("paigow.web.observe.urls")),
    path("api/", include("paigow.web.api.urls")),
    path("account/", include("paigow.web.people.urls")),
    path("admin/login/", RedirectView.as_view(pattern_name="people:sign-in", query_string=True)),  # one door for all
    path("admin/", admin.site.urls),
]
