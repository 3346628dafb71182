"""The addresses of OAuth 2 and OpenID Connect: those of `allauth.idp.oidc`, with the house's rules.

Every program uses PKCE by S256 (RFC 7636), whether it can keep a secret or not (RFC 9700, 2.1.1).
"""

from collections.abc import Iterable
from typing import Any
from urllib.parse import urlencode, urlsplit

from allauth.idp.oidc.adapter import get_adapter
from allauth.idp.oidc.internal.oauthlib.server import get_server
from allauth.idp.oidc.internal.oauthlib.utils import (
    extract_params,
    respond_html_error,
)
from allauth.idp.oidc.models import Client
from allauth.idp.oidc.models import Token as Grant
from allauth.idp.oidc.views import (
    AuthorizationView,
    RevokeView,
    TokenView,
    UserInfoView,
)
from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.forms import Form
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.utils.http import urlencode as quoted
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from oauthlib.oauth2.rfc6749.errors import (
    FatalClientError,
    MismatchingRedirectURIError,
    OAuth2Error,
)

from accounts import entrance, programs, telling
from api import addresses, limits
from api.problems import Problem
from web import site
from web.accounts import entering
from web.accounts.program_sign_in import ALLOWED


class ConsentPage(AuthorizationView):
    """Ask a person what a program may do for them."""

    template_name = "web/accounts/programs/consent.html"

    def dispatch(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        """Lead guests to where they sign up: nobody can act for them."""
        if request.user.is_authenticated and request.user.is_guest:
            here = quoted({"next": request.get_full_path()})
            return redirect(f"{reverse('web:sign-up')}?{here}")
        answer: HttpResponseBase = super().dispatch(request, *args, **kwargs)
        return answer

    def get(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        """Show the question, or send a program back that does not use PKCE."""
        client = Client.objects.filter(pk=request.GET.get("client_id", "")).first()
        if client and not programs.may_lead_to(client, request.GET.get("redirect_uri", "")):
            shown: HttpResponse = respond_html_error(request, error=MismatchingRedirectURIError())
            return shown
        if _needs_sign_in(request):
            return redirect_to_login(request.get_full_path())
        if not request.GET.get("code_challenge"):
            try:
                _scopes, about = get_server().validate_authorization_request(
                    *extract_params(request)
                )
            except (FatalClientError, OAuth2Error):
                pass
            else:
                return _refused(about)
        answer: HttpResponse = super().get(request, *args, **kwargs)
        return answer

    def get_context_data(self, **kwargs: object) -> dict[str, object]:
        """Say in plain words who asks, for what, and what that does not allow."""
        found = super().get_context_data(**kwargs)
        client = found["client"]
        return {
            **found,
            "homepage": programs.homepage_of(client),
            "where": urlsplit(self._request_info["redirect_uri"]).hostname or "",
            "is_here": urlsplit(self._request_info["redirect_uri"]).scheme == "http",
            "can_play": "play" in self._scopes,
            # Any token sees what `read` names.
            "sees_too": ""
            if "read" in self._scopes or not {*self._scopes} & {*programs.SCOPES}
            else ALLOWED["read"],
            "scopes": [(each, ALLOWED[each]) for each in ALLOWED if each in self._scopes],
        }

    def render_to_response(self, context: dict[str, object], **kwargs: object) -> HttpResponse:
        """Let the form lead where the program asked to be led back to, and nowhere else."""
        self._require_recent(self._scopes)
        answer: HttpResponse = super().render_to_response(context, **kwargs)
        where = urlsplit(self._request_info["redirect_uri"])
        allowed = f"{where.scheme}://{where.netloc}" if where.netloc else f"{where.scheme}:"
        answer._csp_update = {"form-action": [allowed]}  # type: ignore[attr-defined] # noqa: SLF001 - As django-csp's decorators do.
        return answer

    def form_valid(self, form: Form) -> HttpResponse:
        """Let the program act, and tell its person by mail."""
        self._require_recent(form.cleaned_data["scopes"])
        answer: HttpResponse = super().form_valid(form)
        if answer.status_code == 302:
            telling.tell(self.request.user, "program_allowed")
        return answer

    def _require_recent(self, scopes: Iterable[str]) -> None:
        """Have a person show who they are before a program may do anything, not to be signed in.

        What a program may is what a token may, for which the page of tokens asks the same.
        """
        if {*scopes} & {*programs.SCOPES}:
            entering.require_recent(self.request)


def _needs_sign_in(request: HttpRequest) -> bool:
    """Return whether a program wants no question for a stranger, but not by OpenID Connect.

    Without it nothing says so to the program.
    """
    is_silent = "none" in request.GET.get("prompt", "").split()
    is_openid = "openid" in request.GET.get("scope", "").split()
    return is_silent and not is_openid and not request.user.is_authenticated


def _refused(about: dict[str, Any]) -> HttpResponse:
    """Send a program back with what is wrong."""
    said = {
        "error": "invalid_request",
        "error_description": "Code challenge required (PKCE, S256).",
        **({"state": about["state"]} if about.get("state") else {}),
    }
    where = about["redirect_uri"]
    answer = HttpResponse(status=302)
    answer["Location"] = f"{where}{'&' if '?' in where else '?'}{urlencode(said)}"
    return answer


def _too_many(problem: Problem) -> JsonResponse:
    """Tell a program in the words of RFC 6749 that it comes too often."""
    said = {"error": "temporarily_unavailable", "error_description": str(problem.detail)}
    return JsonResponse(said, status=problem.status, headers=problem.headers)


class _Limited:
    """Counts requests by address: a secret costs a hash, which many could want at once."""

    def dispatch(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        """Answer a request."""
        try:
            limits.spend(entrance.BUCKET_BY_ADDRESS, f"address:{addresses.site(request)}")
        except Problem as problem:
            return _too_many(problem)
        answer: HttpResponseBase = super().dispatch(request, *args, **kwargs)  # type: ignore[misc] # Of a mixin.
        return answer


@method_decorator(csrf_exempt, name="dispatch")
class TokenEndpoint(_Limited, TokenView):
    """Give a program its tokens."""


@method_decorator(csrf_exempt, name="dispatch")
class RevocationEndpoint(_Limited, RevokeView):
    """Take a token back from the program that has it (RFC 7009)."""

    def post(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        """End it, and what the program has set up and may have no more."""
        held = Grant.objects.by_value(request.POST.get("token", "")).first()
        answer: HttpResponse = super().post(request, *args, **kwargs)
        if held is not None:
            programs.ended.send(Grant, account_id=held.user_id, client_id=held.client_id)
        return answer


@method_decorator(csrf_exempt, name="dispatch")
class PersonEndpoint(_Limited, UserInfoView):
    """Tell a program who has allowed it something."""


@never_cache
def metadata(request: HttpRequest) -> JsonResponse:
    """Say where and how programs sign people in (RFC 8414, OpenID Connect Discovery 1.0)."""
    base = site.link("") or f"{request.scheme}://{request.get_host()}"
    has_key = bool(settings.IDP_OIDC_PRIVATE_KEY)
    said: dict[str, object] = {
        "issuer": get_adapter().get_issuer(),
        "authorization_endpoint": base + reverse("idp:oidc:authorization"),
        "token_endpoint": base + reverse("idp:oidc:token"),
        "revocation_endpoint": base + reverse("idp:oidc:revoke"),
        "response_types_supported": ["code"],
        "grant_types_supported": ["authorization_code", "refresh_token"],
        "code_challenge_methods_supported": ["S256"],
        "token_endpoint_auth_methods_supported": [
            "none",
            "client_secret_basic",
            "client_secret_post",
        ],
        "scopes_supported": [*programs.SCOPES, *(programs.IDENTITY if has_key else ())],
        "service_documentation": base + reverse("docs"),
    }
    if has_key:
        said |= {
            "userinfo_endpoint": base + reverse("idp:oidc:userinfo"),
            "jwks_uri": base + reverse("idp:oidc:jwks"),
            "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["RS256"],
        }
    answer = JsonResponse(said)
    answer["Access-Control-Allow-Origin"] = "*"
    return answer
