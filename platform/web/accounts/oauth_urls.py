"""Addresses of OAuth 2 and OpenID Connect, by the names that `allauth.idp.oidc` asks for."""

from allauth.idp.oidc.views import jwks
from django.urls import URLPattern, URLResolver, include, path

from web.accounts import oauth_views

app_name = "idp"

OIDC: list[URLPattern | URLResolver] = [
    path("oauth/authorize", oauth_views.ConsentPage.as_view(), name="authorization"),
    path("oauth/token", oauth_views.TokenEndpoint.as_view(), name="token"),
    path("oauth/revoke", oauth_views.RevocationEndpoint.as_view(), name="revoke"),
    path("oauth/person", oauth_views.PersonEndpoint.as_view(), name="userinfo"),
    path(".well-known/openid-configuration", oauth_views.metadata, name="configuration"),
    path(".well-known/oauth-authorization-server", oauth_views.metadata),
    path(".well-known/jwks.json", jwks, name="jwks"),
]
urlpatterns: list[URLPattern | URLResolver] = [path("", include((OIDC, "oidc")))]
