"""The application that is served."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.bench.orm_control.settings")

application = get_wsgi_application()
