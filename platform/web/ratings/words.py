"""What pages say about ladders: their rules, and why a challenge is not possible."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from django.utils.formats import date_format, number_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from ratings.answers import PairShown
from ratings.ladder.meetings import Repeats
from ratings.ladder.settings import Settings
from ratings.systems.core import PARTS

KINDS: Mapping[str, Promise] = {
    "rating": gettext_lazy("by rating"),
    "points": gettext_lazy("by points"),
    "challenge": gettext_lazy("by challenges"),
}
"""How a ladder orders its players."""
ENTRY: Mapping[str, Promise] = {
    "people": gettext_lazy("Only people may play here."),
    "bots": gettext_lazy("Only bots may play here."),
    "mixed": gettext_lazy("People and bots may play here."),
}
LATE: Mapping[str, Promise] = {
    "forfeit": gettext_lazy("Who lets the time run out has left the match, and comes last."),
    "bot": gettext_lazy("For who lets the time run out a bot plays on; who stays away comes last."),
    "auto": gettext_lazy("Who lets the time run out has a harmless move made."),
}
"""What follows when time is up."""
HOUR_S = 3600
DAY_S = 24 * HOUR_S


def rules(settings: Settings) -> list[str]:
    """Return the rules of a ladder in sentences."""
    return [
        *_order(settings),
        *(_challenges(settings) if settings.kind == "challenge" else ()),
        *_rating(settings),
        *_matches(settings),
        *_standings(settings),
    ]


def _order(settings: Settings) -> Iterator[str]:
    if settings.kind == "rating":
        yield _("Players are ordered by their rating; equal ones share a rank.")
    elif settings.kind == "points":
        yield _("Players are ordered by the sum of their best %(count)s results of the season.") % {
            "count": settings.best_of
        }
        if settings.points:
            points = ", ".join(map(str, settings.points))
            yield _("The places bring %(points)s points; who ties shares them.") % {
                "points": points
            }
        else:
            yield _("The first place brings 1 point, the last none, those between a fair part.")
    else:
        yield _("Everybody stands on a rung. Challenge somebody above you, and take the rung.")


def _challenges(settings: Settings) -> Iterator[str]:
    limits = settings.challenges
    yield _(
        "A challenge reaches up by %(percent)s%% of your own position, or by %(places)s rungs where"
        " that is more."
    ) % {"percent": limits.reach_percent, "places": limits.reach_places}
    yield _(
        "The winner moves directly above the best player beaten, by %(places)s rungs at most."
    ) % {"places": limits.reach_places}
    if limits.refusal == "forfeit":
        words = _("Answer within %(time)s: who declines or stays silent loses the rung.")
    else:
        words = _("Answer within %(time)s; who declines or stays silent loses nothing.")
    yield words % {"time": duration(limits.answer_hours * HOUR_S)}
    if limits.rematch_days:
        yield _("The same players may not challenge one another again within %(time)s.") % {
            "time": duration(limits.rematch_days * DAY_S)
        }


def _rating(settings: Settings) -> Iterator[str]:
    system = settings.rating_system()
    if settings.system == "elo":
        yield _(
            "Ratings are Elo for tables: every pair at the table counts as a small match. Newcomers"
            " begin at %(start)s."
        ) % {"start": system.values["start"]}
        if settings.provisional_games:
            yield _(
                "%(new)s points are at stake in each of your first %(games)s matches, then %(k)s."
            ) % {
                "new": system.values["k_provisional"],
                "games": settings.provisional_games,
                "k": system.values["k"],
            }
        if system.values["seat_term"]:
            yield _("What a seat is worth is learnt from all matches, and counts as rating.")
    else:
        yield _(
            "Ratings are OpenSkill's: a guess of your strength, and ± how far off it may be."
            " It becomes surer with each match."
        )


def _matches(settings: Settings) -> Iterator[str]:
    yield str(ENTRY[settings.entry])
    if settings.clock:
        yield _("Each decision may take %(time)s.") % {"time": duration(settings.clock)}
        yield str(LATE[settings.on_timeout])
    if settings.moves_min:
        yield ngettext(
            "Who leaves before everybody has made %(count)s move loses, and nobody gains.",
            "Who leaves before everybody has made %(count)s moves loses, and nobody gains.",
            settings.moves_min,
        ) % {"count": settings.moves_min}
    if settings.repeats is not None:
        yield from _repeats(settings.repeats)
    if settings.bots_after is not None and settings.entry != "people":
        yield _("Bots take the free seats when a search has lasted %(time)s.") % {
            "time": duration(settings.bots_after)
        }


def _repeats(rules: Repeats) -> Iterator[str]:
    yield _(
        "The same two count less from match to match beyond %(day)s a day and %(season)s a season."
    ) % {"day": rules.day_full, "season": rules.season_full}
    if rules.circle:
        yield _(
            "What happens against somebody who has met few others counts less for who has met more,"
            " until they have met %(count)s."
        ) % {"count": rules.circle}


def counted(pair: PairShown, *, mine: int, theirs: int, moves_min: int) -> str:
    """Return why a pair counts as it does, in words; empty where it simply counts.

    `mine` and `theirs` are how many others the two had met.
    """
    if pair.on_day is None:
        if pair.counts:
            return ""
        return _("Counts nothing: not both had made %(moves)s moves.") % {"moves": moves_min}
    if pair.counts == PARTS:
        return ""
    said = _("Counts %(part)s: match %(day)s of these two that day, %(season)s of the season") % {
        "part": share(pair.counts),
        "day": f"{pair.on_day} ({share(pair.day_counts or 0)})",
        "season": f"{pair.in_season} ({share(pair.season_counts or 0)})",
    }
    if pair.known_counts == PARTS:
        return f"{said}."
    known = _("the other had met %(theirs)s others, and this player %(mine)s (%(part)s)") % {
        "theirs": theirs,
        "mine": mine,
        "part": share(pair.known_counts or 0),
    }
    return f"{said}; {known}."


def share(thousandths: int) -> str:
    """Return a part of a thousand as the page writes percents, to a tenth."""
    return f"{number_format(thousandths / 10, 1 if thousandths % 10 else 0)}\N{NO-BREAK SPACE}%"


def _standings(settings: Settings) -> Iterator[str]:
    if settings.kind == "challenge":
        return
    games = max(1, settings.listed_games)
    yield ngettext(
        "The standings show who has played %(count)s match.",
        "The standings show who has played %(count)s matches.",
        games,
    ) % {"count": games}
    if settings.activity_days:
        yield _("Who has not played for %(time)s is left out until the next match.") % {
            "time": duration(settings.activity_days * DAY_S)
        }


def duration(seconds: int) -> str:
    """Return a length of time in words, in the largest unit that fits it whole."""
    if seconds and seconds % DAY_S == 0:
        count = seconds // DAY_S
        return ngettext("%(count)s day", "%(count)s days", count) % {"count": count}
    if seconds and seconds % HOUR_S == 0:
        count = seconds // HOUR_S
        return ngettext("%(count)s hour", "%(count)s hours", count) % {"count": count}
    if seconds and seconds % 60 == 0:
        count = seconds // 60
        return ngettext("%(count)s minute", "%(count)s minutes", count) % {"count": count}
    return ngettext("%(count)s second", "%(count)s seconds", seconds) % {"count": seconds}


REASONS: Mapping[str, Promise] = {
    "ladder_paused": gettext_lazy("The ladder is paused. Matches that run still count."),
    "no_clock": gettext_lazy(
        "This ladder has no clock yet, so no match can begin. Who runs it has to set one first."
    ),
    "player_twice": gettext_lazy("Nobody can sit at a table twice."),
    "player_count": gettext_lazy(
        "%(players)s would be at the table, but this ladder plays with %(min)s to %(max)s."
    ),
    "not_on_ladder": gettext_lazy("You are not on this ladder yet. Join it first."),
    "opponent_not_on_ladder": gettext_lazy("%(player)s is not on this ladder."),
    "out_of_reach": gettext_lazy(
        "Rung %(position)s is too high for you: you may challenge up to rung %(highest)s."
    ),
    "nobody_above_you": gettext_lazy(
        "Nobody of these stands above you on rung %(position)s: choose at least one who does."
    ),
    "too_many_out": gettext_lazy(
        "You have %(max)s challenges open, which is as many as you may. Wait for an answer."
    ),
    "too_many_in": gettext_lazy("%(player)s has %(max)s challenges to answer already."),
    "already_challenged": gettext_lazy("You have challenged them already."),
    "rematch_too_soon": gettext_lazy(
        "You played one another less than %(days)s days ago. Challenge again from %(from)s on."
    ),
    "challenge_not_open": gettext_lazy("This challenge is over."),
    "answered_already": gettext_lazy("You have answered this challenge already."),
    "no_challenge_ladder": gettext_lazy("On this ladder nobody is challenged: search for a match."),
}
"""Why a challenge is not possible, by the code that services give."""


def reason(about: Mapping[str, Any]) -> str:
    """Return a reason against a challenge in words."""
    sentence = REASONS.get(str(about["code"]))
    if sentence is None:
        return str(about["code"])
    numbers = dict(about)
    if "from" in numbers:
        numbers["from"] = date_format(datetime.fromisoformat(str(about["from"])), "DATE_FORMAT")
    return str(sentence) % numbers


REFUSALS: Mapping[str, Promise] = {
    "no_clock": REASONS["no_clock"],
    "entry_closed": gettext_lazy("The ladder is paused. Matches that run still count."),
    "bots_not_allowed": gettext_lazy("This ladder is for people; programs may not play here."),
    "people_not_allowed": gettext_lazy("This ladder is for bots; you may look on."),
    "challenge_ladder": gettext_lazy("On this ladder matches begin with a challenge."),
    "not_found": gettext_lazy("That is over by now. Look at the ladder as it stands."),
    "rate_limited": gettext_lazy("That was often in a short time. Please try again in a moment."),
}
"""Why something is not possible on a ladder, by the problem's reason or code."""
NOT_RATED: Mapping[str, Promise] = {
    "void": gettext_lazy("the match was called off"),
    "other_game": gettext_lazy("it was another game"),
    "player_twice": gettext_lazy("somebody sat at the table twice"),
    "player_count": gettext_lazy("the ladder plays with other numbers of players"),
    "bots_not_allowed": gettext_lazy("a bot took part, and the ladder is for people"),
    "people_not_allowed": gettext_lazy("people took part, and the ladder is for bots"),
    "too_few_moves": gettext_lazy("not everybody has made enough moves"),
}
"""Why a match did not count."""
