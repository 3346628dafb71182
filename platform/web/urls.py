"""The addresses of the pages."""

from django.contrib.auth.views import LogoutView
from django.urls import URLPattern, URLResolver, include, path
from django.views.i18n import set_language

from web.views import account, frame, games, home, joining, opening, people

app_name = "web"

urlpatterns: list[URLPattern | URLResolver] = [
    path("", home.home, name="home"),
    path("turns", home.turns, name="turns"),
    path("games", games.games, name="games"),
    path("games/<slug:game>", games.game, name="game"),
    path("games/<slug:game>/start", opening.start, name="start"),
    path("games/<slug:game>/new", opening.new, name="new-match"),
    path("matches", home.matches, name="matches"),
    path("", include("web.tables.urls")),
    path("players/<str:name>", people.player, name="player"),
    path("sign-up", joining.sign_up, name="sign-up"),
    path("sign-in", joining.SignInPage.as_view(), name="sign-in"),
    path("sign-out", LogoutView.as_view(next_page="/"), name="sign-out"),
    path("account", account.account, name="account"),
    path("language", set_language, name="language"),
    path("appearance", frame.appearance, name="appearance"),
    path("styleguide", frame.styleguide, name="styleguide"),
]
