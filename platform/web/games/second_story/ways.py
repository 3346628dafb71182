"""What may be done in the street of Second Story: each way with its dice and its chance.

The chances follow from the card that lies open, so everybody is shown them; whose night it is may
press.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.second_story.cards import SIDES
from games.second_story.jobs import NEED_BY_FLATS
from web.games.core import Offer, Offers, View
from web.games.narration import Data, join_words
from web.games.second_story import art
from web.games.second_story.words import HOUSES, suit


@dataclass(frozen=True, kw_only=True)
class Way:
    """Something that may be done, as a button, or for others to read."""

    kind: str
    """What it is: a `job`, chips to `take`, going `on` (always left) or `off` (always right)."""
    name: str
    about: str = ""
    suits: Sequence[str] = ()
    dice: Sequence[SafeString] = ()
    sign: str = ""
    odds: int | None = None
    """In how many of 100 cases it works."""
    offer: Offer | None = None


@dataclass(frozen=True, kw_only=True)
class Roll:
    """The last roll in this house."""

    dice: Sequence[SafeString]
    words: str
    label: str
    is_success: bool


def chance(need: int, dice: int) -> int:
    """Return in how many of 100 cases one of the dice, with ten sides, reaches the need."""
    misses: int = (need - 1) ** dice
    rolls: int = SIDES**dice
    return round(100 - 100 * misses / rolls)


def ways(view: View, offers: Offers) -> list[Way]:
    """Return what may be done now; jobs are shown to all, the rest to whose night it is."""
    phase = view["phase"]
    if phase == "approach":
        return _approaches(view, offers)
    if phase == "flats":
        return [_flats(view, offers, number) for number in (1, 2, 3)]
    if phase == "missed":
        return [_way_out(view, offer) for offer in offers]
    if phase == "home":
        order = ("enter_house", "end_night")
        return [_way_on(view, offer) for kind in order for offer in offers.where(kind)]
    return _takings(offers)


def _approaches(view: View, offers: Offers) -> list[Way]:
    house = HOUSES[view["street"][-1]]
    need = house.rank or 0
    left = [name for name in house.suits if view["bank"][name]]
    names = [suit(name) for name in left]
    both = join_words(names)
    either = _("%(one)s or %(other)s") % {"one": names[0], "other": names[1]} if names[1:] else both
    return [
        Way(
            kind="job",
            name=_("Thorough"),
            about=_("one die of %(need)d or more: %(chips)s") % {"need": need, "chips": both},
            suits=left,
            dice=[art.die(f"{need}+")],
            odds=chance(need, 1),
            offer=offers.one("choose_approach", approach="thorough"),
        ),
        Way(
            kind="job",
            name=_("Quick"),
            about=_("two dice, one of %(need)d or more: %(chips)s")
            % {"need": need, "chips": either},
            suits=left,
            dice=[art.die(f"{need}+"), art.die("?")],
            odds=chance(need, 2),
            offer=offers.one("choose_approach", approach="quick"),
        ),
    ]


def _flats(view: View, offers: Offers, number: int) -> Way:
    need = NEED_BY_FLATS[number]
    left = sum(1 for name in HOUSES[view["street"][-1]].suits if view["bank"][name])
    most = min(number, left)
    chips = ngettext("%(number)d chip", "%(number)d different chips", most) % {"number": most}
    return Way(
        kind="job",
        name=ngettext("%(number)d flat", "%(number)d flats", number) % {"number": number},
        about=_("one die of %(need)d or more: %(chips)s") % {"need": need, "chips": chips},
        dice=[art.die(f"{need}+")],
        odds=chance(need, 1),
        offer=offers.one("choose_flats", flats=number),
    )


def _way_out(view: View, offer: Offer) -> Way:
    """Return a way to go on after a failed roll, or the end of the night."""
    roll = view["roll"]
    odds = chance(roll["need"], len(roll["dice"]))
    if offer.kind == "take_second_chance":
        about = _("for a chip from your lair")
        return Way(
            kind="on",
            name=_("Second chance"),
            about=about,
            sign="risk",
            odds=odds,
            offer=offer,
        )
    if offer.kind == "use_excuse":
        about = _("for another roll")
        return Way(
            kind="on", name=_("The Excuse"), about=about, sign="excuse", odds=odds, offer=offer
        )
    about = _("the bag goes back to the bank")
    return Way(kind="off", name=_("Get caught"), about=about, sign="caught", offer=offer)


def _way_on(view: View, offer: Offer) -> Way:
    if offer.kind == "enter_house":
        about = _("and risk the bag")
        return Way(kind="on", name=_("One more house"), about=about, sign="sneak", offer=offer)
    chips = sum(view["bag"].values())
    about = ngettext("with %(number)d chip", "with %(number)d chips", chips) % {"number": chips}
    return Way(kind="off", name=_("Go home"), about=about, sign="home", offer=offer)


def _takings(offers: Offers) -> list[Way]:
    """Return the sets of chips that may be taken, the largest first, and nothing at the end."""
    choices = sorted(offers.where("take_chips"), key=lambda offer: -len(_suits(offer.move)))
    return [
        Way(
            kind="take",
            name=join_words([suit(name) for name in _suits(offer.move)]),
            suits=_suits(offer.move),
            offer=offer,
        )
        for offer in choices
    ]


def _suits(move: Data) -> Sequence[str]:
    return tuple(move["suits"])


def roll_of(view: View) -> Roll | None:
    """Return the roll of this house, None before it."""
    roll = view["roll"]
    if roll is None:
        return None
    need = roll["need"]
    dice = [art.die(str(value), "good" if value >= need else "bad") for value in roll["dice"]]
    words = _("%(need)d or more: success") if roll["success"] else _("%(need)d or more: failed")
    values = join_words([str(value) for value in roll["dice"]])
    return Roll(
        dice=dice,
        words=words % {"need": need},
        label=_("rolled %(dice)s") % {"dice": values},
        is_success=roll["success"],
    )
