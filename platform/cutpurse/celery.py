"""The Celery app. Every worker also sweeps the agenda."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cutpurse.settings")

app = Celery("cutpurse")
app.config_from_object("cutpurse.celeryconfig")
app.autodiscover_tasks()
app.steps["worker"].add("agenda.bootstep:SweeperStep")
