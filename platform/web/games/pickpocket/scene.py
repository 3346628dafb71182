"""The table of Pickpocket."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.pickpocket.tiles import GUARDS, GUARDS_A_NIGHT
from web.games.core import Fact, Material, Offer, Offers, Plate, Scene, View
from web.games.narration import People
from web.games.pickpocket import art
from web.games.pickpocket.choices import Action, actions
from web.games.pickpocket.words import LINES, POWERS, POWERS_EXPLAINED, tile


@dataclass(frozen=True, kw_only=True)
class Line:
    """A line of the loot."""

    element: str
    name: str
    count: int
    is_whole: bool


@dataclass(frozen=True, kw_only=True)
class Power:
    """A power, to be taken or held."""

    power: str
    name: str
    about: str
    offer: Offer | None = None


@dataclass(frozen=True, kw_only=True)
class Thief:
    """A thief on the counter or at the door."""

    seat: int
    words: str
    state: str
    """`inside`, `lying`, `left` or `caught`."""
    mark: str
    """At the door what the thief got, `+7`, or that there is nothing."""

    @property
    def is_lying(self) -> bool:
        """Whether the thief has been warned, or laid down by another."""
        return self.state == "lying"


@dataclass(frozen=True, kw_only=True)
class OpenHand:
    """A hand that everyone may see, after the end."""

    seat: int
    name: str
    tiles: Sequence[SafeString]
    value: int | None


@dataclass(frozen=True, kw_only=True)
class PickpocketPlate(Plate):
    """What is known of a thief tonight."""

    place: str
    state: str
    """`inside`, `lying`, `left` or `caught`."""
    hand_size: int
    is_prince: bool
    powers: Sequence[Power]
    shows_warnings: bool
    """Whether thieves stand or lie at this table."""


@dataclass(frozen=True, kw_only=True)
class Table:
    """The tavern: people, loot, guards, worth, and the viewer's hand."""

    merchant: SafeString
    row: Sequence[SafeString]
    has_next: bool
    """Whether an empty place shows where the next tile goes."""
    lines: Sequence[Line]
    inside: Sequence[Thief]
    outside: Sequence[Thief]
    guards: Sequence[int]
    guards_open: range
    """Niches that are still empty tonight."""
    guards_shown: int
    guards_all: range
    guards_left: int
    worth: int
    sum: str
    bag_size: int
    caught: SafeString | None
    caught_words: str
    double: str
    """How far stop-or-double has come; empty without."""
    powers_free: Sequence[Power]
    has_hand: bool
    hand: Sequence[Material]
    actions: Sequence[Action]
    open_hands: Sequence[OpenHand]
    """For whoever may see all hands: everybody after the end, the replay of all cards before."""
    is_over: bool
    discard: str


def scene(view: View, offers: Offers, people: People) -> Scene:
    """Return what the table shows."""
    plays = {offer.move["tile"]: offer for offer in offers if offer.kind == "play_tile"}
    shown = len(view["guards"]) + len(view["past_guards"])
    caught = view["caught"]
    seats = () if view["phase"] == "setup" else range(len(view["scores"]))
    thieves = [_thief(view, seat, people) for seat in seats]
    table = Table(
        merchant=art.merchant(),
        row=art.row(view["row"]),
        has_next=view["phase"] in ("turn", "double"),
        lines=_lines(view),
        inside=[thief for thief in thieves if view["inside"][thief.seat]],
        outside=[thief for thief in thieves if not view["inside"][thief.seat]],
        guards=view["guards"],
        guards_open=range(len(view["guards"]), GUARDS_A_NIGHT),
        guards_shown=shown,
        guards_all=range(GUARDS),
        guards_left=view["guards_left"],
        worth=_worth(view),
        sum=_sum(view),
        bag_size=view["bag_size"],
        caught=art.hand_tile(caught) if caught else None,
        caught_words=tile(caught) if caught else "",
        double=_double(view),
        powers_free=[power(name, offers) for name in view["powers_free"]],
        has_hand=view["hand"] is not None,
        hand=[
            Material(art.hand_tile(name), tile(name), plays.get(name))
            for name in view["hand"] or ()
        ],
        actions=actions(view, offers, people),
        open_hands=_open_hands(view, people),
        is_over=view["phase"] == "over",
        discard=", ".join(tile(name) for name in view["discard"]),
    )
    facts = [Fact(_("Night"), str(view["night"])), Fact(_("Bag"), str(view["bag_size"]))]
    plates = [_plate(view, seat) for seat in range(len(view["scores"]))]
    return Scene(plates, table, facts, table.double)


def power(name: str, offers: Offers | None = None) -> Power:
    """Return a power, with the move that takes it if there is one."""
    return Power(
        power=name,
        name=str(POWERS[name]),
        about=str(POWERS_EXPLAINED[name]),
        offer=offers.one("choose_power", power=name) if offers else None,
    )


def _lines(view: View) -> list[Line]:
    return [
        Line(element=name, name=str(LINES[name]), count=count, is_whole=name in view["open_lines"])
        for name, count in zip(LINES, view["elements"], strict=True)
    ]


def _worth(view: View) -> int:
    """Return what leaving pays before any power."""
    loot: int = view["loot"]
    return loot * (1 if view["double_steps"] is None else 2) + sum(view["guards"])


def _sum(view: View) -> str:
    """Return what the worth is made of: "10 loot + 3 guard"."""
    words = _("%(number)d loot") % {"number": view["loot"]}
    if view["double_steps"] is not None:
        words = _("twice %(loot)s") % {"loot": words}
    guards = sum(view["guards"])
    if not guards:
        return words
    return _("%(loot)s + %(number)d guard") % {"loot": words, "number": guards}


def _double(view: View) -> str:
    if view["double_steps"] is None:
        return ""
    return _("Stop-or-double: %(number)d of 2 tiles.") % {"number": view["double_steps"]}


def place_of(view: View, seat: int) -> tuple[str, str]:
    """Return where a thief is, for the page and in words; nowhere before the first night."""
    if view["phase"] == "setup":
        return "", ""
    if view["inside"][seat]:
        if view["lying"][seat]:
            return "lying", _("inside, lying down")
        return "inside", _("inside")
    points = view["left_with"][seat]
    if points is None:
        return "caught", _("caught")
    return "left", _("left, +%(points)d") % {"points": points}


def _thief(view: View, seat: int, people: People) -> Thief:
    state, place = place_of(view, seat)
    points = view["left_with"][seat]
    marks = {"caught": _("caught"), "left": f"+{points}"}
    words = f"{people.name(seat)}: {place}"
    return Thief(seat=seat, words=words, state=state, mark=marks.get(state, ""))


def _plate(view: View, seat: int) -> PickpocketPlate:
    state, place = place_of(view, seat)
    is_prince = view["prince"] == seat
    return PickpocketPlate(
        score=view["scores"][seat],
        note=_("Prince") if is_prince else "",
        is_out=state in {"left", "caught"},
        place=place,
        state=state,
        hand_size=view["hand_sizes"][seat],
        is_prince=is_prince,
        powers=[power(name) for name in view["powers"][seat]],
        shows_warnings=any(view["lying"]),
    )


def _open_hands(view: View, people: People) -> list[OpenHand]:
    values = view["hand_values"]
    return [
        OpenHand(
            seat=seat,
            name=people.name(seat),
            tiles=[art.hand_tile(name) for name in hand],
            value=values and values[seat],
        )
        for seat, hand in enumerate(view["hands"] or ())
    ]
