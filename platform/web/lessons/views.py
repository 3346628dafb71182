"""The pages of lessons: a step each, on the table of the game."""

import json
from collections.abc import Mapping, Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.core import AnyRules
from web.games.courses import LEARNER, Course, Step
from web.games.narration import People
from web.games.registry import language
from web.games.shared_events import describe_event
from web.lessons import registry
from web.lessons.play import Told, moment
from web.matches.match_forms import QuickStartForm
from web.matches.opening_views import rules_of
from web.matches.table import Status, table, without_match

TOLD_MAX = 6
"""How much of what happened is told again beside the words of a step."""


def lesson(request: HttpRequest, game: str, number: int = 1) -> HttpResponse:
    """Show a step of a game's lesson; a move that was taught leads to the next one."""
    rules = rules_of(game)
    if not registry.has_lesson(game):
        raise Http404
    course = registry.course(game)
    if not 1 <= number <= len(course.steps):
        raise Http404
    step = course.steps[number - 1]
    tried = request.POST.get("move")
    if tried is not None and is_taught(step, tried):
        return redirect("web:lesson-step", game, number + 1)
    context = {**_context(rules, course, number), "is_astray": tried is not None}
    return render(request, "web/lessons/step.html", context)


def is_taught(step: Step, tried: str) -> bool:
    """Return whether a move, as a button sent it, is the one that the step asks for."""
    try:
        return step.move is not None and json.loads(tried) == step.move
    except ValueError:
        return False


def _context(rules: AnyRules, course: Course, number: int) -> Mapping[str, object]:
    step = course.steps[number - 1]
    now = moment(course, number - 1)
    people = People(dict(enumerate(course.players)), LEARNER)
    at_hand = {"my_seat": LEARNER, "view": dict(now.view), "to_act": list(now.to_act)}
    page = without_match(rules, len(course.players), at_hand)
    legal = now.legal_moves if step.move else []
    progress = _("Step %(number)d of %(all)d") % {"number": number, "all": len(course.steps)}
    return {
        "rules": rules,
        "match": page,
        "number": number,
        "progress": progress,
        "words": registry.words(rules.game, get_language() or "en")[number - 1],
        "points_at": step.points_at,
        "asks": json.dumps(step.move, separators=(",", ":")) if step.move else "",
        "told": sentences(now.told, rules, people)[-TOLD_MAX:] if number > 1 else (),
        "previous": number - 1,
        "following": number + 1 if number < len(course.steps) else None,
        "form": QuickStartForm(rules),
        "status": Status(_("Your turn.") if step.move else "", step.move is not None, live=True),
        **vars(table(page, now.view, legal, people)),
    }


def sentences(events: Sequence[Told], rules: AnyRules, people: People) -> list[str]:
    """Return events in sentences, oldest first."""
    words = language(rules.game, rules.datasets[0])
    said = (describe_event(words, kind, data, people) for kind, data in events)
    return [sentence for sentence in said if sentence]
