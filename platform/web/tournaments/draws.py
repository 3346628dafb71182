"""What the draws of a tournament prove to whom, and what not: in a sentence and a drawing."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from msgspec import UNSET

from tournaments import costs, drawing, selectors
from tournaments.answers import BeaconCame, ChainTaken, ChangeShown, DrawListed, DrawsShown
from tournaments.state import RoundState, TournamentState
from web.tournaments.page_context import TournamentContext
from web.tournaments.rounds import TERMS

APART = 38
"""Between two draws of the drawing."""
SHOWN_MAX = 9
"""Draws of the drawing; of more the last ones."""
LISTED_MAX = 200
"""Draws of the list: an arena has one for each table; the log has all."""
NAMED_MAX = 40
"""Entrants that are named at a draw; of more the first ones."""
WIDTH = 700

KINDS: Mapping[str, str | Promise] = {
    "pairing": gettext_lazy("Pairing of round %(round)s"),
    "repair": gettext_lazy("New pairing of the draft of round %(round)s"),
    "seeds": gettext_lazy("Seeds"),
    "lots": gettext_lazy("Lots at the start"),
    "deal": gettext_lazy("Deals of round %(round)s, which was changed by hand"),
}


class Dot(NamedTuple):
    """A draw of the drawing."""

    x: int
    number: int
    kind: str
    """`first`, `again`, or `unforced`."""


class Line(NamedTuple):
    """A draw of the list, also one that was given up, or that another chain was taken."""

    number: int | None
    """None of a chain."""
    words: str
    at: datetime
    again: str
    """How often it was drawn, in words; empty for the first time."""
    why: str
    value: str
    is_unforced: bool
    added: str
    """Who has added chance, in words; empty where nobody has."""
    withheld: str
    """Who has withheld a share; empty where nobody has."""
    beacon: BeaconCame | None = None
    """The public number that it waited for, if it has named one."""


class Change(NamedTuple):
    """A change of a pairing by hand."""

    words: str
    cost: str
    reason: str
    at: datetime
    is_worse: bool


class Page(NamedTuple):
    """What the page says."""

    sentence: str
    dots: list[Dot]
    earlier: int
    """How many draws the drawing leaves out."""
    shows: str
    """The drawing in words."""
    lines: list[Line]
    changes: list[Change]
    shown: DrawsShown
    has_beacon: bool
    """Whether a public number came into one of the draws."""


def page(seen: TournamentContext) -> Page:
    """Return what the page of a tournament's draws says."""
    shown = selectors.draws(seen.state, seen.account)
    names = {each.number: each.name for each in seen.people.values()}
    lines = _lines(shown, names)
    return Page(
        _sentence(shown),
        list(_dots(shown.draws)),
        max(len(shown.draws) - SHOWN_MAX, 0),
        _drawing(shown),
        lines[: -LISTED_MAX - 1 : -1],
        [_change(each, names) for each in reversed(shown.changes)],
        shown,
        any(map(_has_beacon, shown.draws)),
    )


def _has_beacon(draw: DrawListed) -> bool:
    """Tell whether a public number came into a draw."""
    return draw.beacon is not UNSET and draw.beacon.value is not None


def _sentence(shown: DrawsShown) -> str:
    if shown.chain is None:
        return _(
            "Proven to everyone: each pairing follows from a number that is shown here. Not proven:"
            " that the site did not know these numbers before, and with them every draw."
        )
    has_all = bool(shown.draws) and all(map(_has_beacon, shown.draws))
    said = _by_beacons() if has_all else _by_secrets()
    if shown.chains:
        since = _(
            "Since then the secrets were replaced, as is listed here: the site knew who plays, and"
            " could have chosen the new ones."
        )
        said = f"{said} {since}"
    if not has_all and any(map(_has_beacon, shown.draws)):
        said = f"{said} {_of_some_beacons()}"
    if all(each.added is UNSET for each in shown.draws):
        return said
    more = _(
        "To those who have added chance to a draw it is proven that nobody, not even the site,"
        " could choose it."
    )
    return f"{said} {more}"


def _by_secrets() -> str:
    return _(
        "Proven to everyone: every lot, seat and pairing follows from secrets that were fixed "
        "before anyone entered, and from results that everyone can see; those who organise the "
        "tournament could not foresee a draw, and what was drawn again or changed by hand is "
        "listed here. Not proven: that the site, which knows the secrets, did not add and remove "
        "entrants of its own until it liked a draw."
    )


def _by_beacons() -> str:
    return _(
        "Proven to anyone who compares the public random numbers with their source: every lot, "
        "seat and pairing follows from secrets that were fixed before anyone entered, from results"
        " that everyone can see, and from these numbers, which came last, so nobody alone could "
        "choose them, not even the site with nobody there; what was drawn again or changed by hand"
        " is listed here. Not proven, except to those who added chance to a draw: that the site "
        "sealed it before its number existed."
    )


def _of_some_beacons() -> str:
    return _(
        "In some draws, as listed here, a public random number came last, so nobody alone could "
        "choose these, not even the site with nobody there. Not proven, except to those who added "
        "chance to such a draw: that the site sealed it before its number existed."
    )


def _dots(draws: Sequence[DrawListed]) -> list[Dot]:
    last = draws[-SHOWN_MAX:]
    begins = (WIDTH - APART * (len(last) - 1)) // 2
    return [Dot(begins + APART * place, each.draw, _kind(each)) for place, each in enumerate(last)]


def _kind(draw: DrawListed) -> str:
    if draw.unforced:
        return "unforced"
    return "again" if draw.drawn > 1 and draw.kind != "deal" else "first"


def _drawing(shown: DrawsShown) -> str:
    kinds = [_kind(each) for each in shown.draws]
    said = _(
        "The secrets were fixed first. %(count)s draws followed, one after another: %(first)s for"
        " the first time, %(again)s once more since something had changed, %(unforced)s once more"
        " although nothing had changed. The secrets are shown at the end."
    ) % {
        "count": len(kinds),
        "first": kinds.count("first"),
        "again": kinds.count("again"),
        "unforced": kinds.count("unforced"),
    }
    count = sum(map(_has_beacon, shown.draws))
    if not count:
        return said
    last = ngettext(
        "A public random number came last in %(n)s draw.",
        "A public random number came last in %(n)s draws, a different one in each.",
        count,
    )
    return f"{said} {last % {'n': count}}"


def _line(draw: DrawListed, names: Mapping[int, str]) -> Line:
    kind = _kind(draw)
    again = ""
    if kind != "first":
        words = (
            _("drawn %(n)s times by then; nothing had changed")
            if kind == "unforced"
            else _("drawn %(n)s times by then; something had changed")
        )
        again = words % {"n": draw.drawn}
    return Line(
        draw.draw,
        str(KINDS[draw.kind]) % {"round": draw.round},
        datetime.fromisoformat(draw.at),
        again,
        draw.why,
        draw.value,
        draw.unforced,
        _added(draw, names),
        _withheld(draw, names),
        None if draw.beacon is UNSET else draw.beacon,
    )


def _lines(shown: DrawsShown, names: Mapping[int, str]) -> list[Line]:
    """Return the list, the first draw first; a chain stands behind the draws before it."""
    lines = [(each.draw, _line(each, names)) for each in shown.draws]
    for chain in shown.chains or ():
        at = datetime.fromisoformat(chain.at)
        lines += [(each.number or chain.after, each) for each in _of_chain(chain, at, names)]
    return [line for _number, line in sorted(lines, key=lambda each: each[0])]


def _of_chain(chain: ChainTaken, at: datetime, names: Mapping[int, str]) -> Iterator[Line]:
    left = chain.given_up
    if left is not UNSET:
        words = str(KINDS[left.kind]) % {"round": left.round}
        promised = ""
        if left.promised:
            promised = _("Had promised to add chance: %(names)s") % {
                "names": _named(left.promised, names)
            }
        given_up = _("sealed and given up")
        yield Line(left.draw, words, at, given_up, chain.reason, "", True, promised, "")
    words = _("New secrets were fixed for all later draws and deals.")
    yield Line(None, words, at, "", chain.reason, "", False, "", "")


def _named(entrants: Sequence[int], names: Mapping[int, str]) -> str:
    """Return the names of entrants, those first who entered first; of many only some."""
    shown = [names.get(each, str(each)) for each in entrants[:NAMED_MAX]]
    return ", ".join([*shown, "…"] if len(entrants) > NAMED_MAX else shown)


def _added(draw: DrawListed, names: Mapping[int, str]) -> str:
    if draw.added is UNSET:
        return ""
    about = {"n": len(draw.added), "all": draw.present, "names": _named(draw.added, names)}
    return _("Chance added by %(n)s of %(all)s entrants: %(names)s") % about


def _withheld(draw: DrawListed, names: Mapping[int, str]) -> str:
    if draw.withheld is UNSET:
        return ""
    who = sorted({each for attempt in draw.withheld for each in attempt})
    return _("Withheld their share, so that it was drawn later: %(names)s") % {
        "names": _named(who, names)
    }


def _change(change: ChangeShown, names: Mapping[int, str]) -> Change:
    if change.kind == "swap":
        first, second = (names.get(each, str(each)) for each in change.entrants)
        about = {"first": first, "second": second, "round": change.round}
        words = _("Round %(round)s: %(first)s and %(second)s were swapped.") % about
    elif change.kind == "again":
        words = _(
            "Round %(round)s: the last draw counts again, with other tables: who is kept apart, "
            "byes, penalties or the settings had changed."
        ) % {"round": change.round}
    else:
        words = _("Round %(round)s: tables were repaired.") % {"round": change.round}
    return Change(
        words,
        cost_words(change.drawn, change.after),
        change.reason,
        datetime.fromisoformat(change.at),
        change.more > 0,
    )


def cost_words(drawn: Mapping[str, int], after: Mapping[str, int]) -> str:
    """Return what tables cost since a change, beside what was drawn."""
    about = {"after": sum(after.values()), "drawn": sum(drawn.values())}
    if about["after"] <= about["drawn"]:
        return _("It costs %(after)s, what was drawn cost %(drawn)s: no worse.") % about
    names = [
        f"{TERMS.get(name, name)} +{units - drawn.get(name, 0)}"
        for name, units in after.items()
        if units > drawn.get(name, 0)
    ]
    terms = ", ".join(names)
    return _("It costs %(after)s instead of %(drawn)s: %(terms)s.") % {**about, "terms": terms}


def drawn_words(state: TournamentState, number: int) -> str:
    """Return how often a draft was drawn, and whether it can be drawn again; empty without both."""
    if state.draws.chain is None:
        return ""
    before = list(state.draws.of_same("pairing", number))
    left = drawing.redraws(state) - sum(each.unforced for each in before)
    if len(before) < 2 and left > 0:
        return ""
    said = _("This round was drawn %(n)s times; everyone sees that, with your reasons.")
    told = said % {"n": len(before)} if len(before) > 1 else ""
    if left > 0:
        return told
    last = _("If it is drawn again without a change, it comes out the same.")
    return f"{told} {last}".strip()


def changed_words(state: TournamentState, round_: RoundState) -> str:
    """Return what the tables of a round cost since they were changed by hand; empty if not."""
    tables = [table.seats for table in round_.tables]
    if sorted(tables) == sorted(round_.drawn):
        return ""
    found = costs.of_change(state, round_, tables)
    return cost_words(found.drawn, found.after)
