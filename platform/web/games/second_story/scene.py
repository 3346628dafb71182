"""The table of Second Story."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from web.games.core import Fact, Offers, Plate, Scene, View
from web.games.narration import People
from web.games.second_story import art
from web.games.second_story.ends import counting_suit
from web.games.second_story.ways import Roll, Way, roll_of, ways
from web.games.second_story.words import HOUSES, SUITS, card, suit

OVER = ("over", "abandoned")
"""The phases in which nothing happens any more."""
HOUSES_SHOWN = 3
"""Of the houses done tonight, the last ones stand as houses; those before are chips."""


@dataclass(frozen=True, kw_only=True)
class Pile:
    """Chips of one suit."""

    suit: str
    count: int
    words: str
    is_second: bool = False
    """Whether it is the second-highest pile of its lair, which scores."""


@dataclass(frozen=True, kw_only=True)
class House:
    """A house of tonight's street."""

    card: str
    name: str
    drawing: SafeString
    mark: str
    """What is left of it as a chip: its rank, or nothing where it has none."""
    words: str
    chips: Sequence[Pile]
    """What it put into the bag; an Ace may have taken one out."""


@dataclass(frozen=True, kw_only=True)
class SecondStoryPlate(Plate):
    """What is known of a thief and the lair."""

    piles: Sequence[Pile]
    has_excuse: bool
    is_active: bool
    is_next: bool


@dataclass(frozen=True, kw_only=True)
class Table:
    """The street, the bag and the bank."""

    active: int | None
    active_name: str
    """Whose night it is; the name is empty before the start."""
    house: House | None
    """The one that is robbed; None when the match is over."""
    first: Sequence[House]
    """Houses done tonight for which there is no room but as chips."""
    done: Sequence[House]
    ways: Sequence[Way]
    """What may be done with the house or the night: open to all, buttons for whose night it is."""
    job: str
    """How the house is robbed, once that is chosen."""
    roll: Roll | None
    bag: Sequence[Pile]
    bank: Sequence[Pile]
    draw_size: int
    discard_size: int
    discard: str
    last_night: str


def scene(view: View, offers: Offers, people: People) -> Scene:
    """Return what the table shows."""
    street, chips = view["street"], view["street_chips"]
    houses = [_house(name, gains) for name, gains in zip(street, chips, strict=True)]
    done = houses[:-1]
    active = view["active"]
    table = Table(
        active=active if street else None,
        active_name="" if active is None else people.name(active),
        house=houses[-1] if houses else None,
        first=done[:-HOUSES_SHOWN],
        done=done[-HOUSES_SHOWN:],
        ways=ways(view, offers),
        job=_job(view),
        roll=roll_of(view),
        bag=[pile for pile in _piles(view["bag"]) if pile.count],
        bank=_piles(view["bank"]),
        draw_size=view["draw_size"],
        discard_size=len(view["discard"]),
        discard=", ".join(card(name) for name in view["discard"]),
        last_night=_last_night(view, people),
    )
    facts = [Fact(_("Night"), str(view["night"])), Fact(_("Deck"), str(view["draw_size"]))]
    return Scene(_plates(view), table, facts, _advice(view))


def _house(name: str, gains: Mapping[str, int]) -> House:
    shown = HOUSES[name]
    rank = "A" if shown.kind == "ace" else str(shown.rank if shown.kind == "number" else "")
    chips = [
        Pile(
            suit=each,
            count=gains[each],
            words=_("%(number)+d %(suit)s") % {"number": gains[each], "suit": suit(each)},
        )
        for each in SUITS
        if each in gains
    ]
    return House(
        card=name,
        name=shown.name,
        drawing=art.house(name),
        mark=art.sign(shown.kind) if shown.kind in art.EMBLEMS else rank,
        words=f"{shown.name}, {card(name)}",
        chips=chips,
    )


def _piles(counts: Mapping[str, int]) -> list[Pile]:
    """Return all six piles; the words are for those who do not see the shapes."""
    return [
        Pile(suit=name, count=counts[name], words=f"{suit(name)}: {counts[name]}") for name in SUITS
    ]


def _lair(counts: Mapping[str, int]) -> list[Pile]:
    scoring = counting_suit(counts)
    piles = []
    for name in SUITS:
        words = f"{suit(name)}: {counts[name]}"
        if name == scoring:
            words = _("%(pile)s, second-highest, scores") % {"pile": words}
        piles.append(Pile(suit=name, count=counts[name], words=words, is_second=name == scoring))
    return piles


def _plates(view: View) -> list[SecondStoryPlate]:
    active, seats = view["active"], len(view["lairs"])
    is_over = view["phase"] in OVER or active is None
    following = None if is_over else (active + 1) % seats
    plates = []
    for seat, lair in enumerate(view["lairs"]):
        if is_over:
            note = ""
        elif seat == active:
            note = _("out burgling")
        else:
            note = _("next") if seat == following else _("at home")
        plates.append(
            SecondStoryPlate(
                score=view["scores"][seat],
                note=note,
                piles=_lair(lair),
                has_excuse=view["excuse"] == seat,
                is_active=not is_over and seat == active,
                is_next=seat == following,
            )
        )
    return plates


def _job(view: View) -> str:
    if view["approach"] == "thorough":
        return _("a thorough job")
    if view["approach"] == "quick":
        return _("a quick job")
    return _("flats: %(number)d") % {"number": view["flats"]} if view["flats"] else ""


def _last_night(view: View, people: People) -> str:
    last = view["last_night"]
    if not last or view["phase"] in OVER:
        return ""
    return _("The last night: %(name)s plays last.") % {"name": people.name(last["last_seat"])}


def _advice(view: View) -> str:
    """Return what there is to know about the house that one is in."""
    if view["phase"] not in ("approach", "flats"):
        return ""
    name = view["street"][-1]
    return f"{HOUSES[name].name}, {card(name)}."
