"""The processes that make up the platform on one machine."""

import os
import sys
from pathlib import Path

from django.conf import settings

from agenda.registry import ANALYSES, QUEUES
from cutpurse import metrics
from cutpurse.embedded.addresses import python_path
from cutpurse.up.child import Child
from cutpurse.up.supervisor import address

WORKER_PROCESSES = 2
DEFAULT = QUEUES[0]


def children(
    var: Path, host: str, port: int, *, prefix: str = "", redis_url: str = ""
) -> tuple[Child, ...]:
    """Return the web server and the workers, ready to start; prefix goes before their logs' names.

    The second worker is that of the analyses, whose priority is low.
    With ONE_PROCESS the web server alone, which does the workers' part too.
    They use the database of this process's settings, and their Redis or the one of redis_url.
    """
    environment = {
        **os.environ,
        **python_path(),
        "DJANGO_SETTINGS_MODULE": "cutpurse.settings",
        "DATABASE_URL": settings.DATABASE_URL,
        "REDIS_URL": redis_url or settings.REDIS_URL,
        "SECRET_KEY": settings.SECRET_KEY,
        "LOG_KEY": settings.LOG_KEY,
        "SITE_URL": settings.SITE_URL or _own_address(host, port),
        metrics.FOLDER: str(metrics.fresh_folder(var / f"{prefix}metrics")),
    }
    # Only migrations work with the rights of the owner.
    environment.pop("DATABASE_OWNER_URL", None)
    python = (sys.executable, "-m")
    web = (*python, "cutpurse.server", "--host", host, "--port", str(port), *_web_size())
    # Workers have nothing to say to one another: the agenda tells each what to do.
    alone = ("--without-gossip", "--without-mingle", "--without-heartbeat")
    worker = (*python, "celery", "--app", "cutpurse", "worker", "--loglevel", "INFO", *alone)
    logs = var / "logs"
    serving = Child("web", web, environment, logs / f"{prefix}web.log")
    if settings.ONE_PROCESS:
        return (serving,)
    return (
        serving,
        Child(
            "worker",
            (*worker, "--queues", DEFAULT, "--concurrency", str(WORKER_PROCESSES)),
            environment,
            logs / f"{prefix}worker.log",
        ),
        Child(
            ANALYSES,
            (*worker, "--queues", ANALYSES, "--concurrency", "1"),
            {**environment, "CUTPURSE_PROCESS": ANALYSES},
            logs / f"{prefix}{ANALYSES}.log",
        ),
    )


def _own_address(host: str, port: int) -> str:
    """Return where this machine's pages are; empty behind TLS, of which only the host knows."""
    return "" if settings.HTTPS else address(host, port)


def _web_size() -> tuple[str, ...]:
    return ("--workers", os.environ.get("WEB_PROCESSES", "1"))
