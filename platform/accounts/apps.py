"""The app's name for Django, what happens when somebody signs in, and what is cleared away."""

from datetime import timedelta

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Remember the browser of every session, and forget what has lapsed."""

    name = "accounts"

    def ready(self) -> None:
        """Listen to sign-ins and to another database, and register the periodic jobs."""
        from django.contrib.auth import user_logged_in  # noqa: PLC0415 - models load first.

        from accounts import (  # noqa: PLC0415
            devices,
            diagnostics,
            email_changes,
            programs,
            session_store,
            tokens,
        )
        from agenda.periodic_jobs import PeriodicJob, register  # noqa: PLC0415
        from api import idempotency, limits  # noqa: PLC0415
        from eventstore import lineage  # noqa: PLC0415

        user_logged_in.connect(session_store.remember_browser, dispatch_uid="accounts.browser")
        user_logged_in.connect(devices.remember, dispatch_uid="accounts.device")
        lineage.changed.connect(tokens.forget_all, dispatch_uid="accounts.tokens")
        lineage.changed.connect(limits.forget_leases, dispatch_uid="accounts.leases")
        clear_sessions = session_store.SessionStore.clear_expired
        register(
            PeriodicJob("purge_limits", limits.purge, timedelta(hours=1)),
            PeriodicJob("purge_answers", idempotency.purge, timedelta(hours=1)),
            PeriodicJob("purge_refusals", diagnostics.purge, timedelta(hours=1)),
            PeriodicJob("purge_email_changes", email_changes.purge, timedelta(days=1)),
            PeriodicJob("purge_programs", programs.purge, timedelta(days=1)),
            PeriodicJob("clear_sessions", clear_sessions, timedelta(days=1)),
        )
