"""The app's name for Django."""

from django.apps import AppConfig


class SiteProfileConfig(AppConfig):
    """What a site says of itself."""

    name = "site_profile"
    verbose_name = "The site"
