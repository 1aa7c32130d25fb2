"""URLs under /floor/ and /operator/, each for its own role."""

from django.urls import path

from paigow.web.staff import floor, operator

urlpatterns = [
    path("floor/", floor.console, name="floor"),
    path("floor/open/", floor.open_table, name="floor-open"),
    path("floor/stop/", floor.stop_all, name="floor-stop"),
    path("floor/resume/", floor.resume_all, name="floor-resume"),
    path("floor/players/", floor.players, name="floor-players"),
    path("floor/players/<str:name>/active/", floor.activity, name="floor-activity"),
    path("floor/tables/<slug:slug>/", floor.table, name="floor-table"),
    path("floor/tables/<slug:slug>/do/", floor.do, name="floor-do"),
    path("floor/tables/<slug:slug>/close/", floor.close, name="floor-close"),
    path("floor/tables/<slug:slug>/bots/", floor.invite, name="floor-bots"),
    path("operator/", operator.submissions, name="operator"),
    path("operator/submissions/<int:pk>/", operator.submission, name="operator-submission"),
    path("operator/submissions/<int:pk>/odds/", operator.odds, name="operator-odds"),
    path("operator/people/", operator.people, name="operator-people"),
    path("operator/people/<str:name>/", operator.person, name="operator-person"),
    path("operator/people/<str:name>/role/", operator.role, name="operator-role"),
    path("operator/people/<str:name>/unlock/", operator.unlock, name="operator-unlock"),
    path("operator/people/<str:name>/second-factor/", operator.second_factor, name="operator-second-factor"),
    path("operator/people/<str:name>/sessions/", operator.sessions, name="operator-sessions"),
    path("operator/people/<str:name>/password/", operator.password, name="operator-password"),
    path("operator/people/<str:name>/adjust/", operator.adjust, name="operator-adjust"),
    path("operator/people/<str:name>/active/", operator.activity, name="operator-activity"),
    path("operator/limits/", operator.limits, name="operator-limits"),
    path("operator/returns/", operator.return_rates, name="operator-returns"),
]
