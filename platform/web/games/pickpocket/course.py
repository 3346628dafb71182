"""The lesson of Pickpocket: leave in time, lead the next night, win stop-or-double."""

from web.games.courses import Course, Move, Step

DRAW: Move = {"type": "draw_tile"}
LEAVE: Move = {"type": "leave", "lay_down": None}


def _play(tile: str) -> Move:
    return {"type": "play_tile", "tile": tile}


COURSE = Course(
    game="pickpocket",
    players=("Wren", "Rowan", "Heron", "Basil"),
    deal=702,
    steps=(
        Step(points_at="hand", replies=((2, DRAW), (3, DRAW))),
        Step(points_at="loot"),
        Step(points_at="bag", move=DRAW, replies=((1, DRAW), (2, DRAW), (3, DRAW))),
        Step(points_at="guards"),
        Step(points_at="loot", move=LEAVE, replies=((1, DRAW), (2, DRAW))),
        Step(points_at="score"),
        Step(
            points_at="hand",
            move=_play("PKV"),
            replies=((1, LEAVE), (2, LEAVE), (3, LEAVE)),
        ),
        Step(points_at="hand", move=_play("PK")),
        Step(points_at="hand", move=_play("KV")),
        Step(points_at="seat-0"),
    ),
)
