"""URLs under /audit/ for the auditor, and the operator's software page."""

from django.urls import path

from paigow.house.pages import auditor, software

urlpatterns = [
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
    path("operator/software/", software.identity, name="operator-software"),
]
