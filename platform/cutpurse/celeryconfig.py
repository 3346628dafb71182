"""Celery's settings.

The agenda decides what runs and when (docs/agenda.md); Celery only makes it faster. So messages
may be lost, late or doubled, and these settings keep each of that short.
"""

from urllib.parse import parse_qs, urlsplit

from django.conf import settings
from kombu import Exchange, Queue

from agenda.registry import QUEUES


def broker(url: str) -> str:
    """Return a Redis URL as kombu reads it: a UNIX socket is a scheme of its own there.

    >>> broker("unix:///run/valkey.sock?db=2")
    'redis+socket:///run/valkey.sock?virtual_host=2'
    """
    parts = urlsplit(url)
    if parts.scheme != "unix":
        return url
    numbers = parse_qs(parts.query).get("db", [])
    query = f"?virtual_host={numbers[-1]}" if numbers else ""
    return f"redis+socket://{parts.path}{query}"


broker_url = broker(settings.REDIS_URL)
broker_transport_options = {
    "global_keyprefix": "cutpurse:",
    "visibility_timeout": 60,
    "unacked_restore_interval": 5,
    "unacked_restore_throttle": 1,
    "socket_timeout": 5,
    "socket_connect_timeout": 2,
    "health_check_interval": 10,
}
visibility_timeout = 60
broker_connection_retry_on_startup = True
broker_connection_max_retries = None

result_backend = None
task_ignore_result = True
task_serializer = "json"
accept_content = ["json"]
task_default_queue = QUEUES[0]
# A worker that is given no queue takes from both, so no site needs a worker more than it had.
task_queues = [Queue(name, Exchange(name), routing_key=name) for name in QUEUES]

task_acks_late = True
task_reject_on_worker_lost = True
# A task that is cut off from the broker goes on: its row does not care who acknowledges it.
worker_cancel_long_running_tasks_on_connection_loss = False
# Shorter than the visibility timeout. The agenda gives each task the limits of its own lease.
task_soft_time_limit = 20
task_time_limit = 30

worker_consumer = "agenda.bootstep:PromptConsumer"
worker_prefetch_multiplier = 1
# Not worker_max_tasks_per_child: a task that meets the replacement of a child waits for seconds
# (measured up to 5), so children are replaced only when they leak.
worker_max_memory_per_child = 400_000  # KiB
worker_soft_shutdown_timeout = 10
worker_eta_task_limit = 100
# The logs are those of every other process (`cutpurse.logs`).
worker_hijack_root_logger = False
worker_redirect_stdouts_level = "INFO"

# Without it Celery opens a database connection for every task (celery.fixups.django).
CELERY_DB_REUSE_MAX = 1_000_000
