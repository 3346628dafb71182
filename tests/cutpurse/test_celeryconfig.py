import pytest

from cutpurse import celeryconfig
from cutpurse.celery import app


@pytest.mark.parametrize(
    ("url", "as_kombu_reads_it"),
    [
        ("redis://cache:6379/1", "redis://cache:6379/1"),
        ("rediss://:secret@cache/0", "rediss://:secret@cache/0"),
        ("unix:///run/valkey.sock", "redis+socket:///run/valkey.sock"),
        ("unix:///run/valkey.sock?db=2", "redis+socket:///run/valkey.sock?virtual_host=2"),
    ],
)
def test_celery_uses_the_redis_of_the_settings(url: str, as_kombu_reads_it: str) -> None:
    assert celeryconfig.broker(url) == as_kombu_reads_it


def test_no_run_outlasts_the_visibility_timeout() -> None:
    visibility_s = app.conf.broker_transport_options["visibility_timeout"]

    assert app.conf.task_soft_time_limit < app.conf.task_time_limit < visibility_s


def test_a_lost_worker_loses_no_message() -> None:
    assert app.conf.task_acks_late
    assert app.conf.task_reject_on_worker_lost
    assert app.conf.worker_prefetch_multiplier == 1


def test_messages_are_json_and_results_are_not_kept() -> None:
    assert app.conf.accept_content == ["json"]
    assert app.conf.task_ignore_result
    assert app.conf.result_backend is None


def test_a_task_keeps_the_database_connection_of_its_process() -> None:
    assert app.conf.get("CELERY_DB_REUSE_MAX") == celeryconfig.CELERY_DB_REUSE_MAX
