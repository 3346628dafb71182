"""What a format says of a pairing, in the reader's language."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, ngettext_lazy

from tournaments import stage_plan
from tournaments.events import NoteMessage
from tournaments.pairing_notes import Kept
from tournaments.state import RoundState, TournamentState
from web.tournaments import labels
from web.tournaments.people import listed

OF_ENTRANTS = frozenset({"swapped"})
"""The notes that name entrants even where teams are paired."""


class Names(NamedTuple):
    """Names by number, as the notes of a round need them."""

    paired: Mapping[int, str]
    """Of what the format pairs: teams, or else entrants."""
    entrants: Mapping[int, str]


WORDS: Mapping[str, Promise] = {
    "repeats": ngettext_lazy("%(n)s meeting is a repeat.", "%(n)s meetings are repeats.", "n"),
    "table_sizes": gettext_lazy("Tables have %(low)s to %(high)s players."),
    "next_swap": gettext_lazy("The next best swap of two players would cost %(n)s more."),
    "next_order": gettext_lazy("The next best order of a table would cost %(n)s more."),
    "level_all": gettext_lazy("Tie for a qualifying place at the table of %(names)s: all advance."),
    "level_seed": gettext_lazy(
        "Tie for a qualifying place at the table of %(names)s: the better seed advances."
    ),
    "level_lots": gettext_lazy(
        "Tie for a qualifying place at the table of %(names)s: decided by lot."
    ),
    "level_judge": gettext_lazy(
        "Tie for a qualifying place at the table of %(names)s: a judge decided."
    ),
    "all_led": gettext_lazy("Tables at which everyone has already led have a bye."),
    "same_draw": gettext_lazy(
        "Draw %(draw)s counts again: nothing has changed since, and no redraw is left."
    ),
    "other_draw": gettext_lazy(
        "Draw %(draw)s counts again because no redraw is left. The tables differ because pairs kept"
        " apart, byes, penalties or the plan have changed."
    ),
    "swapped": gettext_lazy("%(names)s were swapped by hand."),
    "elsewhere": gettext_lazy("Paired elsewhere."),
    "meet_again": gettext_lazy("Repeat pairing: %(parts)s."),
    "pair": gettext_lazy("%(first)s and %(second)s"),
    "no_dutch": gettext_lazy(
        "The rules of FIDE Dutch allow no pairing of everyone; this round has the lowest cost."
    ),
    "dutch": gettext_lazy(
        "FIDE Dutch (C.04.3 of 1 February 2026), by gacrux %(version)s; it has no cost terms."
        " Players: %(parts)s."
    ),
    "at_points": gettext_lazy("%(n)s with %(points)s"),
    "float_down": gettext_lazy("Downfloaters: %(names)s."),
    "dutch_bracket": gettext_lazy("FIDE Dutch, in the bracket of %(points)s."),
    "floats": gettext_lazy("%(names)s floats down from %(points)s."),
    "leads_both_due": gettext_lazy("%(names)s leads: both get the seat that they are due (5.2.1)."),
    "leads_stronger": gettext_lazy("%(names)s leads: the stronger claim is granted (5.2.2)."),
    "leads_changed": gettext_lazy(
        "%(names)s leads: they swap from when they last led and followed (5.2.3)."
    ),
    "leads_higher": gettext_lazy(
        "%(names)s leads: the higher-ranked player gets the seat that is due (5.2.4)."
    ),
    "leads_seeded": gettext_lazy(
        "%(names)s leads: neither has a claim, so the seeding number decides (5.2.5)."
    ),
}
"""What pages say, by the id of a note."""


def words(names: Names, kept: Kept) -> str:
    """Return a note in the reader's language, with names for numbers; as it is without words."""
    text, message = kept
    if message is None or not _has_words(message):
        return text
    return _words(names, message)


def joined(names: Names, kept: Sequence[Kept]) -> str:
    """Return several notes as one text."""
    return " ".join(words(names, each) for each in kept)


def meeting_again(names: Names, kept: Sequence[Kept]) -> list[str]:
    """Return which two at a table have met before."""
    said = [message for _text, message in kept if message and message.id == "meet_again"]
    return [_words(names, part) for each in said for part in each.parts]


def names_in(state: TournamentState, round_: RoundState) -> Names:
    """Return what those are called whom the notes of a round name by numbers."""
    entrants = {number: entrant.name for number, entrant in state.entrants.items()}
    if not stage_plan.format_of(state, round_.stage).of_teams or state.teams is None:
        return Names(entrants, entrants)
    teams = {number: team.name for number, team in enumerate(state.teams.teams, start=1)}
    return Names(teams, entrants)


def _has_words(message: NoteMessage) -> bool:
    return message.id in WORDS and all(_has_words(each) for each in message.parts)


def _words(names: Names, message: NoteMessage) -> str:
    parts = ", ".join(_words(names, each) for each in message.parts)
    called = names.entrants if message.id in OF_ENTRANTS else names.paired
    values = {name: _value(called, name, value) for name, value in message.values.items()}
    return str(WORDS[message.id] % {**values, "parts": parts})


def _value(names: Mapping[int, str], name: str, value: int | str | list[int]) -> int | str:
    if isinstance(value, list):
        return listed([names.get(each, str(each)) for each in value])
    return labels.points(value) if name == "points" and isinstance(value, str) else value
