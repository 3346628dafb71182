"""The addresses of the pages."""

from django.contrib.auth.views import LogoutView
from django.urls import URLPattern, URLResolver, include, path, re_path
from django.views.i18n import set_language

from web import branding
from web.accounts import (
    account_views,
    auth_views,
    case_views,
    email_views,
    friend_views,
    guest_views,
    password_reset,
    program_views,
    provider_views,
    security_views,
    sign_in_links,
    token_views,
)
from web.accounts.guest_views import accounts_only
from web.lessons import views as lesson_views
from web.matches import opening_views
from web.views import data, frame, games, home, people, problems, public_log

app_name = "web"

urlpatterns: list[URLPattern | URLResolver] = [
    path("", home.home, name="home"),
    path("turns", home.turns, name="turns"),
    path("turns/next", home.next_turn, name="next-turn"),
    path("data", data.data, name="data"),
    path("data/<str:period>/<str:name>", data.file, name="data-file-of-dump"),
    path("games", games.games, name="games"),
    path("games/<slug:game>", games.game, name="game"),
    path("games/<slug:game>/rulebook", games.rulebook, name="rulebook"),
    path("games/<slug:game>/lesson", lesson_views.lesson, name="lesson"),
    path("games/<slug:game>/lesson/<int:number>", lesson_views.lesson, name="lesson-step"),
    path("games/<slug:game>/start", opening_views.start, name="start"),
    path("games/<slug:game>/new", opening_views.new, name="new-match"),
    path("matches", home.matches, name="matches"),
    path("", include("web.matches.urls")),
    path("", include("web.notifications.urls")),
    path("", include("web.tournaments.urls")),
    path("", include("web.series.urls")),
    path("", include("web.studies.urls")),
    path("", include("web.puzzles.urls")),
    path("", include("web.deals.urls")),
    path("", include("web.ratings.urls")),
    path("", include("web.tournaments.console.urls")),
    path("", include("web.embeds.urls")),
    path("players/<str:name>", people.player, name="player"),
    path("sign-up", auth_views.sign_up, name="sign-up"),
    path("sign-in", auth_views.SignInPage.as_view(), name="sign-in"),
    path("sign-in/link", sign_in_links.ask, name="sign-in-link"),
    path("sign-in/link/<str:given>", sign_in_links.follow, name="follow-sign-in-link"),
    path("sign-in/again", sign_in_links.again, name="sign-in-again"),
    path("sign-out", LogoutView.as_view(next_page="/"), name="sign-out"),
    path("forgotten", password_reset.request_reset, name="forgotten"),
    path(
        "forgotten/<uidb64>/<token>", password_reset.NewPasswordPage.as_view(), name="new-password"
    ),
    path("account", account_views.account, name="account"),
    path("report", case_views.report, name="report"),
    path("account/data", account_views.data, name="data-file"),
    path("account/data/file", account_views.data_content, name="data-file-content"),
    path("account/decisions", case_views.decisions, name="decisions"),
    path("account/decisions/<uuid:case_id>/appeal", case_views.appeal, name="appeal"),
    path("friends", friend_views.friends, name="friends"),
    path("friends/visibility", friend_views.visibility, name="visibility"),
    path("friends/<uuid:account_id>", friend_views.change, name="friend"),
    path("account/forget", guest_views.forget, name="forget-guest"),
    path("account/password", accounts_only(account_views.PasswordPage.as_view()), name="password"),
    path("account/email", accounts_only(email_views.email), name="email"),
    path("account/email/confirm", accounts_only(email_views.confirm_own), name="confirm-own-email"),
    path("account/email/forget", accounts_only(email_views.forget), name="forget-email-change"),
    path("account/email/<uuid:change_id>/<str:proof>", email_views.confirm, name="confirm-email"),
    path("account/security", accounts_only(security_views.security), name="security"),
    path(
        "account/security/no-password",
        accounts_only(security_views.drop_password),
        name="drop-password",
    ),
    path(
        "account/security/password",
        accounts_only(security_views.FirstPasswordPage.as_view()),
        name="first-password",
    ),
    path(
        "account/security/links/<int:link_id>/end",
        accounts_only(provider_views.unlink),
        name="unlink-provider",
    ),
    path("account/programs", accounts_only(program_views.connected), name="programs"),
    path("account/programs/own", accounts_only(program_views.own), name="own-programs"),
    path("account/programs/own/new", accounts_only(program_views.register), name="new-program"),
    path(
        "account/programs/own/<slug:client_id>",
        accounts_only(program_views.one),
        name="own-program",
    ),
    path(
        "account/programs/own/<slug:client_id>/secret",
        accounts_only(program_views.renew_secret),
        name="renew-program-secret",
    ),
    path(
        "account/programs/own/<slug:client_id>/remove",
        accounts_only(program_views.remove),
        name="remove-program",
    ),
    path(
        "account/programs/<slug:client_id>/end",
        accounts_only(program_views.disconnect),
        name="disconnect-program",
    ),
    path("account/tokens", accounts_only(token_views.tokens), name="tokens"),
    path(
        "account/tokens/<uuid:token_id>/revoke",
        accounts_only(token_views.revoke),
        name="revoke-token",
    ),
    path("account/sessions", accounts_only(account_views.sessions), name="sessions"),
    path(
        "account/sessions/end-others",
        accounts_only(account_views.end_other_sessions),
        name="end-other-sessions",
    ),
    path(
        "account/sessions/<uuid:session_id>/end",
        accounts_only(account_views.end_session),
        name="end-session",
    ),
    path("account/delete", accounts_only(account_views.delete), name="delete-account"),
    path("problems", problems.problems, name="problems"),
    path("problems/<slug:code>", problems.problem, name="problem"),
    path("language", set_language, name="language"),
    path("appearance", frame.appearance, name="appearance"),
    path("site/look-<slug:mark>.css", branding.look_file, name="look"),
    path("site/logo-<slug:mark>.png", branding.logo_file, name="logo"),
    path("site/banner/close", branding.close_banner, name="close-banner"),
    re_path("^(?P<name>imprint|privacy|terms)$", branding.page, name="site-page"),
    path("log", public_log.public_log, name="public-log"),
    path("styleguide", frame.styleguide, name="styleguide"),
]
