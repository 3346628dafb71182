"""What a night and a match of Pickpocket came to."""

from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.json_types import JsonMapping
from games.pickpocket.tiles import BRUCE_BONUS
from web.games.chapters import Heading
from web.games.endings import Ending, GameEnds, by_points
from web.games.narration import People, join_words
from web.games.pickpocket.words import REASONS, power
from web.games.sheets import (
    NOTHING,
    STRIP_S,
    Cell,
    Column,
    Events,
    Segment,
    Sheet,
    figure,
    of_type,
    row,
    said,
    signed,
    total,
)

TIMES = "\N{MULTIPLICATION SIGN}"
How = Literal["left", "doubled", "passage", "caught", "lost", "guards"]

HOWS: Mapping[How, Promise] = {
    "left": gettext_lazy("left with the loot"),
    "doubled": gettext_lazy("won stop-or-double"),
    "passage": gettext_lazy("escaped through the passage"),
    "caught": gettext_lazy("was caught"),
    "lost": gettext_lazy("lost stop-or-double"),
    "guards": gettext_lazy("was found by the guards"),
}


class Exit(NamedTuple):
    """How a night ended for a seat, and what it got by what."""

    seat: int
    how: How
    elements: int = 0
    """On the lines that were whole."""
    factor: int = 1
    """2 after a won stop-or-double, which doubles the elements alone (PK-17)."""
    guards: int = 0
    powers: tuple[tuple[str, int], ...] = ()
    """What each of its powers added."""
    points: int = 0


def exits(segment: Segment) -> list[Exit]:
    """Return what the night came to, by seat."""
    found: dict[int, Exit] = {}
    for event in segment.events:
        data = event["data"]
        if event["type"] == "thief_left":
            found[data["seat"]] = _left(data, _powers_of(segment.events, data["seat"]))
        elif event["type"] == "passage_used":
            found[data["seat"]] = _escaped(data, segment.events)
        elif event["type"] == "thief_expelled":
            found[data["seat"]] = Exit(data["seat"], "caught")
        elif event["type"] == "double_lost":
            found[data["seat"]] = Exit(data["seat"], "lost")
    return [found.get(seat) or Exit(seat, "guards") for seat in range(segment.seats)]


def _left(data: JsonMapping, powers: list[str]) -> Exit:
    """Return a leaving of one's own will; the engine has summed it up (`scoring.exit_of`)."""
    return Exit(
        data["seat"],
        "doubled" if data["doubled"] else "left",
        data["elements"],
        2 if data["doubled"] else 1,
        data["guards"],
        tuple(_bonuses(data["bonus"], data["guards"], powers)),
        data["points"],
    )


def _bonuses(bonus: int, guards: int, powers: list[str]) -> Iterator[tuple[str, int]]:
    """Yield what each power has added; whatever the others did not is the illusion's (PK-37)."""
    rest = bonus
    for name, points in (("accomplice", guards), ("bruce", BRUCE_BONUS)):
        if name in powers and points:
            yield name, points
            rest -= points
    if rest:
        yield "illusion", rest


def _escaped(data: JsonMapping, events: Events) -> Exit:
    """Return an escape: the loot and both guards, and no power adds to it (PK-43)."""
    guards = sum(guard["value"] for guard in of_type(events, "guard_appeared"))
    points = data["points"]
    return Exit(data["seat"], "passage", points - guards, guards=guards, points=points)


def _powers_of(events: Events, seat: int) -> list[str]:
    return [each["power"] for each in of_type(events, "power_chosen") if each["seat"] == seat]


def scores_then(segment: Segment) -> list[int]:
    """Return the scores when the night was over: those of now without what has come since."""
    since = of_type(segment.later, "thief_left", "passage_used")
    hands = of_type(segment.later, "hands_scored")
    scores = list(segment.view["scores"])
    for data in since:
        scores[data["seat"]] -= data["points"]
    for data in hands:
        scores = [score - value for score, value in zip(scores, data["values"], strict=True)]
    return scores


def sheet(segment: Segment, people: People) -> Sheet:
    """Return the strip of a night: who got what by what."""
    (began,) = of_type(segment.events, "night_began")
    (ended,) = of_type(segment.events, "night_ended")
    scores = scores_then(segment)
    order = sorted(exits(segment), key=lambda each: (-each.points, each.seat))
    return Sheet(
        kind="strip",
        title=_("Night %(night)s is over") % {"night": began["night"]},
        words=_words(order, str(REASONS[ended["reason"]]), people),
        columns=[
            Column(_("Tonight"), "words", is_wide=True),
            Column(_("Loot"), "words"),
            Column(_("Guard"), "figure"),
            Column(_("Powers"), "words", is_wide=True),
            Column(_("Points"), "total"),
            Column(_("Score"), "total"),
        ],
        rows=[row(each.seat, 0, _cells(each, scores[each.seat]), people) for each in order],
        onward=_("To the result") if ended["reason"] == "last_guard" else _("Continue"),
        closes_after_s=STRIP_S,
    )


def _cells(left: Exit, score: int) -> list[Cell]:
    loot = f"{left.elements} {TIMES} {left.factor}" if left.factor > 1 else str(left.elements)
    powers = [f"{power(name)} {signed(points)}" for name, points in left.powers]
    return [
        said(str(HOWS[left.how])),
        said(loot if left.points or left.elements else NOTHING),
        figure(left.guards) if left.guards else said(NOTHING),
        said(", ".join(powers) or NOTHING),
        total(left.points, is_signed=True),
        total(score),
    ]


def _words(order: list[Exit], reason: str, people: People) -> str:
    """Return why the night is over and who got how much."""
    gains = [each for each in order if each.points]
    over = _("The night is over: %(reason)s.") % {"reason": reason}
    if not gains:
        return f"{over} {_('Nobody got anything.')}"
    got = join_words([f"{people.name(each.seat)} {signed(each.points)}" for each in gains])
    return f"{over} {got}."


def made_of(ending: Ending, seat: int) -> str:
    """Return what the nights and the hand brought (PK-47)."""
    values = ending.view["hand_values"]
    if values is None:
        return _("hands do not count")
    words = _("%(nights)s by night and %(hand)s in hand")
    return words % {"nights": ending.view["scores"][seat] - values[seat], "hand": values[seat]}


def came(ending: Ending, people: People, seat: int, other: int) -> str:
    """Return how two seats compare: by the score, then by fewer tiles in hand (PK-47)."""
    scores, sizes = ending.view["scores"], ending.view["hand_sizes"]
    level = by_points(scores, people, seat, other)
    if scores[seat] != scores[other] or ending.view["phase"] != "over":
        return level
    if sizes[seat] == sizes[other]:
        return _("%(level)s, and as many tiles in hand") % {"level": level}
    words = _("%(level)s; %(mine)s tiles in hand against %(theirs)s of %(name)s")
    return words % {
        "level": level,
        "mine": sizes[seat],
        "theirs": sizes[other],
        "name": people.name(other),
    }


def way(ending: Ending) -> list[list[int]]:
    """Return the scores after each night, by seat, and at last with the hands."""
    lines = [[0] for _seat in range(ending.seats)]
    scores = [0] * ending.seats
    for event in ending.events:
        data = event["data"]
        if event["type"] in ("thief_left", "passage_used"):
            scores[data["seat"]] += data["points"]
        elif event["type"] == "hands_scored":
            scores = data["totals"]
        if event["type"] in ("night_ended", "hands_scored"):
            for line, score in zip(lines, scores, strict=True):
                line.append(score)
    return lines


ENDS = GameEnds(
    headings={
        "night_began": Heading("part", gettext_lazy("Night %(part)d")),
        "hands_scored": Heading("end", gettext_lazy("The hands")),
    },
    opens="night_began",
    closes=frozenset({"night_ended"}),
    decisions=frozenset({"power_chosen", "tile_drawn", "tile_played", "thief_left", "beer_drunk"}),
    sheet=sheet,
    came=came,
    made_of=made_of,
    way=way,
)
