"""The addresses of a match's own pages."""

from django.urls import path

from web.matches import (
    actions,
    chance,
    invitations,
    luck_page,
    ready_views,
    replays,
    review_page,
    talk_views,
    views,
)

MATCH = "matches/<uuid:match_id>"

urlpatterns = [
    path(MATCH, views.match, name="match"),
    path(f"{MATCH}/move", actions.move, name="move"),
    path(f"{MATCH}/act", actions.run_action, name="act"),
    path(f"{MATCH}/receipt", replays.receipt, name="receipt"),
    path(f"{MATCH}/chance", chance.take_part, name="chance"),
    path(f"{MATCH}/again", views.again, name="again"),
    path(f"{MATCH}/invitation", actions.invitation, name="invitation"),
    path(f"{MATCH}/invite", invitations.renew, name="invite"),
    path(f"{MATCH}/invite/<uuid:account_id>", invitations.invite_friend, name="invite-friend"),
    path(f"{MATCH}/turn-down", invitations.turn_down, name="turn-down"),
    path("join/<str:code>", invitations.join, name="join"),
    path(f"{MATCH}/remarks", talk_views.hear, name="remarks"),
    path(f"{MATCH}/ready", ready_views.ready, name="ready"),
    path(f"{MATCH}/replay", replays.replay, name="replay"),
    path(f"{MATCH}/luck", luck_page.luck, name="luck"),
    path(f"{MATCH}/reviews/<int:seat>", review_page.show, name="review"),
    path(f"{MATCH}/proof", replays.proof, name="proof"),
    path(f"{MATCH}/log", replays.log, name="log"),
    path(f"{MATCH}/live", views.live, name="live"),
]
