"""Have every Celery worker sweep the agenda."""

from functools import partial
from typing import Any

from celery.bootsteps import StartStopStep
from celery.worker.consumer import Consumer

from agenda.broker import Broker
from agenda.sweeper import Sweeper

RETRY_S = 2


class SweeperStep(StartStopStep):
    """Run a sweeper in the worker's main process.

    It belongs to the worker and not to its consumer, which starts anew with every connection to
    the broker: a worker that never reaches a broker sweeps all the same. It starts after the pool,
    so that the first children are forked before there are threads.
    """

    requires = ("celery.worker.components:Pool",)

    def __init__(self, parent: object, **options: object) -> None:
        super().__init__(parent, **options)
        # Without a consumer of its own a worker does not rely on those of others.
        self._sweeper = Sweeper(Broker(lambda: _is_consuming(parent)))

    def start(self, parent: object) -> None:  # noqa: ARG002 Celery's signature
        """Start to sweep."""
        self._sweeper.start()

    def stop(self, parent: object) -> None:  # noqa: ARG002 Celery's signature
        """End what is being swept, and stop."""
        self._sweeper.stop()

    terminate = stop


class PromptConsumer(Consumer):
    """A consumer that looks for a lost broker every two seconds.

    kombu waits up to 30 seconds between two tries, and offers no setting for it.
    """

    def ensure_connected(self, conn: Any) -> Any:
        """Return the connection once it is made."""
        conn.ensure_connection = partial(
            conn.ensure_connection, interval_start=RETRY_S, interval_step=0, interval_max=RETRY_S
        )
        return super().ensure_connected(conn)


def _is_consuming(worker: object) -> bool:
    """Return whether a worker takes tasks from the broker, as far as it knows."""
    consumer = getattr(worker, "consumer", None)
    return getattr(consumer, "task_consumer", None) is not None
