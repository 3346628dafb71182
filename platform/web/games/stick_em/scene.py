"""The table of Stick 'Em: the trick before its players, pain cards and what they have cost."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.json_types import JsonObject
from games.stick_em.cards import CARDS, COLOUR, TRICKS
from games.stick_em.scoring import WORTH, round_points, winning_position
from web.games.core import Fact, Offer, Offers, Plate, Scene, View
from web.games.narration import People
from web.games.sheets import plain
from web.games.stick_em.cards import back, drawn, number_of, shape, suit_of
from web.games.stick_em.words import COLOURS, card

NUMBER_OF_CARD = {name: number for number, name in enumerate(CARDS.names)}


class Held(NamedTuple):
    """A card of one's own hand, and the move that it stands for."""

    name: str
    drawing: SafeString
    offer: Offer | None
    why_not: str
    """Why it cannot be played now; empty where it can."""


class Played(NamedTuple):
    """A card of a trick before the player who put it there."""

    seat: int
    place: int
    """How many seats clockwise from the reader's."""
    name: str
    drawing: SafeString
    is_best: bool
    """Whether it takes the trick so far."""


class Lead(NamedTuple):
    """The colour led."""

    suit: str
    drawing: SafeString
    words: str


class LastTrick(NamedTuple):
    """Who took the trick before this one, and its cards where they may be looked at."""

    words: str
    cards: Sequence[SafeString]


class OpenHand(NamedTuple):
    """Everybody's cards, for who may see all."""

    seat: int
    name: str
    cards: Sequence[SafeString]


@dataclass(frozen=True, kw_only=True)
class StickEmTable:
    """What lies between the players, and the reader's own hand."""

    trick: Sequence[Played]
    lead: Lead | None
    has_place: bool
    """Whether the reader's card of this trick is still to come."""
    has_cards: bool
    """Whether anybody holds a card: another trick follows."""
    dots: Sequence[str]
    """A state for each trick of the round: `done`, `now`, or none."""
    trick_number: int
    is_choosing: bool
    """Whether pain cards are being picked."""
    last_trick: LastTrick | None
    aside: int
    hand: Sequence[Held]
    hands: Sequence[OpenHand]


@dataclass(frozen=True, kw_only=True)
class StickEmPlate(Plate):
    """What decides of a seat in this round."""

    pain: SafeString | None
    """The pain card, face down until all have picked."""
    suit: str
    """The colour that hurts; empty while nobody else may know."""
    spike: SafeString
    taken: str
    """Points lost by cards in the pain colour, with the sign; empty where that is hidden."""
    plus: int | None
    """Other cards taken; None where that is hidden."""
    this_round: str
    """What the round would be worth to the seat now, with the sign."""
    captured_size: int
    hand_size: int
    captured: str
    """The cards taken, in words."""


def scene(view: View, offers: Offers, people: People) -> Scene:
    """Return what the table shows."""
    seats = len(view["hand_sizes"])
    best = _best(view)
    table = StickEmTable(
        trick=[
            _played(each, people, seats, is_best=index == best)
            for index, each in enumerate(view["trick"])
        ],
        lead=_lead(view),
        has_place=view["phase"] == "play" and people.me is not None and _is_to_come(view, people),
        has_cards=any(view["hand_sizes"]),
        dots=_dots(view),
        trick_number=view["trick_number"],
        is_choosing=view["phase"] == "pain",
        last_trick=_last_trick(view, people),
        aside=view["aside_size"],
        hand=list(_hand(view, offers)),
        hands=[
            OpenHand(seat, people.name(seat), [drawn(name) for name in hand])
            for seat, hand in enumerate(view["hands"] or ())
        ],
    )
    facts = [Fact(_("Round"), f"{view['round']}/{view['rounds']}")]
    if view["phase"] == "play":
        facts.append(Fact(_("Trick"), f"{view['trick_number']}/{TRICKS}"))
    return Scene(
        [_plate(view, seat) for seat in range(seats)], table, facts, _advice(view, best, people)
    )


def _best(view: View) -> int | None:
    """Return which card of the trick takes it so far, by the game's own rule."""
    cards = [NUMBER_OF_CARD[each["card"]] for each in view["trick"]]
    return winning_position(cards) if cards else None


def _played(each: JsonObject, people: People, seats: int, *, is_best: bool) -> Played:
    seat = each["seat"]
    place = (seat - (people.me or 0)) % seats
    return Played(seat, place, people.name(seat), drawn(each["card"]), is_best)


def _is_to_come(view: View, people: People) -> bool:
    """Tell whether the reader has yet to play to this trick, and something to play."""
    has_played = any(each["seat"] == people.me for each in view["trick"])
    return not has_played and view["hand_sizes"][people.me] > 0


def _dots(view: View) -> list[str]:
    now = view["trick_number"]
    return ["done" if each < now else "now" if each == now else "" for each in range(1, TRICKS + 1)]


def _lead(view: View) -> Lead | None:
    suit = view["lead"]
    if suit is None:
        return None
    words = _("%(colour)s was led") % {"colour": COLOURS[suit]}
    return Lead(suit, shape(suit), words[0].upper() + words[1:])


def _advice(view: View, best: int | None, people: People) -> str:
    """Return who takes the trick so far: the rule is hard enough."""
    if view["phase"] != "play" or not view["trick"]:
        return ""
    if best is None:
        return _("Only zeros so far: nobody takes it.")
    each = view["trick"][best]
    if each["seat"] == people.me:
        return _("Your %(number)s takes it so far.") % {"number": number_of(each["card"])}
    return _("%(name)s's %(number)s takes it so far.") % {
        "name": people.name(each["seat"]),
        "number": number_of(each["card"]),
    }


def _last_trick(view: View, people: People) -> LastTrick | None:
    last = view["last_trick"]
    if last is None:
        return None
    if last["seat"] is None:
        words = _("Last trick: set aside")
    else:
        words = _("Last trick: %(name)s") % {"name": people.name(last["seat"])}
    return LastTrick(words, [drawn(each["card"]) for each in last["cards"] or ()])


def _hand(view: View, offers: Offers) -> Iterator[Held]:
    by_card = {offer.move["card"]: offer for offer in offers}
    for name in view["hand"] or ():
        offer = by_card.get(name)
        why_not = "" if offer else _("It is not your turn.")
        yield Held(name, drawn(name, silent=offer is not None), offer, why_not)


def _plate(view: View, seat: int) -> StickEmPlate:
    pain = view["pain"][seat]
    captured = view["captured"] and view["captured"][seat]
    worth = _worth(pain, captured)
    return StickEmPlate(
        score=view["totals"][seat],
        note=_("leads") if _leads(view, seat) else "",
        pain=_pain_card(view, seat),
        suit=suit_of(pain) if pain else "",
        spike=shape("pain"),
        taken=plain(-worth.lost) if worth else "",
        plus=worth.won if worth else None,
        this_round=plain(worth.total) if worth else "",
        captured_size=view["captured_sizes"][seat],
        hand_size=view["hand_sizes"][seat],
        captured=", ".join(card(name) for name in captured or ()),
    )


def _leads(view: View, seat: int) -> bool:
    """Return whether the seat leads the trick, or is to lead it."""
    if view["phase"] != "play":
        return False
    leader = view["trick"][0]["seat"] if view["trick"] else next(iter(view["to_act"]), None)
    return bool(leader == seat)


class _Worth(NamedTuple):
    lost: int
    won: int
    total: int


def _worth(pain: str | None, captured: Sequence[str] | None) -> _Worth | None:
    """Return what taken cards are worth by the game's own count; None where it is hidden."""
    if pain is None or captured is None:
        return None
    cards = [NUMBER_OF_CARD[name] for name in captured]
    hurting = NUMBER_OF_CARD[pain]
    points = [WORTH[COLOUR[hurting]][each] for each in cards]
    lost, won = -sum(min(each, 0) for each in points), sum(max(each, 0) for each in points)
    return _Worth(lost, won, round_points(hurting, cards))


def _pain_card(view: View, seat: int) -> SafeString | None:
    pain = view["pain"][seat]
    if pain is not None:
        return drawn(pain)
    return back(_("a pain card, face down")) if view["committed"][seat] else None
