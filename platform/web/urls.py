"""The addresses of the pages."""

from django.contrib.auth.views import LogoutView
from django.urls import URLPattern, URLResolver, include, path
from django.views.i18n import set_language

from web.views import (
    account,
    email,
    forgotten,
    frame,
    games,
    home,
    joining,
    opening,
    people,
    tokens,
)

app_name = "web"

urlpatterns: list[URLPattern | URLResolver] = [
    path("", home.home, name="home"),
    path("turns", home.turns, name="turns"),
    path("turns/next", home.next_turn, name="next-turn"),
    path("games", games.games, name="games"),
    path("games/<slug:game>", games.game, name="game"),
    path("games/<slug:game>/start", opening.start, name="start"),
    path("games/<slug:game>/new", opening.new, name="new-match"),
    path("matches", home.matches, name="matches"),
    path("", include("web.tables.urls")),
    path("", include("web.tournaments.urls")),
    path("", include("web.ladders.urls")),
    path("", include("web.organise.urls")),
    path("players/<str:name>", people.player, name="player"),
    path("sign-up", joining.sign_up, name="sign-up"),
    path("sign-in", joining.SignInPage.as_view(), name="sign-in"),
    path("sign-out", LogoutView.as_view(next_page="/"), name="sign-out"),
    path("forgotten", forgotten.forgotten, name="forgotten"),
    path("forgotten/<uidb64>/<token>", forgotten.NewPasswordPage.as_view(), name="new-password"),
    path("account", account.account, name="account"),
    path("account/password", account.PasswordPage.as_view(), name="password"),
    path("account/email", email.email, name="email"),
    path("account/email/forget", email.forget, name="forget-email-change"),
    path("account/email/<uuid:change_id>/<str:proof>", email.confirm, name="confirm-email"),
    path("account/tokens", tokens.tokens, name="tokens"),
    path("account/tokens/<uuid:token_id>/revoke", tokens.revoke, name="revoke-token"),
    path("account/sessions", account.sessions, name="sessions"),
    path("account/sessions/end-others", account.end_other_sessions, name="end-other-sessions"),
    path("account/sessions/<uuid:session_id>/end", account.end_session, name="end-session"),
    path("account/delete", account.delete, name="delete-account"),
    path("language", set_language, name="language"),
    path("appearance", frame.appearance, name="appearance"),
    path("styleguide", frame.styleguide, name="styleguide"),
]
