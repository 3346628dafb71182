"""What services say of a refused case, in the reader's language: the API says it in English.

Services write sentences, as the API answers them. Here each stands once with names for what is
filled in; a sentence is found by its fixed words, and said anew in the reader's language. A test
reads the services' source and fails for a sentence that is missing here.
"""

import re
from collections.abc import Iterable, Mapping
from functools import cache

from django.utils.translation import get_language
from django.utils.translation import gettext as translated
from django.utils.translation import gettext_noop as _

from web.tournaments.console.labels import PRESENCES, ROLES, STATUSES, Words, label

SENTENCES = (
    _("A name cannot begin with an accent, or have more than %(limit)s on one letter."),
    _("A name cannot hold the character %(character)s."),
    _("A name has one ordinary space between its words, and no other blank."),
    _("A name needs a letter, a digit or a picture."),
    _("A word of a name cannot mix letters of alphabets that look alike: %(word)s."),
    _("This name is reserved; choose another one."),
    _("Too many passwords are being checked; send the same request again in a few seconds."),
    _("%(name)s: %(fault)s"),
    _("FIDE Dutch pairs duels, not larger tables"),
    _("choose tables of 2, or the pairing least_cost"),
    _("have up to %(count)s entrants, or choose the pairing least_cost"),
    _("%(count)s are too many for FIDE Dutch"),
    _("A report can be imported where results are reported and tables may be duels."),
    _("In a bracket one table follows from another; repair the whole draft."),
    _("Round %(round)s is there too; undo that one first."),
    _("has the rating %(text)s, no whole number"),
    _("names an account %(name)s that is not there"),
    _("names no account and no bot"),
    _("names the same player twice"),
    _("needs a name of 1 to %(limit)s characters"),
    _("%(names)s has left; do not pin that table."),
    _("%(count)s are free and wait"),
    _("%(count)s are left for the final"),
    _("%(count)s cannot advance from a table of %(size)s"),
    _("%(count)s cannot play a bracket"),
    _("%(count)s cannot play: a table needs %(low)s to %(high)s"),
    _("%(count)s entrants do not fill tables of %(sizes)s, so not all can lead once"),
    _("%(count)s entrants do not fit tables of %(low)s to %(high)s"),
    _("%(count)s entrants make no groups of about %(size)s that can be played out evenly"),
    _("%(count)s tables of round %(round)s have no result yet."),
    _("%(format)s takes no new entrants once it has started; substitute a player instead."),
    _("%(name)s has no account here, and the matches are played here."),
    _("%(name)s is %(presence)s already."),
    _("%(name)s is %(presence)s, and cannot check in."),
    _("%(name)s is %(presence)s."),
    _("%(name)s is %(presence)s; only an entrant who dropped out can come back."),
    _("%(name)s is disqualified already."),
    _("%(name)s is entered already, as entrant %(number)s."),
    _("%(name)s is ready already."),
    _("%(name)s rests already."),
    _("%(names)s are level across the cut; a judge decides with POST …/tables/{id}/tie."),
    _("%(names)s cannot play; pair the round again, or substitute."),
    _("A bracket has no other tables to choose: repair it as a whole, or swap entrants."),
    _("A file has %(limit)s entrants at most, not %(count)s."),
    _("a final table of %(size)s cannot be seated"),
    _("A tie is decided once its round has been played, and before the next is paired."),
    _("A tournament keeps one organiser at least."),
    _("All stages are complete; finish the tournament."),
    _("An arena opens and closes its tables automatically; pause the tournament to stop it."),
    _("Another result was reported for this table; ask a judge to decide."),
    _("Bots may not take part in this tournament."),
    _("Check-in is not open; an organiser opens it."),
    _('choose "lives", which is the same for tables'),
    _("choose %(low)s to %(high)s, or 0"),
    _("choose a final of %(low)s to %(high)s, or 0"),
    _("choose groups of another size"),
    _("close the stage"),
    _("double elimination is for duels, and a table needs %(size)s"),
    _("Entrant %(number)s is not in round %(round)s."),
    _("Entrant %(number)s sits at no table of round %(round)s."),
    _("Entry is not open: the tournament is %(status)s. Ask an organiser."),
    _("everyone has led"),
    _("fields of %(sizes)s have one; or choose pods or Swiss"),
    _("finish the stage without it, or re-add players"),
    _("have %(count)s entrants or more"),
    _("have %(count)s entrants, or groups of another size"),
    _("have 2 entrants or more"),
    _("is for later stages: the first one takes everyone"),
    _("Late entry is closed: the tournament has started, or is past its first stage."),
    _("let 1 to %(count)s advance"),
    _("let the tables end, and close the stage"),
    _("must be %(count)s, as sources has it, or null"),
    _("must be each at most once of %(choices)s"),
    _("must be each at most once of forms like B2, best3-1 or 7"),
    _("must be min <= target <= max, from %(low)s to %(high)s for this game"),
    _("This concerns you in this tournament. Those who can decide: %(names)s."),
    _(
        "This concerns you in this tournament, and no one else on its staff can decide it. "
        "Ask an administrator of the site, or give a role to someone it does not concern."
    ),
    _("must leave people %(least)s seconds for a decision, per_move and bank"),
    _(
        "must not let a decision take %(longest)s seconds, per_move and bank, where a round has"
        " %(span)s"
    ),
    _("must be one of %(choices)s"),
    _(
        "must be auto, bot or forfeit: with abort a player in a bad position just waits, and "
        "nobody wins"
    ),
    _("The table had no result in time; the staff decides."),
    _("The table ended without a result; replay it, or enter its result."),
    _(
        "Round %(round)s has tables without a result: %(tables)s. Enter their results, have"
        " them played again, or call them off."
    ),
    _("must say how many advance from the previous stage"),
    _("name must have 1 to %(limit)s characters"),
    _("no schedule is known for %(count)s at tables of %(size)s"),
    _("Nobody has left or come since round %(round)s was paired."),
    _("nobody is left to play in this round"),
    _("Nothing is timed here: the settings have no clock for matches and no round_seconds."),
    _("Only a %(role)s of this tournament may do this."),
    _("Only a finished tournament can be reopened."),
    _("Only a tournament whose first stage is a league has seasons."),
    _("Breaks are possible only while an arena runs; elsewhere drop and re-add."),
    _("Only players at this table can report its result."),
    _("placings must count from 1, equals sharing a place: %(wanted)s, not %(given)s"),
    _("play with %(count)s, or allow tables of another size"),
    _('play with %(count)s, or choose "tables": "fixed", which takes any number'),
    _("re-add players, or close the stage"),
    _("Round %(round)s has been published; unpublish it first."),
    _("Round %(round)s has results; keep the pairings, or roll back."),
    _("Round %(round)s is a draft; publish it first."),
    _("Round %(round)s is a draft; publish or unpair it."),
    _("Round %(round)s is being played; close it first."),
    _("Round %(round)s is closed."),
    _("Round %(round)s is open; close it first."),
    _("scores are needed: they are this tournament's points"),
    _("so many have come and gone that not all can lead once"),
    _("The tournament already has entrants; import a report into a new tournament."),
    _("start the stage with another field"),
    _("Table %(table)s has been played at; correct its result, or replay it."),
    _("Tables of round %(round)s have results; correct them, or roll back."),
    _("the bracket has been played"),
    _("The file is not valid CSV: %(fault)s, line %(line)s."),
    _("The file is not a valid TRF of duels: %(fault)s."),
    _("The first line must name the columns: name, account, bot, rating."),
    _("The result of this table comes from its match; a judge may override it."),
    _("The next season is %(slug)s."),
    _("The season is not over; finish it first."),
    _("The table has its result; a judge may override it."),
    _("The table has its result; it needs no more time."),
    _("The table is void already; record a result instead."),
    _("the time is up"),
    _("The tournament has not started; start it first."),
    _("The tournament has started; roll it back first, or use what a running one allows."),
    _("The tournament is %(status)s; %(step)s does not follow from it."),
    _("The tournament is %(status)s; reopen it first."),
    _("The tournament is not paused."),
    _("The tournament is paused; resume it first."),
    _("there are %(groups)sranks 1 to %(count)s"),
    _("There is a tournament %(slug)s already; choose another slug."),
    _("there is no %(source)s to advance"),
    _("There is no account %(name)s."),
    _("There is no entrant %(number)s in this tournament."),
    _("There is no round %(round)s yet."),
    _("There is no round %(round)s, or it is not published yet."),
    _("There is no round %(round)s; the tournament has %(count)s."),
    _("There is no such table in a published round."),
    _("There is no table %(table)s in round %(round)s."),
    _("There is no tournament %(slug)s."),
    _("This key was used for another request. Take a new key for each new request."),
    _("This tournament is for bots only."),
    _("wait until more players are free, or until their patience ends"),
    _(
        "You decided at version %(before)s, but the tournament is at version %(now)s. "
        "Fetch it again and decide again."
    ),
)
JOINED = re.compile(r"(?P<reason>.+?); (?P<possible>.+?)(?P<end>\.?)", re.DOTALL)
"""Why something cannot be, and what can."""
HOLE = re.compile(r"%\((\w+)\)s")
NAMED: Mapping[str, Words] = {"status": STATUSES, "presence": PRESENCES, "role": ROLES}
"""Holes in which one of a few words stands, which have translations of their own."""


@cache
def _known() -> list[tuple[str, re.Pattern[str]]]:
    """Return the sentences with what finds them, the one with the most fixed words first."""
    by_length = sorted(SENTENCES, key=lambda each: -len(HOLE.sub("", each)))
    return [(each, _pattern(each)) for each in by_length]


def _pattern(sentence: str) -> re.Pattern[str]:
    parts = HOLE.split(sentence)
    found = []
    for fixed, name in zip(parts[::2], [*parts[1::2], ""], strict=True):
        found.append(re.escape(fixed))
        if name:
            found.append(f"(?P<{name}>{_wanted(name)})")
    return re.compile("".join(found), re.DOTALL)


def _wanted(name: str) -> str:
    words: Iterable[str] = NAMED.get(name, ())
    return "|".join(words) or ".*"


def translate(detail: str) -> str:
    """Return a sentence of a service in the reader's language; as it is where it is not known."""
    if (get_language() or "en").startswith("en"):
        return detail
    return _both(detail) or _single(detail) or detail


def _single(detail: str) -> str:
    for sentence, pattern in _known():
        found = pattern.fullmatch(detail)
        if found is not None:
            return translated(sentence) % {
                name: _filled(name, value) for name, value in found.groupdict().items()
            }
    return ""


def _filled(name: str, value: str) -> str:
    if name in NAMED:
        return label(NAMED[name], value)
    if name == "fault":
        return translate(value)
    return translated(value) if name == "format" else value


def _both(detail: str) -> str:
    """Return why something cannot be and what can, where both are known."""
    found = JOINED.fullmatch(detail)
    if found is None:
        return ""
    reason, possible = _single(found["reason"]), _single(found["possible"])
    if not (reason and possible):
        return ""
    whole = f"{reason}; {possible}{found['end']}"
    return whole[0].upper() + whole[1:] if found["end"] else whole
