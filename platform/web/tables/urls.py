"""The addresses of a match."""

from django.urls import path

from web.tables import views, waiting

MATCH = "matches/<uuid:match_id>"

urlpatterns = [
    path(MATCH, views.match, name="match"),
    path(f"{MATCH}/sit", waiting.sit, name="sit"),
    path(f"{MATCH}/fill", waiting.fill, name="fill"),
    path(f"{MATCH}/rise", waiting.rise, name="rise"),
    path(f"{MATCH}/start", waiting.start, name="start-match"),
    path(f"{MATCH}/call-off", waiting.call_off, name="call-off"),
]
