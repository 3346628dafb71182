"""The plan of a tournament in words: its stages, its rules."""

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tournaments import plans, stage_plan
from tournaments.events import Data
from web import explaining
from web.tournaments import labels, round_deals
from web.tournaments.page_context import TournamentContext


class About(NamedTuple):
    """What people want to know of an event before they come."""

    starts_at: datetime | None
    place: str
    facts: list[tuple[str, str]]
    """Place, fee and contact, those that there are: a word, and what it is."""
    rules_url: str
    description: str


Context = dict[str, object]
MINUTE, HOUR, DAY = 60, 3600, 24 * 3600


def stages(visit: TournamentContext) -> list[Context]:
    """Return the stages: how each is played, and where the tournament stands."""
    state = visit.state
    found = []
    for number, settings in enumerate(state.settings["stages"]):
        begun = number < len(state.stages)
        over = begun and state.stages[number].ranking is not None
        table = settings["table"] or state.settings["table"]
        found.append(
            {
                "number": number + 1,
                "title": labels.format_title(settings["format"]),
                "about": _(stage_plan.format_of(state, number).about),
                "sizes": labels.sizes(table),
                "take": settings["take"],
                "best_of": settings.get("best_of", 1),
                "sum_of": settings.get("sum_of", 1),
                "rounds": _rounds(visit, number),
                "final": stage_plan.options_of(state, number).get("final"),
                "by_round": stage_plan.options_of(state, number).get("by_round", ""),
                "state": "over" if over else "current" if begun else "to-come",
            }
        )
    return found


def _rounds(visit: TournamentContext, number: int) -> str:
    """Return how many rounds a stage takes; empty where that hangs on who enters."""
    count, most = stage_plan.length_of(visit.state, number)
    if most is None:
        return ""
    if count is None:
        return ngettext("at most %(n)s round", "at most %(n)s rounds", most) % {"n": most}
    if most > count:
        values = {"least": count, "most": most}
        return _("%(least)s rounds, at most %(most)s after ties or departures") % values
    return ngettext("%(n)s round", "%(n)s rounds", count) % {"n": count}


def about(settings: Data) -> About:
    """Return when and where a tournament is, and what else its organiser has to say."""
    told = settings.get("about", {})
    starts_at = told.get("starts_at")
    return About(
        place=told.get("place", ""),
        starts_at=datetime.fromisoformat(starts_at) if starts_at else None,
        facts=[
            (word, told[name])
            for word, name in (
                (pgettext("of an event", "Place"), "place"),
                (_("Fee"), "fee"),
                (_("Contact"), "contact"),
            )
            if told.get(name)
        ],
        rules_url=told.get("rules_url", ""),
        description=told.get("description", ""),
    )


def facts(visit: TournamentContext) -> list[tuple[str, str]]:
    """Return what a player wants to know before entering: a word, and what it is."""
    settings = visit.state.settings
    played = _("here") if settings["play"] == "matches" else _("in person")
    found = [
        (_("Seats at a table"), labels.seats(settings["table"])),
        (_("Points"), labels.points_title(settings["points"])),
        (_("Played"), played),
    ]
    found += [(word, seconds(span)) for word, span in _times(settings) if span]
    if deals := round_deals.in_words(settings):
        found.append((_("Deals"), deals))
        found.append((_("What the cards explain"), explaining.of_plan(settings)))
        if settings["play"] == "matches":
            noted = _(
                "kept for a month in coded form; the staff can see who plays from the same address"
            )
            found.append((_("Internet addresses"), noted))
    if settings["capacity"] is not None:
        found.append((_("Places"), str(settings["capacity"])))
    bots = {"none": _("no"), "allowed": _("yes"), "only": _("only bots")}
    found.append((_("Bots"), bots[settings["bots"]]))
    if settings["checkin"]:
        found.append((_("Check-in"), _("yes")))
    if plans.requires_chance(settings):
        found.append(
            (
                _("Chance of the deals"),
                _("from everyone; a player who is not there loses the match"),
            )
        )
    found += _public_numbers(settings)
    if settings.get("agreed_draws"):
        found.append((_("Draws by agreement"), _("allowed before play")))
    if settings["ladder"]:
        found.append((_("Ladder"), settings["ladder"]))
    if settings.get("seed_by_series"):
        found.append((_("Seeds by the series"), settings["seed_by_series"]))
    return [*found, *_conditions(visit.state.conditions)]


def _public_numbers(settings: Data) -> Iterator[tuple[str, str]]:
    """Yield into what a public random number comes."""
    if settings.get("beacon"):
        yield _("Public random number"), _("is added to every deal")
    if settings.get("draw_beacon"):
        yield _("Public random number of the draws"), _("is added to every draw")


def _conditions(conditions: Data) -> Iterator[tuple[str, str]]:
    """Yield who may enter."""
    ladder = conditions.get("ladder", "")
    named = {
        "rating_min": _("at least %(n)s on the ladder %(ladder)s"),
        "rating_max": _("at most %(n)s on the ladder %(ladder)s"),
        "games_min": _("at least %(n)s rated matches on the ladder %(ladder)s"),
    }
    for name, words in named.items():
        if name in conditions:
            word = _("Games") if name == "games_min" else _("Rating")
            yield word, words % {"n": conditions[name], "ladder": ladder}
    if conditions.get("accounts"):
        yield _("Entry"), _("for those on the organiser's list")
    if conditions.get("invitation"):
        yield _("Entry"), _("by invitation")


def _times(settings: Data) -> list[tuple[str, int | None]]:
    """Return the times that a plan sets, in seconds; None for those that it does not."""
    clock = settings["clock"] or {}
    return [
        (_("Time per decision"), clock.get("per_move")),
        (_("Time bank per match"), clock.get("bank")),
        (_("Increment per decision"), clock.get("increment")),
        (_("Time for a round"), settings.get("round_seconds")),
        (_("Time to choose a seat at a final"), settings.get("choose_seats")),
    ]


def seconds(count: float) -> str:
    """Return a span of time in words."""
    whole = int(count)
    if whole >= DAY and whole % DAY == 0:
        return ngettext("%(n)s day", "%(n)s days", whole // DAY) % {"n": whole // DAY}
    if whole >= HOUR and whole % HOUR == 0:
        return ngettext("%(n)s hour", "%(n)s hours", whole // HOUR) % {"n": whole // HOUR}
    if whole >= MINUTE and whole % MINUTE == 0:
        minutes = whole // MINUTE
        return ngettext("%(n)s minute", "%(n)s minutes", minutes) % {"n": minutes}
    return ngettext("%(n)s second", "%(n)s seconds", whole) % {"n": whole}
