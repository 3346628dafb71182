"""The ASGI application: what the server of the site runs."""

import os

import django

from cutpurse.loading import loading

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cutpurse.settings")
with loading():
    django.setup()

    from cutpurse.asgi_router import application

__all__ = ["application"]
