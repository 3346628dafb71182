"""The one address."""

from django.urls import path

from tests.bench.orm_control.views import Moves

urlpatterns = [path("matches/<uuid:match_id>/moves", Moves.as_view())]
