"""What a night and a match of Second Story came to."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.second_story.cards import SUITS
from games.second_story.scoring import rank_value, score
from web.games.chapters import Heading
from web.games.endings import Ending, GameEnds
from web.games.narration import People, join_words
from web.games.second_story import art
from web.games.second_story.words import suit
from web.games.sheets import (
    STRIP_S,
    Cell,
    Column,
    Segment,
    Sheet,
    figure,
    of_type,
    row,
    total,
)

PILES: dict[int, Promise] = {
    2: pgettext_lazy("pile of chips", "second"),
    3: pgettext_lazy("pile of chips", "third"),
    4: pgettext_lazy("pile of chips", "fourth"),
    5: pgettext_lazy("pile of chips", "fifth"),
    6: pgettext_lazy("pile of chips", "sixth"),
}
"""A lair's piles by size, from the second on: the first one never counts (SS-38)."""


CLOSES = frozenset({"thief_caught", "night_ended"})
"""A night is over with one of these."""


class Night(NamedTuple):
    """What a night brought to the seat whose night it was."""

    seat: int
    number: int
    houses: int
    is_caught: bool
    chips: Mapping[str, int]
    """What came home, or what went back to the bank, by suit."""
    risked: Mapping[str, int]
    """What of it had come from the lair, for another roll (SS-11)."""
    before: int
    """The score when the night began."""
    after: int


def night(segment: Segment) -> Night:
    """Return what a night brought."""
    (began,) = of_type(segment.events, "night_began")
    caught = of_type(segment.events, "thief_caught")
    home = of_type(segment.events, "night_ended")
    seat = began["seat"]
    risked = Counter(data["suit"] for data in of_type(segment.events, "chip_risked"))
    kept = Counter(home[0]["kept"] if home else ())
    after = _lair_then(segment, seat)
    before = Counter(after)
    before.update(risked)
    before.subtract(kept)
    return Night(
        seat,
        began["night"],
        len(of_type(segment.events, "house_entered")),
        bool(caught),
        kept if home else Counter(caught[0]["returned"]),
        risked,
        score(list(before.values())),
        score(list(after.values())),
    )


def _lair_then(segment: Segment, seat: int) -> Counter[str]:
    """Return a lair as it was when the night was over: since then it has only lost risked chips."""
    lair = Counter[str](segment.view["lairs"][seat])
    lair.update(
        data["suit"] for data in of_type(segment.later, "chip_risked") if data["seat"] == seat
    )
    return lair


def sheet(segment: Segment, people: People) -> Sheet:
    """Return the strip of a night: what came home, or what was lost."""
    came_home = night(segment)
    cells = [
        Cell("pieces", pieces=_pieces(came_home.chips)),
        figure(came_home.after - came_home.before),
        total(came_home.after),
    ]
    return Sheet(
        kind="strip",
        title=_("Night %(night)s is over") % {"night": came_home.number},
        words=_words(came_home, people),
        columns=[
            Column(_("Back to the bank") if came_home.is_caught else _("Brought home"), "pieces"),
            Column(_("Second pile"), "figure"),
            Column(_("Score"), "total"),
        ],
        rows=[row(came_home.seat, 0, cells, people)],
        onward=_("Continue"),
        closes_after_s=STRIP_S,
    )


def _counted(chips: Mapping[str, int]) -> dict[str, str]:
    """Return the suits of which there are chips, each with their number in words."""
    # A sign between them: no language has "1 suns".
    return {name: f"{chips[name]} × {suit(name)}" for name in SUITS.names if chips.get(name)}  # noqa: RUF001


def _pieces(chips: Mapping[str, int]) -> list[SafeString]:
    return [art.chips(name, chips[name], words) for name, words in _counted(chips).items()]


def _chips(chips: Mapping[str, int]) -> str:
    return join_words(list(_counted(chips).values()))


def _words(night: Night, people: People) -> str:
    """Return the night in a sentence, with what it has changed in the score."""
    is_mine = night.seat == people.me
    if night.is_caught and not night.chips:
        words = (
            _("You are caught with an empty bag.")
            if is_mine
            else _("%(name)s is caught with an empty bag.")
        )
    elif night.is_caught:
        words = (
            _("You are caught and lose %(chips)s.")
            if is_mine
            else _("%(name)s is caught and loses %(chips)s.")
        )
    else:
        words = (
            _("You come home with %(chips)s.")
            if is_mine
            else _("%(name)s comes home with %(chips)s.")
        )
    said_first = words % {"name": people.name(night.seat), "chips": _chips(night.chips)}
    if night.risked and night.is_caught:
        return f"{said_first} {_risked(night)}"
    if night.after == night.before:
        return f"{said_first} {_('The second pile stays at %(score)s.') % {'score': night.after}}"
    grown = _("The second pile, which scores, goes from %(before)s to %(after)s.")
    return f"{said_first} {grown % {'before': night.before, 'after': night.after}}"


def _risked(night: Night) -> str:
    return _("From the lair, for another roll: %(chips)s.") % {"chips": _chips(night.risked)}


def ranks(ending: Ending) -> list[tuple[int, ...]]:
    """Return what places each seat: its piles from the second to the sixth, the highest first."""
    return [rank_value(list(lair.values())) for lair in ending.view["lairs"]]


def counting_suit(lair: Mapping[str, int]) -> str | None:
    """Return the suit of the pile that scores: the second, of equal ones the later in order.

    None where there is but one suit, and the score is 0 (SS-40).
    """
    order = sorted(SUITS.names, key=lambda name: -lair[name])
    return order[1] if lair[order[1]] else None


def made_of(ending: Ending, seat: int) -> str:
    """Return the piles by size, with the one that counts."""
    lair = ending.view["lairs"][seat]
    counting = counting_suit(lair)
    if counting is None:
        return _("only one suit, so nothing counts")
    piles = join_words([str(count) for count in sorted(lair.values(), reverse=True)])
    return _("piles of %(piles)s; %(suit)s count") % {"piles": piles, "suit": suit(counting)}


def came(ending: Ending, people: People, seat: int, other: int) -> str:
    """Return how two seats compare, pile by pile until they differ (SS-38)."""
    mine, theirs = (ranks(ending)[each] for each in (seat, other))
    equal = _equal_piles(mine, theirs)
    if equal == len(mine):
        return _("equal in every pile that counts")
    words = _("%(pile)s pile %(mine)s against %(theirs)s of %(name)s")
    differing = words % {
        "pile": PILES[equal + 2],
        "mine": mine[equal],
        "theirs": theirs[equal],
        "name": people.name(other),
    }
    if not equal:
        return differing
    level = _("equal at %(values)s") % {"values": join_words([str(each) for each in mine[:equal]])}
    return f"{level}; {differing}"


def _equal_piles(mine: Sequence[int], theirs: Sequence[int]) -> int:
    pairs = enumerate(zip(mine, theirs, strict=True))
    return next((at for at, (one, other) in pairs if one != other), len(mine))


def way(ending: Ending) -> list[list[int]]:
    """Return the scores after each night, by seat."""
    lairs = [Counter(dict.fromkeys(SUITS.names, 0)) for _seat in range(ending.seats)]
    lines = [[0] for _seat in range(ending.seats)]
    for event in ending.events:
        data = event["data"]
        if event["type"] == "chip_risked":
            lairs[data["seat"]][data["suit"]] -= 1
        elif event["type"] == "night_ended":
            lairs[data["seat"]].update(data["kept"])
        if event["type"] in CLOSES:
            for line, lair in zip(lines, lairs, strict=True):
                line.append(score(list(lair.values())))
    return lines


ENDS = GameEnds(
    headings={"night_began": Heading("part", gettext_lazy("Night %(part)d"))},
    opens="night_began",
    closes=CLOSES,
    decisions=frozenset({"approach_chosen", "flats_chosen", "chip_risked", "excuse_used"}) | CLOSES,
    sheet=sheet,
    came=came,
    made_of=made_of,
    way=way,
)
