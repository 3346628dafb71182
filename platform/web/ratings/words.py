"""What pages say about ladders: their rules, and why a challenge is not possible."""

from collections.abc import Iterator, Mapping
from datetime import datetime

from django.utils.formats import date_format, number_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.json_types import JsonMapping
from ratings.answers import PairShown
from ratings.ladder.meetings import Repeats
from ratings.ladder.settings import Settings
from ratings.report import as_points
from ratings.systems.core import PARTS
from web.templatetags.web_ratings import figure

KINDS: Mapping[str, Promise] = {
    "rating": gettext_lazy("rating ladder"),
    "points": gettext_lazy("points ladder"),
    "challenge": gettext_lazy("challenge ladder"),
}
"""How a ladder orders its players."""
ENTRY: Mapping[str, Promise] = {
    "people": gettext_lazy("Only people may play here."),
    "bots": gettext_lazy("Only bots may play here."),
    "mixed": gettext_lazy("People and bots may play here."),
}
LATE: Mapping[str, Promise] = {
    "forfeit": gettext_lazy("If you run out of time, you leave the match and are placed last."),
    "bot": gettext_lazy(
        "If you run out of time, a bot takes over; if you do not return, you are placed last."
    ),
    "auto": gettext_lazy("If you run out of time, a default move is made for you."),
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
            yield _("The places score %(points)s points; tied players share them.") % {
                "points": points
            }
        else:
            yield _("First place scores 1 point, last place 0, the others evenly in between.")
    else:
        yield _("Every player has a rung. Challenge someone above you to take theirs.")


def _challenges(settings: Settings) -> Iterator[str]:
    limits = settings.challenges
    yield _(
        "You can challenge players up to %(percent)s%% of your position above you, or "
        "%(places)s rungs, whichever is more."
    ) % {"percent": limits.reach_percent, "places": limits.reach_places}
    yield _(
        "The winner moves just above the highest-placed player they beat, by at most "
        "%(places)s rungs."
    ) % {"places": limits.reach_places}
    if limits.refusal == "forfeit":
        words = _("Answer within %(time)s: if you decline or do not answer, you lose the rung.")
    else:
        words = _("Answer within %(time)s; declining or not answering costs you nothing.")
    yield words % {"time": duration(limits.answer_hours * HOUR_S)}
    if limits.rematch_days:
        yield _("The same players cannot challenge one another again within %(time)s.") % {
            "time": duration(limits.rematch_days * DAY_S)
        }


def _rating(settings: Settings) -> Iterator[str]:
    system = settings.rating_system()
    if settings.system == "elo":
        yield _(
            "Ratings are multiplayer Elo: each pair of players counts as a game. New "
            "players start at %(start)s."
        ) % {"start": system.values["start"]}
        if system.values["k_half"]:
            yield _(
                "%(new)s points are at stake in your first match, and fewer with every match: "
                "after %(games)s it has come half of the way down to %(k)s."
            ) % {
                "new": system.values["k_provisional"],
                "games": system.values["k_half"],
                "k": system.values["k"],
            }
        elif settings.provisional_games:
            yield _(
                "%(new)s points are at stake in each of your first %(games)s matches, then %(k)s."
            ) % {
                "new": system.values["k_provisional"],
                "games": settings.provisional_games,
                "k": system.values["k"],
            }
        if system.values["seat_term"]:
            yield _("Seat advantage is estimated from all matches and counted as rating points.")
    elif settings.system == "openskill":
        yield _(
            "Ratings use OpenSkill: an estimate of your skill, with ± its uncertainty, "
            "which shrinks with every match."
        )
    else:
        yield _("Ratings use %(system)s. New players start at %(start)s.") % {
            "system": _(system.title),
            "start": figure(as_points(system.initial().rating, system.decimals)),
        }


def _matches(settings: Settings) -> Iterator[str]:
    yield str(ENTRY[settings.entry])
    if settings.clock:
        yield _("Each decision may take %(time)s.") % {"time": duration(settings.clock)}
        yield str(LATE[settings.on_timeout])
    if settings.moves_min:
        yield ngettext(
            (
                "A player who leaves before everyone has made %(count)s move loses, and no one "
                "gains."
            ),
            (
                "A player who leaves before everyone has made %(count)s moves loses, and no "
                "one gains."
            ),
            settings.moves_min,
        ) % {"count": settings.moves_min}
    if settings.repeats is not None:
        yield from _repeats(settings.repeats)
    if settings.chance == "required":
        yield _(
            "Everyone's device adds chance to the deals. A player who is not present for it "
            "loses the match."
        )
    if settings.bots_after is not None and settings.entry != "people":
        yield _("After %(time)s, bots fill the free seats.") % {
            "time": duration(settings.bots_after)
        }


def _repeats(rules: Repeats) -> Iterator[str]:
    yield _(
        "Matches between the same two players count less and less beyond %(day)s a day and "
        "%(season)s a season."
    ) % {"day": rules.day_full, "season": rules.season_full}
    if rules.circle:
        yield _(
            "A result against a player with few different opponents counts less for a "
            "player with more, until the former has met %(count)s."
        ) % {"count": rules.circle}


def counted(pair: PairShown, *, mine: int, theirs: int, moves_min: int) -> str:
    """Return why a pair counts as it does, in words; empty where it simply counts.

    `mine` and `theirs` are how many others the two had met.
    """
    if pair.on_day is None:
        if pair.counts:
            return ""
        return _("Does not count: not both players had made %(moves)s moves.") % {
            "moves": moves_min
        }
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
        "The standings list players with at least %(count)s match.",
        "The standings list players with at least %(count)s matches.",
        games,
    ) % {"count": games}
    if settings.activity_days:
        yield _("Players inactive for %(time)s are hidden until their next match.") % {
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
    "ladder_paused": gettext_lazy("The ladder is paused. Matches in progress still count."),
    "no_clock": gettext_lazy(
        "This ladder has no clock yet, so no match can start. The staff must set one first."
    ),
    "player_twice": gettext_lazy("A player can have only one seat at a table."),
    "player_count": gettext_lazy(
        "There would be %(players)s players, but this ladder is for %(min)s to %(max)s."
    ),
    "not_available": gettext_lazy("This challenge is not possible at the moment."),
    "not_on_ladder": gettext_lazy("You are not on this ladder yet. Join it first."),
    "opponent_not_on_ladder": gettext_lazy("%(player)s is not on this ladder."),
    "out_of_reach": gettext_lazy(
        "Rung %(position)s is too high for you: you can challenge up to rung %(highest)s."
    ),
    "nobody_above_you": gettext_lazy(
        "None of these players is above you on rung %(position)s: choose at least one who is."
    ),
    "too_many_out": gettext_lazy(
        "You have %(max)s open challenges, and you cannot have more. Wait for an answer."
    ),
    "too_many_in": gettext_lazy("%(player)s already has %(max)s challenges to answer."),
    "already_challenged": gettext_lazy("You have already challenged them."),
    "rematch_too_soon": gettext_lazy(
        "You played one another less than %(days)s days ago. Challenge again from %(from)s on."
    ),
    "challenge_not_open": gettext_lazy("This challenge is over."),
    "answered_already": gettext_lazy("You have already answered this challenge."),
    "no_challenge_ladder": gettext_lazy("This ladder has no challenges: search for a match."),
}
"""Why a challenge is not possible, by the code that services give."""


def reason(about: JsonMapping) -> str:
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
    "entry_closed": gettext_lazy("The ladder is paused. Matches in progress still count."),
    "bots_not_allowed": gettext_lazy("This ladder is for people; programs may not play here."),
    "people_not_allowed": gettext_lazy("This ladder is for bots; you can watch."),
    "guests_not_allowed": gettext_lazy(
        "Guests are not rated. Sign up to play for a rating; you keep your matches."
    ),
    "challenge_ladder": gettext_lazy("Matches on this ladder start with a challenge."),
    "not_found": gettext_lazy("That is already over. Here is the current ladder."),
    "rate_limited": gettext_lazy("Too many requests. Please try again in a moment."),
}
"""Why something is not possible on a ladder, by the problem's reason or code."""
NOT_RATED: Mapping[str, Promise] = {
    "void": gettext_lazy("the match was called off"),
    "forfeited": gettext_lazy("someone did not come to the tournament's table"),
    "agreed": gettext_lazy("the players of the tournament's table agreed to a draw"),
    "time_limit": gettext_lazy("the tournament's table ended at its time limit"),
    "other_game": gettext_lazy("it was another game"),
    "player_twice": gettext_lazy("a player had two seats"),
    "player_count": gettext_lazy("the ladder is for other numbers of players"),
    "bots_not_allowed": gettext_lazy("a bot took part, and the ladder is for people"),
    "people_not_allowed": gettext_lazy("people took part, and the ladder is for bots"),
    "too_few_moves": gettext_lazy("not every player has made enough moves"),
}
"""Why a match did not count."""
