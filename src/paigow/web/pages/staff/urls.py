"""Under /floor/, /audit/ and /operator/: each for its own role."""

from django.urls import path

from paigow.web.pages.staff import auditor, floor, operator

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
    path("audit/", auditor.overview, name="audit"),
    path("audit/log/", auditor.log, name="audit-log"),
    path("audit/rounds/", auditor.rounds, name="audit-rounds"),
    path("audit/ledger/", auditor.ledger, name="audit-ledger"),
    path("audit/meters/", auditor.meters, name="audit-meters"),
    path("audit/wallets/", auditor.wallets, name="audit-wallets"),
    path("audit/wallets/<int:pk>/", auditor.wallet, name="audit-wallet"),
    path("audit/significant/", auditor.significant, name="audit-significant"),
    path("audit/export/", auditor.download, name="audit-export"),
    path("audit/verify/", auditor.verifications, name="audit-runs"),
    path("audit/verify/<int:pk>/", auditor.verification, name="audit-run"),
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
    path("operator/software/", operator.identity, name="operator-software"),
]
