"""The pace of Second Story: dice tumble, and the end of a night stays."""

from web.games.pace import Move, Pace, View


def _is_open(_view: View, _seat: int, _move: Move) -> bool:
    """Nothing that decides is hidden in this game."""
    return True


PACE = Pace(
    moments={
        "dice_rolled": "dice",
        "thief_caught": "stay",
        "night_ended": "stay",
        "last_night_began": "stay",
    },
    ends_turn=frozenset({"accept_caught", "end_night"}),
    is_open=_is_open,
)
