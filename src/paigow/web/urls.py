"""Which page is where. Each area has its own list."""

from django.contrib import admin
from django.urls import include, path
from django.views.generic import RedirectView

from paigow.web.live import views as live
from paigow.web.pages import coach, duplicate, health, host, installed, lobby, play, practise, table_rules, tokens
from paigow.web.pages import live as live_page

handler400 = "paigow.web.serving.problems.unreadable"
handler500 = "paigow.web.serving.problems.failed"
urlpatterns = [
    path("healthz", health.healthz, name="healthz"),  # without a slash at the end, as monitors ask for them
    path("readyz", health.readyz, name="readyz"),
    path("metrics", health.metrics, name="metrics"),
    path("manifest.webmanifest", installed.manifest, name="manifest"),
    path("icons/<int:size>-<slug:purpose>.png", installed.icon, name="app-icon"),
    path("favicon.ico", installed.favicon, name="favicon"),
    path("offline-worker.js", installed.worker, name="offline-worker"),
    path("offline/", installed.offline, name="offline"),
    path("robots.txt", installed.robots, name="robots"),
    path(".well-known/security.txt", installed.security_txt, name="security-txt"),
    path("api/", include("paigow.web.api.urls")),
    path("", lobby.lobby, name="lobby"),
    path("tables/<slug:slug>/", play.table_page, name="table"),
    path("tables/<slug:slug>/do/", play.do, name="table-do"),
    path("tables/<slug:slug>/pace/", play.pace, name="table-pace"),
    path("tables/<slug:slug>/say/", play.say, name="table-say"),
    path("tables/<slug:slug>/rounds/<int:number>/coach/", coach.page, name="table-coach"),
    path("tables/<slug:slug>/log/", play.log, name="table-log"),
    path("tables/<slug:slug>/ranks/", play.panel, {"name": "ranks"}, name="table-ranks"),
    path("tables/<slug:slug>/layout/", play.panel, {"name": "layout"}, name="table-layout"),
    path("tables/<slug:slug>/rules/", table_rules.page, name="table-rules"),
    path("tables/<slug:slug>/seat/", play.seat, name="table-seat"),
    path("tables/<slug:slug>/host/", host.controls, name="table-host"),
    path("host/", host.host, name="host"),
    path("join/<str:token>/", host.join, name="join"),
    path("duplicate/", duplicate.index, name="duplicate"),
    path("duplicate/<slug:slug>/", duplicate.tournament, name="duplicate-tournament"),
    path("duplicate/<slug:slug>/play/", duplicate.play, name="duplicate-play"),
    path("duplicate/<slug:slug>/published.json", duplicate.published, name="duplicate-published"),
    path("duplicate/<slug:slug>/records/<int:number>.toml", duplicate.record, name="duplicate-record"),
    path("practise/<slug:standard>/", practise.practise, name="practise"),
    path("tables/<slug:slug>/events/", live.table_events, name="table-events"),
    path("tables/<slug:slug>/bots/", play.invite_bots, name="table-bots"),
    path("tables/<slug:slug>/live/", live_page.table_page, name="table-live"),
    path("tables/<slug:slug>/chains.json", play.chains, name="table-chains"),
    path("tables/<slug:slug>/rounds/<int:number>/proof.json", play.proof, name="round-proof"),
    path("i18n/", include("django.conf.urls.i18n")),
    path("account/tokens/", tokens.tokens, name="tokens"),
    path("account/preferences/", practise.preferences, name="preferences"),
    path("account/", include("paigow.web.people.urls")),
    path("admin/login/", RedirectView.as_view(pattern_name="people:sign-in", query_string=True)),  # one sign-in for all
    path("admin/password_change/", RedirectView.as_view(pattern_name="people:password")),  # guarded and logged
    path("admin/", admin.site.urls),
    path("", include("paigow.web.pages.lessons")),
    path("", include("paigow.web.pages.rooms")),
    path("", include("paigow.web.staff.urls")),
    path("", include("paigow.house.urls")),
]
