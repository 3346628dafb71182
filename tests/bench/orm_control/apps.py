"""The app's short name, under which its models stand."""

from django.apps import AppConfig


class ControlConfig(AppConfig):
    """The control of `rest_moves`."""

    name = "tests.bench.orm_control"
    label = "orm_control"
