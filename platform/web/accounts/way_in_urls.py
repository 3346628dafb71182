"""Addresses that `allauth` knows by names of its own; all others of the pages are in `web.urls`."""

from collections.abc import Sequence

from django.urls import URLPattern, URLResolver, path
from django.views.generic import RedirectView

from web.accounts import auth_views, provider_views, security_views
from web.accounts.guest_views import View, accounts_only
from web.accounts.security_views import (
    AppOffPage,
    AppPage,
    CodeAgainPage,
    CodesPage,
    NewCodesPage,
    NewPasskeyPage,
    PasskeyAgainPage,
    PasskeyNamePage,
    PasswordAgainPage,
    RemovePasskeyPage,
)

HOME = "account/security"
SECURITY_PAGES: Sequence[tuple[str, str, View]] = (
    ("mfa_index", "", security_views.security),
    ("mfa_list_webauthn", "", security_views.security),
    ("account_reauthenticate", "/again", PasswordAgainPage.as_view()),
    ("mfa_reauthenticate", "/again/code", CodeAgainPage.as_view()),
    ("mfa_reauthenticate_webauthn", "/again/passkey", PasskeyAgainPage.as_view()),
    ("mfa_activate_totp", "/app", AppPage.as_view()),
    ("mfa_deactivate_totp", "/app/off", AppOffPage.as_view()),
    ("mfa_view_recovery_codes", "/codes", CodesPage.as_view()),
    ("mfa_generate_recovery_codes", "/codes/new", NewCodesPage.as_view()),
    ("mfa_add_webauthn", "/passkeys/new", NewPasskeyPage.as_view()),
    ("mfa_edit_webauthn", "/passkeys/<int:pk>/name", PasskeyNamePage.as_view()),
    ("mfa_remove_webauthn", "/passkeys/<int:pk>/remove", RemovePasskeyPage.as_view()),
)
"""Of an account alone: name, address below its home, and page."""

urlpatterns: list[URLPattern | URLResolver] = [
    # These two are served by `web.urls`, and only their names are asked for.
    path("sign-in", auth_views.SignInPage.as_view(), name="account_login"),
    path("sign-up", auth_views.sign_up, name="account_signup"),
    path("sign-in/second-step", security_views.SecondStepPage.as_view(), name="mfa_authenticate"),
    path("sign-in/passkey", security_views.PasskeySignInPage.as_view(), name="mfa_login_webauthn"),
    path(
        "sign-in/with/cancelled",
        RedirectView.as_view(pattern_name="web:sign-in"),
        name="socialaccount_login_cancelled",
    ),
    path("sign-in/with/new", provider_views.sign_up, name="socialaccount_signup"),
    path("sign-in/with/<slug:provider_id>", provider_views.leave, name="openid_connect_login"),
    path(
        "sign-in/with/<slug:provider_id>/back", provider_views.back, name="openid_connect_callback"
    ),
    *(path(HOME + below, accounts_only(page), name=name) for name, below, page in SECURITY_PAGES),
]
