"""The ASGI application: what the server of the site runs."""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cutpurse.settings")
django.setup()

from cutpurse.asgi_router import application  # noqa: E402 - Models need Django set up.

__all__ = ["application"]
