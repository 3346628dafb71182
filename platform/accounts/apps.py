"""The app's name for Django, and what happens when somebody signs in."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Remember the browser of every session."""

    name = "accounts"

    def ready(self) -> None:
        """Listen to sign-ins."""
        from django.contrib.auth import user_logged_in  # noqa: PLC0415 - models load first.

        from accounts import devices, session_store  # noqa: PLC0415

        user_logged_in.connect(session_store.remember_browser, dispatch_uid="accounts.browser")
        user_logged_in.connect(devices.remember, dispatch_uid="accounts.device")
