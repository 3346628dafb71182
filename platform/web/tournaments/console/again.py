"""A tournament like one that was held: everything but entrants and results."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from api import limits
from api.problems import Problem
from tournaments.services import repeating
from web.tournaments.console.console_context import console_context, page
from web.tournaments.console.planning import planner
from web.tournaments.console.refusals import refusal
from web.tournaments.console.repeat_forms import AgainForm
from web.tournaments.console.slugs import free_slug


@never_cache
@login_required
def again(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask for a name and a date, and make the tournament."""
    me, found = planner(request), console_context(request, slug)
    if "repeat" not in found.can:
        raise Http404
    form = AgainForm(request.POST or None, initial={"name": found.state.settings["name"]})
    if request.method == "POST" and form.is_valid():
        said = form.cleaned_data
        new_slug = free_slug(said["name"])
        try:
            limits.spend("tournament", f"account:{me.pk}")
            repeating.copy(
                slug=slug,
                who=found.who,
                new_slug=new_slug,
                name=said["name"],
                begins=said["begins"],
            )
        except Problem as problem:
            form.add_error(None, refusal(problem))
        else:
            messages.success(
                request, _("The tournament has been created. Open entry when you are ready.")
            )
            return redirect("web:organise-console", new_slug)
    return page(request, found, "again", 400 if form.errors else 200, {"form": form})
