"""The agenda in the admin: to be looked at and retried, not to be written."""

import pytest
from django.contrib.admin import AdminSite
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Permission
from django.contrib.messages.storage.cookie import CookieStorage
from django.http import HttpRequest
from django.test import RequestFactory

from agenda import runs
from agenda.admin import DueListingAdmin
from agenda.models import DueListing
from agenda.registry import Job
from tests.agenda.rows import INLINE, handled, put, state

pytestmark = pytest.mark.usefixtures("agenda")


def fail(_: Job) -> None:
    raise ZeroDivisionError


def request_by(**rights: object) -> HttpRequest:
    request = RequestFactory().post("/")
    request.user = get_user_model().objects.create(username="operator", is_staff=True, **rights)
    request._messages = CookieStorage(request)  # type: ignore[attr-defined]  # noqa: SLF001
    return request


def admin() -> DueListingAdmin:
    return DueListingAdmin(DueListing, AdminSite())


def test_an_operator_finds_a_failed_row_and_has_it_retried() -> None:
    subject = put(INLINE)
    with handled(INLINE, fail):
        runs.run_inline()
    request = request_by(is_superuser=True)
    failed = admin().get_queryset(request).filter(attempts__gt=0)

    assert [row.last_error.split()[0] for row in failed] == ["ZeroDivisionError"]
    assert admin().has_retry_permission(request)
    admin().retry_now(request, failed)

    with handled(INLINE):
        assert runs.run_inline() == 1
    assert state(INLINE, subject) is None


def test_nobody_writes_rows_by_hand() -> None:
    request = request_by(is_superuser=True)

    assert not admin().has_add_permission(request)
    assert not admin().has_change_permission(request)
    assert not admin().has_delete_permission(request)


def test_one_who_may_only_look_may_not_retry() -> None:
    request = request_by()
    request.user.user_permissions.add(  # type: ignore[union-attr]
        Permission.objects.get(codename="view_duelisting")
    )

    assert admin().has_view_permission(request)
    assert not admin().has_retry_permission(request)
