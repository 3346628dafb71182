"""The Celery app. Every worker also sweeps the agenda, but for the one of the analyses."""

import os

import django
import django.db
from celery import Celery, signals
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.urls import get_resolver

from agenda.registry import ANALYSES
from cutpurse import priority
from cutpurse.loading import loading

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cutpurse.settings")
if not settings.configured:
    # Celery's own command has come here first; elsewhere Django has, and the process has a name.
    os.environ.setdefault("CUTPURSE_PROCESS", "worker")

app = Celery("cutpurse")
app.config_from_object("cutpurse.celeryconfig")
app.autodiscover_tasks()
if settings.PROCESS != ANALYSES:
    # Nothing that is urgent may be found by a process of low priority.
    app.steps["worker"].add("agenda.bootstep:SweeperStep")

pauses = priority.Pauses()


@signals.worker_init.connect
def look_first(**_given: object) -> None:
    """Let a worker end at once whose settings or database are of no use."""
    with loading():
        django.setup()
    # The models are there only now.
    from cutpurse import startup  # noqa: PLC0415

    try:
        startup.check_settings()
        startup.check_database()
    except (ImproperlyConfigured, django.db.NotSupportedError) as error:
        raise SystemExit(str(error)) from error
    # Before the worker forks: a first mail or message would have to load all addresses of the site.
    get_resolver().url_patterns  # noqa: B018 - A property that loads.


@signals.worker_process_init.connect
def give_way(**_given: object) -> None:
    """Have the process that makes analyses leave most of the processor to the others.

    Its parent, which hands it the rows and ends it in time, goes on as ever.
    """
    if settings.PROCESS == ANALYSES:
        priority.lower()


@signals.task_prerun.connect
def pause_often(**_given: object) -> None:
    """Have it let others run every now and then; while it waits for a task it need not."""
    if settings.PROCESS == ANALYSES:
        pauses.begin()


@signals.task_postrun.connect
def pause_no_more(**_given: object) -> None:
    """Let it wait in peace."""
    if settings.PROCESS == ANALYSES:
        pauses.end()
