"""The WSGI application: Django without the streams."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cutpurse.settings")

application = get_wsgi_application()
