"""The table of Stick 'Em."""

from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from web.games import svg
from web.games.core import Material, Offers, Plate, Scene, View
from web.games.narration import People
from web.games.stick_em.words import COLOURS, card

Table = dict[str, Any]


def drawn(name: str, *, silent: bool = False) -> SafeString:
    """Return a card."""
    colour, _dash, number = name.partition("-")
    return svg.stick_em_card(colour, number, card(name), silent=silent)


def scene(view: View, offers: Offers, people: People) -> Scene:
    """Return what the table shows."""
    by_card = {offer.move["card"]: offer for offer in offers}
    table: Table = {
        "round": view["round"],
        "rounds": view["rounds"],
        "trick_number": view["trick_number"],
        "lead": _lead(view),
        "trick": _played(view["trick"], people),
        "last_trick": _last_trick(view, people),
        "aside": view["aside_size"],
        "hand": [
            Material(drawn(name, silent=name in by_card), card(name), by_card.get(name))
            for name in view["hand"] or ()
        ],
        "has_hand": view["hand"] is not None,
        "hands": [
            {"name": people.name(seat), "cards": [drawn(name) for name in hand]}
            for seat, hand in enumerate(view["hands"] or ())
        ],
        "rounds_scored": [
            {"round": number, "points": points} for number, points in _rounds(view["scores"])
        ],
        "names": [people.name(seat) for seat in range(len(view["hand_sizes"]))],
        "totals": view["totals"],
    }
    return Scene([_plate(view, seat) for seat in range(len(view["hand_sizes"]))], table)


def _rounds(scores: list[list[int]]) -> list[tuple[int, list[int]]]:
    return list(enumerate(scores, start=1))


def _lead(view: View) -> dict[str, str] | None:
    lead = view["lead"]
    return None if lead is None else {"colour": lead, "words": str(COLOURS[lead])}


def _played(cards: list[dict[str, Any]], people: People) -> list[dict[str, object]]:
    return [
        {"name": people.name(each["seat"]), "seat": each["seat"], "drawing": drawn(each["card"])}
        for each in cards
    ]


def _last_trick(view: View, people: People) -> Table | None:
    last = view["last_trick"]
    if last is None:
        return None
    if last["seat"] is None:
        words = _("Last trick: set aside")
    else:
        words = _("Last trick: %(name)s") % {"name": people.name(last["seat"])}
    return {"words": words, "cards": _played(last["cards"] or [], people)}


@dataclass(frozen=True, kw_only=True)
class StickEmPlate(Plate):
    """What is known of a seat in this round."""

    pain: SafeString | None
    pain_words: str
    captured: list[Table]
    captured_size: int
    hand_size: int
    leads: bool


def _plate(view: View, seat: int) -> StickEmPlate:
    pain, committed = view["pain"][seat], view["committed"][seat]
    if pain is not None:
        shown = drawn(pain)
    elif committed:
        shown = svg.back(_("a pain card, face down"))
    else:
        shown = None
    captured = view["captured"]
    return StickEmPlate(
        pain=shown,
        pain_words=_("pain card") if shown else _("no pain card yet"),
        captured=[] if captured is None else _piles(captured[seat], pain),
        captured_size=view["captured_sizes"][seat],
        hand_size=view["hand_sizes"][seat],
        leads=view["leader"] == seat and view["phase"] == "play",
        score=view["totals"][seat],
    )


def _piles(cards: list[str], pain: str | None) -> list[Table]:
    """Return captured cards by colour; those of the pain colour are told apart."""
    piles: dict[str, list[str]] = {}
    for name in cards:
        colour, _dash, number = name.partition("-")
        piles.setdefault(colour, []).append(number)
    hurting = pain.partition("-")[0] if pain else None
    return [
        {
            "colour": colour,
            "hurts": colour == hurting,
            "count": len(piles[colour]),
            "words": _("%(colour)s: %(numbers)s")
            % {
                "colour": COLOURS[colour],
                "numbers": ", ".join(sorted(piles[colour], key=int)),
            },
        }
        for colour in COLOURS
        if colour in piles
    ]
