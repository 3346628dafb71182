"""Second Story in words."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.second_story.cards import TABLE
from web.games.narration import Data, GameText, People, join_words

SUITS: dict[str, Promise] = {
    "moons": _("moons"),
    "suns": _("suns"),
    "waves": _("waves"),
    "leaves": _("leaves"),
    "wyrms": _("wyrms"),
    "knots": _("knots"),
}
HOUSES = {house.id: house for house in TABLE.cards}
KINDS: dict[str, Promise] = {
    "ace": _("Ace of %(suits)s"),
    "number": _("%(rank)s of %(suits)s"),
    "crown": _("Crown of %(suits)s"),
    "pawn": _("Pawn of %(suits)s"),
    "court": _("Court of %(suits)s"),
    "excuse": _("the Excuse"),
}


def suit(name: str) -> str:
    """Return a suit in words."""
    return str(SUITS[name])


def card(name: str) -> str:
    """Return a house in words: `7SK` is "7 of suns and knots"."""
    house = HOUSES[name]
    suits = join_words([suit(each) for each in house.suits]) if house.suits else ""
    return str(KINDS[house.kind]) % {"rank": house.rank, "suits": suits}


def _die(value: int) -> str:
    return str(value)


class SecondStory(GameText):
    """The words of the game, where a number decides the sentence."""

    def describe_event(self, kind: str, data: Data, people: People) -> str | None:
        """Return an event in a sentence."""
        if kind == "dice_rolled":
            kind += ":good" if max(data["dice"]) >= data["need"] else ":bad"
        elif kind == "ace_resolved":
            kind += {1: ":in", -1: ":out", 0: ":nothing"}[data["change"]]
        elif kind == "approach_chosen":
            kind += f":{data['approach']}"
        return super().describe_event(kind, data, people)


LANGUAGE = SecondStory(
    sentences={
        "starter_drawn": _("%(seat)s burgles first."),
        "deck_shuffled": _("The deck is shuffled."),
        "night_began": _("Night %(night)s: %(seat)s goes burgling."),
        "house_entered": _("%(seat)s enters a house: %(card)s."),
        "approach_chosen:thorough": _("%(seat)s does a thorough job."),
        "approach_chosen:quick": _("%(seat)s does a quick job."),
        "flats_chosen": _("Flats tried by %(seat)s: %(flats)s."),
        "dice_rolled:good": _("%(seat)s rolls %(dice)s, needing %(need)s: success."),
        "dice_rolled:bad": _("%(seat)s rolls %(dice)s, needing %(need)s: failure."),
        "chips_taken": _("%(seat)s bags: %(suits)s."),
        "ace_resolved:in": _("The Ace puts a chip into the bag: %(suit)s."),
        "ace_resolved:out": _("The Ace takes a chip out of the bag: %(suit)s."),
        "ace_resolved:nothing": _("The Ace does nothing."),
        "excuse_found": _("%(seat)s finds the Excuse."),
        "excuse_used": _("%(seat)s uses the Excuse."),
        "chip_risked": _("%(seat)s risks a chip for another roll: %(suit)s."),
        "thief_caught": _("%(seat)s is caught. Back to the bank: %(returned)s."),
        "night_ended": _("%(seat)s goes home with %(kept)s."),
        "last_night_began": _(
            "The bank has run out of %(suit)s. %(last_seat)s takes the last turn."
        ),
    },
    readers={
        "card": card,
        "suit": suit,
        "suits": suit,
        "returned": suit,
        "kept": suit,
        "dice": _die,
    },
    moves={
        "choose_approach:approach=thorough": _("Thorough job: one die, a chip of each suit"),
        "choose_approach:approach=quick": _("Quick job: two dice, one chip"),
        "choose_flats:flats=1": _("Try 1 flat: roll 3 or more"),
        "choose_flats:flats=2": _("Try 2 flats: roll 6 or more"),
        "choose_flats:flats=3": _("Try 3 flats: roll 9 or more"),
        "take_chips": _("Take %(suits)s"),
        "take_second_chance": _("Risk a chip from your lair and roll again"),
        "use_excuse": _("Use the Excuse and roll again"),
        "accept_caught": _("Get caught"),
        "end_night": _("Go home with the bag"),
        "enter_house": _("Enter one more house"),
    },
    prompts={
        "choose_approach": _("How do you rob this house?"),
        "choose_flats": _("How many flats do you try?"),
        "take_chips": _("What do you take?"),
        "take_second_chance": _("The roll failed. What now?"),
        "use_excuse": _("The roll failed. What now?"),
        "end_night": _("Go home, or try one more house?"),
    },
    silent=("order_drawn",),
    seats=("last_seat",),
)


def language(dataset: str) -> GameText:  # noqa: ARG001 - Every game is asked so.
    """Return the words of the game, which are the same for every dataset."""
    return LANGUAGE
