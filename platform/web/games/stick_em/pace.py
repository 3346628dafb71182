"""The pace of Stick 'Em: a whole trick stays, and so do the pain cards when they are turned up."""

from web.games.pace import Move, Pace, View


def _is_open(view: View, seat: int, _move: Move) -> bool:
    """Any card may be played, so there is one move with one card left, as all can count."""
    return bool(view["hand_sizes"][seat] == 1)


def _may_prepare(view: View) -> bool:
    """Tell whether there is a card to choose for one's turn in a trick."""
    return view["phase"] == "play" and len(view["hand"] or ()) > 1


PACE = Pace(
    moments={
        "match_started": "deal",
        "round_began": "deal",
        "pain_revealed": "reveal",
        "trick_taken": "trick",
        "trick_set_aside": "trick",
        "round_scored": "stay",
    },
    ends_turn=frozenset({"choose_pain", "play_card"}),
    may_prepare=_may_prepare,
    is_open=_is_open,
)
