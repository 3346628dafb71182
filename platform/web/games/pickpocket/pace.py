"""The pace of Pickpocket: a guard, a caught thief and the end of a night stay."""

from web.games.pace import Move, Pace, View


def _is_open(view: View, seat: int, move: Move) -> bool:
    """Tell whether all see that nothing else can be done: the last power, or an empty hand.

    That no tile of a hand fits is known to the hand alone.
    """
    return bool(move["type"] == "choose_power" or view["hand_sizes"][seat] == 0)


PACE = Pace(
    moments={
        "hands_dealt": "deal",
        "guard_appeared": "stay",
        "thief_caught": "stay",
        "thief_expelled": "stay",
        "double_lost": "stay",
        "night_ended": "stay",
        "hands_scored": "stay",
    },
    ends_turn=frozenset(
        {
            *("choose_power", "draw_tile", "play_tile", "leave", "drink_beer"),
            *("use_redraw", "decline_redraw"),
        }
    ),
    is_open=_is_open,
)
