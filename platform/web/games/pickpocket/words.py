"""Pickpocket in words."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from web.games.narration import Data, GameText, People, join_words

ELEMENTS: dict[str, Promise] = {
    "P": _("purse"),
    "K": _("key"),
    "V": _("vial"),
    "J": _("jewel"),
}
LINES: dict[str, Promise] = {
    "purse": _("purses"),
    "key": _("keys"),
    "vial": _("vials"),
    "jewel": _("jewels"),
}
POWERS: dict[str, Promise] = {
    "illusion": _("illusion"),
    "glove": _("glove"),
    "passage": _("passage"),
    "accomplice": _("accomplice"),
    "bruce": _("Bruce"),
    "beer": _("beer"),
    "ambidextrous": _("ambidextrous"),
}
POWERS_EXPLAINED: dict[str, Promise] = {
    "illusion": _("when you leave, +1 for a complete line of keys, +2 of vials, +3 of jewels"),
    "glove": _("when you leave, take the next tile from the bag into your hand"),
    "passage": _(
        "if you are inside when the second guard appears, you score the loot and both guards"
    ),
    "accomplice": _("when you leave, the guard counts double"),
    "bruce": _("when you leave, +2"),
    "beer": _("once a night, pass instead of adding a tile"),
    "ambidextrous": _("once a night, when you are caught, draw another tile"),
}
REASONS: dict[str, Promise] = {
    "double": _("stop-or-double was played"),
    "guards": _("the second guard came"),
    "last_guard": _("the last guard came"),
}


def tile(name: str) -> str:
    """Return a loot tile in words: `PKV` is "purse, key and vial"."""
    return join_words([str(ELEMENTS[letter]) for letter in name])


def power(name: str) -> str:
    """Return a power in words."""
    return str(POWERS[name])


class Pickpocket(GameText):
    """The words of the game, where somebody may be missing from an event or a move."""

    def describe_event(self, kind: str, data: Data, people: People) -> str | None:
        """Return an event in a sentence."""
        if kind == "night_began" and data["prince"] is not None:
            kind += ":prince"
        if kind == "thief_left" and data["doubled"]:
            kind += ":doubled"
        return super().describe_event(kind, data, people)

    def describe_move(self, move: Data, people: People) -> str:
        """Return a move in words."""
        if move["type"] == "leave" and move["lay_down"] is not None:
            move = {**move, "type": "leave_laying"}
        return super().describe_move(move, people)


LANGUAGE = Pickpocket(
    sentences={
        "markers_stacked": _("The score markers start on 0, bottom to top: %(order)s."),
        "night_began": _("Night %(night)s begins with %(starter)s."),
        "night_began:prince": _("Night %(night)s begins with %(starter)s; prince: %(prince)s."),
        "power_chosen": _("%(seat)s takes a power: %(power)s."),
        "tile_drawn": _("%(seat)s draws %(tile)s."),
        "tile_played": _("%(seat)s plays %(tile)s from hand."),
        "guard_appeared": _("%(seat)s draws a guard worth %(value)s (%(total)s of 7)."),
        "thief_caught": _("%(seat)s draws %(tile)s, which fits nowhere: caught!"),
        "redraw_used": _("%(seat)s draws with the other hand."),
        "redraw_declined": _("%(seat)s keeps the other hand for later."),
        "thief_warned": _("%(seat)s is warned and knocked down."),
        "thief_expelled": _("%(seat)s is out for the night."),
        "beer_drunk": _("%(seat)s drinks a beer."),
        "double_began": _("%(seat)s is the last one inside and plays stop-or-double."),
        "thief_left": _(
            "%(seat)s leaves. Points: %(points)s (loot %(elements)s, guard %(guards)s,"
            " powers %(bonus)s)."
        ),
        "thief_left:doubled": _(
            "%(seat)s gets away with the double. Points: %(points)s (twice loot %(elements)s,"
            " guard %(guards)s, powers %(bonus)s)."
        ),
        "double_lost": _("%(seat)s loses stop-or-double."),
        "rival_laid_down": _("%(seat)s knocks %(rival)s down."),
        "glove_tile_taken": _("%(seat)s uses the glove to take %(tile)s into hand."),
        "glove_tile_taken:hidden": _("%(seat)s uses the glove to take a tile into hand."),
        "passage_used": _("%(seat)s escapes through the passage. Points: %(points)s."),
        "night_ended": _("The night is over: %(reason)s."),
        "hands_scored": _("Hand values: %(values)s. Totals: %(totals)s."),
    },
    readers={"loot": tile, "tile": tile, "power": power, "reason": lambda reason: REASONS[reason]},
    hidden={"glove_tile_taken": "tile"},
    moves={
        "choose_power": _("Take the power: %(power)s"),
        "draw_tile": _("Draw from the bag"),
        "play_tile": _("Play %(tile)s"),
        "leave": _("Leave with the loot"),
        "leave_laying": _("Leave with the loot and knock %(lay_down)s down"),
        "drink_beer": _("Drink a beer"),
        "use_redraw": _("Draw again"),
        "decline_redraw": _("Get caught and keep the power"),
    },
    prompts={
        "choose_power": _("Choose a power for tonight."),
        "use_redraw": _("Caught! Draw with the other hand?"),
        "leave": _("Draw, play or leave?"),
        "play_tile": _("Draw or play?"),
        # With an empty hand there is nothing to play.
        "draw_tile leave": _("Draw or leave?"),
        "draw_tile drink_beer leave": _("Draw or leave?"),
        "draw_tile drink_beer": _("Draw or drink?"),
        "draw_tile": _("Draw from the bag."),
    },
    silent=("hands_dealt", "bag_filled", "orders_drawn"),
    seats=("lay_down", "order", "prince", "rival"),
    by_seat=("values",),
)


def language(dataset: str) -> GameText:  # noqa: ARG001 - Every game is asked so.
    """Return the words of the game, which are the same for every dataset."""
    return LANGUAGE
