"""The Django project. Everything that differs from machine to machine comes from the environment (`environment`)."""

import os
from pathlib import Path

from django.conf.locale import LANG_INFO
from django.utils.translation import gettext_lazy as _

from paigow.language import languages, locale_folders
from paigow.web.observe.logs import configure, logging_settings
from paigow.web.serving.environment import (
    bound,
    data_directory,
    database,
    kept_secrets,
    rates,
    second_factor_required,
)

HERE = Path(__file__).resolve().parent
DEBUG = os.environ.get("PAIGOW_DEBUG", "") == "1"
DATA = data_directory()
SECRET_KEY, *SECRET_KEY_FALLBACKS = kept_secrets("django-key")
ALLOWED_HOSTS = os.environ.get("PAIGOW_HOSTS", "localhost,127.0.0.1,[::1]").split(",")
CSRF_TRUSTED_ORIGINS = [origin for origin in os.environ.get("PAIGOW_ORIGINS", "").split(",") if origin]

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_htmx",
    "paigow.web.people",
    "paigow.web.store",
    "paigow.web.lessons",
    "paigow.web.pages",
    "paigow.house",
]
MIDDLEWARE = [
    "paigow.web.serving.middleware.observed",
    "paigow.web.serving.middleware.problems",
    "paigow.web.serving.middleware.security_headers",
    "servestatic.middleware.ServeStaticMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "paigow.web.people.access.Presence",
    "paigow.web.serving.middleware.NoNul",
    "paigow.web.serving.middleware.head_as_get",
]
TEMPLATES = [
    {
        "BACKEND": "paigow.web.fast.templates.Engine",
        "DIRS": [HERE / "templates", HERE.parent / "house" / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    ["paigow.web.fast.templates.Loader", "django.template.loaders.app_directories.Loader"],
                )
            ],
            "libraries": {
                "art": "paigow.web.pages.table.pieces",
                "glossary": "paigow.web.pages.glossary",
                "parts": "paigow.web.fast.templates",
                "staff": "paigow.web.staff.tags",
            },
            "builtins": ["paigow.web.people.templatetags.moments"],
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]
ROOT_URLCONF = "paigow.web.urls"
ASGI_APPLICATION = "paigow.web.asgi.application"
WHILE_SERVING = ["paigow.house.watch.watching", "paigow.web.service.running.running"]  # alongside the requests
DATABASES = {"default": database()}

AUTH_USER_MODEL = "people.User"
LOGIN_URL = "people:sign-in"
CSRF_FAILURE_VIEW = "paigow.web.people.access.out_of_date"
LOGIN_REDIRECT_URL = LOGOUT_REDIRECT_URL = "/"  # the lobby
AUTHENTICATION_BACKENDS = ["paigow.web.people.access.GuardedBackend"]
PASSWORD_HASHERS = ["paigow.web.people.passwords.BoundedArgon2"]
PASSWORD_RESET_TIMEOUT = 3600  # seconds for which a reset code is valid
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
] + [{"NAME": f"paigow.web.people.passwords.{name}"} for name in ("HouseWords", "Breached")]
BREACHED_PASSWORDS = os.environ.get("PAIGOW_BREACHED_PASSWORDS", "")

LANGUAGE_CODE = "en"
LANGUAGE_NAMES = {"en": _("English"), "zh-hant": _("Traditional Chinese"), "zh-hans": _("Simplified Chinese")}
LANGUAGES = [
    (code, LANGUAGE_NAMES.get(code, code)) for code in (name.lower().replace("_", "-") for name in languages())
]
for code, _name in LANGUAGES:  # Django refuses to name a language that is not on its own list
    LANG_INFO.setdefault(code, {"bidi": False, "code": code, "name": code, "name_local": code})
LOCALE_PATHS = [HERE / "locale", *locale_folders()]
USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "static/"
STATICFILES_DIRS = [HERE / "static", ("paigow", HERE.parent / "fairness" / "browser")]
STATIC_ROOT = DATA / "static"
SERVESTATIC_USE_FINDERS = True
SERVESTATIC_ALLOW_ALL_ORIGINS = False  # static files are only for this site
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

SECURE = os.environ.get("PAIGOW_HTTPS", "") == "1"  # behind a proxy that speaks HTTPS
SESSION_COOKIE_AGE = 14 * 24 * 3600  # seconds without a request; the maximum is in `people.access`
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"  # no cookie of its own
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE
SESSION_COOKIE_NAME = "__Host-session" if SECURE else "session"  # the prefix binds it to this host and to HTTPS
CSRF_COOKIE_NAME = "__Host-csrf" if SECURE else "csrf"
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_NAME = "__Host-language" if SECURE else "language"
LANGUAGE_COOKIE_SECURE, LANGUAGE_COOKIE_HTTPONLY, LANGUAGE_COOKIE_SAMESITE = SECURE, True, "Lax"
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if SECURE else None
SECURE_HSTS_SECONDS = 31_536_000 if SECURE else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
STAFF_SECOND_FACTOR = second_factor_required(SECURE)  # for staff
SECURITY_CONTACT = os.environ.get("PAIGOW_SECURITY_CONTACT", "")  # mailto: or https:, for security.txt
METRICS_TOKEN = os.environ.get("PAIGOW_METRICS_TOKEN", "")
HELD = "how many one address may have at the same time"
CONNECTIONS = bound("PAIGOW_CONNECTIONS", 128, HELD)
STREAMS = bound("PAIGOW_STREAMS", 64, HELD)  # among them those that follow a table
REQUEST_SECONDS = bound("PAIGOW_REQUEST_SECONDS", 60, "how many seconds a client may take to send a request")
ADVICE_SECONDS = 25  # after which advice is given up; only a server's first takes more than one
RATES = rates()  # requests per minute from one address, by scope, if the environment overrides the defaults

LOGGING = logging_settings(os.environ.get("PAIGOW_LOG_LEVEL", "INFO"))
configure()
