"""The addresses of a match's own pages."""

from django.urls import path

from web.tables import acts, replays, views

MATCH = "matches/<uuid:match_id>"

urlpatterns = [
    path(MATCH, views.match, name="match"),
    path(f"{MATCH}/move", acts.move, name="move"),
    path(f"{MATCH}/act", acts.act, name="act"),
    path(f"{MATCH}/invitation", acts.invitation, name="invitation"),
    path(f"{MATCH}/replay", replays.replay, name="replay"),
    path(f"{MATCH}/proof", replays.proof, name="proof"),
    path(f"{MATCH}/log", replays.log, name="log"),
    path(f"{MATCH}/live", views.live, name="live"),
]
