"""The app's name for Django, and what happens when somebody signs in."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Remember the browser of every session."""

    name = "accounts"

    def ready(self) -> None:
        """Listen to sign-ins."""
        from django.contrib.auth import user_logged_in  # noqa: PLC0415 - models load first.

        from accounts.session_store import remember_browser  # noqa: PLC0415

        user_logged_in.connect(remember_browser, dispatch_uid="accounts.remember_browser")
