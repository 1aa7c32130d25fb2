"""URLs under /account/."""

from django.urls import path

from paigow.web.people import account_views, second_factor_views, security_views, views

app_name = "people"
urlpatterns = [
    path("", account_views.account, name="account"),
    path("name/", account_views.name, name="name"),
    path("sign-up/", views.sign_up, name="sign-up"),
    path("sign-in/", views.sign_in, name="sign-in"),
    path("sign-out/", views.sign_out, name="sign-out"),
    path("guest/", views.guest, name="guest"),
    path("confirm/", views.confirm, name="confirm"),
    path("second-step/", second_factor_views.second_step, name="second-step"),
    path("second-factor/", second_factor_views.setup, name="second-factor"),
    path("sessions/", security_views.sessions, name="sessions"),
    path("statement/", account_views.statement, name="statement"),
    path("statement.csv", account_views.statement_csv, name="statement-csv"),
    path("top-up/", account_views.top_up, name="top-up"),
    path("limits/", account_views.limits, name="limits"),
    path("exclusion/", account_views.exclusion, name="exclusion"),
    path("password/", account_views.password, name="password"),
    path("forgotten/", security_views.forgotten, name="forgotten"),
    path("report/", account_views.report, name="report"),
    path("language/", account_views.language, name="language"),
]
