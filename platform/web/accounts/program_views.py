"""Programs of other people: which may act for somebody, and which somebody has written."""

from allauth.account.internal.flows.reauthentication import raise_if_reauthentication_required
from allauth.idp.oidc.models import Client
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts import programs
from api.problems import Problem
from notifications import program_addresses
from web import requests
from web.accounts.account_views import SECTION
from web.accounts.program_forms import NewProgramForm, ProgramForm
from web.accounts.program_sign_in import ALLOWED
from web.messages import localise


@never_cache
def connected(request: HttpRequest) -> HttpResponse:
    """List the programs that may act for who is signed in."""
    me = requests.member(request)
    addresses = program_addresses.counted(me.pk)
    found = [
        {
            "client": each.client,
            "homepage": programs.homepage_of(each.client),
            "allowed": [ALLOWED[scope] for scope in ALLOWED if scope in each.scopes],
            "since": each.since,
            "last_used_at": each.last_used_at,
            "addresses": addresses.get(each.client.pk, 0),
        }
        for each in programs.connected(me.pk)
    ]
    return render(request, "web/accounts/programs/index.html", {"programs": found, **SECTION})


@require_POST
def disconnect(request: HttpRequest, client_id: str) -> HttpResponse:
    """Let a program act for who is signed in no more."""
    programs.disconnect(account_id=requests.member(request).pk, client_id=client_id)
    messages.success(request, _("The program can no longer do anything for you."))
    return redirect("web:programs")


@never_cache
def own(request: HttpRequest) -> HttpResponse:
    """List the programs that somebody has registered."""
    me = requests.member(request)
    context = {"clients": programs.own(me.pk), **SECTION}
    return render(request, "web/accounts/programs/own.html", context)


@never_cache
def register(request: HttpRequest) -> HttpResponse:
    """Register a program; the answer alone shows its secret."""
    raise_if_reauthentication_required(request, app="accounts")
    me = requests.member(request)
    form = NewProgramForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            made = programs.register(account=me, wanted=form.wanted())
        except Problem as problem:
            _add_faults(form, problem)
        else:
            return _shown(request, made.client, secret=made.secret, status=201)
    status = 400 if form.errors else 200
    context = {"form": form, **SECTION}
    return render(request, "web/accounts/programs/new.html", context, status=status)


def _add_faults(form: ProgramForm, problem: Problem) -> None:
    """Say beside each field what is wrong with it; raises what is no matter of a field."""
    if not problem.errors:
        raise problem
    for fault in problem.errors:
        form.add_error(fault.field, localise(fault.message))


def _shown(
    request: HttpRequest, client: Client, *, secret: str = "", status: int = 200
) -> HttpResponse:
    context = {"client": client, "secret": secret, "form": _form_of(client), **SECTION}
    return render(request, "web/accounts/programs/one.html", context, status=status)


def _form_of(client: Client) -> ProgramForm:
    return ProgramForm(
        initial={
            "name": client.name,
            "homepage": programs.homepage_of(client),
            "redirects": "\n".join(client.get_redirect_uris()),
            "scopes": client.get_scopes(),
        }
    )


@never_cache
def one(request: HttpRequest, client_id: str) -> HttpResponse:
    """Show a program that somebody has registered, and change what is said of it."""
    raise_if_reauthentication_required(request, app="accounts")
    me = requests.member(request)
    client = programs.owned(account_id=me.pk, client_id=client_id)
    if request.method != "POST":
        return _shown(request, client)
    form = ProgramForm(request.POST)
    if form.is_valid():
        try:
            programs.change(account_id=me.pk, client_id=client_id, wanted=form.wanted())
        except Problem as problem:
            _add_faults(form, problem)
        else:
            messages.success(request, _("Saved."))
            return redirect("web:own-program", client_id)
    context = {"client": client, "form": form, **SECTION}
    return render(request, "web/accounts/programs/one.html", context, status=400)


@require_POST
def renew_secret(request: HttpRequest, client_id: str) -> HttpResponse:
    """Give a program another secret, which this answer alone shows."""
    raise_if_reauthentication_required(request, app="accounts")
    me = requests.member(request)
    secret = programs.renew_secret(account_id=me.pk, client_id=client_id)
    client = programs.owned(account_id=me.pk, client_id=client_id)
    return _shown(request, client, secret=secret)


@require_POST
def remove(request: HttpRequest, client_id: str) -> HttpResponse:
    """End a program of one's own for everybody."""
    raise_if_reauthentication_required(request, app="accounts")
    programs.remove(account_id=requests.member(request).pk, client_id=client_id)
    messages.success(request, _("The program has been removed."))
    return redirect("web:own-programs")
