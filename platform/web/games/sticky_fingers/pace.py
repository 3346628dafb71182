"""The pace of Sticky Fingers: a place opens, and the end of a round stays."""

from web.games.pace import Move, Pace, View


def _is_open(view: View, seat: int, move: Move) -> bool:
    """Tell whether all see that nothing else can be done: the last square, or an empty place.

    That no loot can be paid, no tools exchanged and nothing sold is known to the hand alone.
    """
    if move["type"] != "pass":
        return bool(move["type"] == "place_token")
    place = view["place"]
    if place == "ruin":
        return all(square["seat"] is not None for square in view["exchange"])
    return not any(view[place]) or (place == "harbor" and not view["held"][seat])


PACE = Pace(
    moments={
        "scoundrels_dealt": "deal",
        "tools_dealt": "deal",
        "place_opened": "open",
        "round_ended": "stay",
    },
    ends_turn=frozenset(
        {
            *("place_token", "take_tools", "steal_loot", "exchange_tools", "sell_loot"),
            *("pass", "choose_scoundrel"),
        }
    ),
    is_open=_is_open,
)
