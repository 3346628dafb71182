"""Strangers who press a button to play: they become guests where the site has some."""

from django.contrib.auth import login
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse

from accounts import guests

BACKEND = "django.contrib.auth.backends.ModelBackend"


def enter(request: HttpRequest) -> None:
    """Let a stranger in as a new guest; who is in already stays. Raises Problem."""
    if not request.user.is_authenticated:
        login(request, guests.make(request), backend=BACKEND)
        guests.keep_session(request.session)


def turn_away(request: HttpRequest, back_to: str) -> HttpResponse | None:
    """Return where a stranger signs in on a site without guests; None for everybody else."""
    if request.user.is_authenticated or guests.are_welcome():
        return None
    return redirect_to_login(back_to)
