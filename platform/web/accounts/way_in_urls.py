"""Addresses that `allauth` knows by names of its own; all others of the pages are in `web.urls`."""

from django.urls import URLPattern, URLResolver, path
from django.views.generic import RedirectView

from web.accounts import auth_views, provider_views, security_views
from web.accounts.guest_views import accounts_only

HOME = "account/security"

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
    path(HOME, accounts_only(security_views.security), name="mfa_index"),
    path(HOME, accounts_only(security_views.security), name="mfa_list_webauthn"),
    path(
        f"{HOME}/again",
        accounts_only(security_views.PasswordAgainPage.as_view()),
        name="account_reauthenticate",
    ),
    path(
        f"{HOME}/again/code",
        accounts_only(security_views.CodeAgainPage.as_view()),
        name="mfa_reauthenticate",
    ),
    path(
        f"{HOME}/again/passkey",
        accounts_only(security_views.PasskeyAgainPage.as_view()),
        name="mfa_reauthenticate_webauthn",
    ),
    path(
        f"{HOME}/app",
        accounts_only(security_views.AppPage.as_view()),
        name="mfa_activate_totp",
    ),
    path(
        f"{HOME}/app/off",
        accounts_only(security_views.AppOffPage.as_view()),
        name="mfa_deactivate_totp",
    ),
    path(
        f"{HOME}/codes",
        accounts_only(security_views.CodesPage.as_view()),
        name="mfa_view_recovery_codes",
    ),
    path(
        f"{HOME}/codes/new",
        accounts_only(security_views.NewCodesPage.as_view()),
        name="mfa_generate_recovery_codes",
    ),
    path(
        f"{HOME}/passkeys/new",
        accounts_only(security_views.NewPasskeyPage.as_view()),
        name="mfa_add_webauthn",
    ),
    path(
        f"{HOME}/passkeys/<int:pk>/name",
        accounts_only(security_views.PasskeyNamePage.as_view()),
        name="mfa_edit_webauthn",
    ),
    path(
        f"{HOME}/passkeys/<int:pk>/remove",
        accounts_only(security_views.RemovePasskeyPage.as_view()),
        name="mfa_remove_webauthn",
    ),
]
