"""The app's name for Django."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Tell Django the name."""

    name = "accounts"
