"""Django's settings of the control: a project of its own on the same PostgreSQL server."""

import os

from cutpurse import databases

DATABASES = {"default": databases.described(os.environ["DATABASE_URL"], process="control")}
SECRET_KEY = os.environ["SECRET_KEY"]
ALLOWED_HOSTS = ["127.0.0.1"]
INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "rest_framework",
    "rest_framework.authtoken",
    "tests.bench.orm_control",
]
# The tables are made as the models have them; there is no history to keep.
MIGRATION_MODULES = {"auth": None, "authtoken": None, "contenttypes": None}
MIDDLEWARE: list[str] = []
ROOT_URLCONF = "tests.bench.orm_control.urls"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
USE_TZ = True
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["rest_framework.authentication.TokenAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
}
