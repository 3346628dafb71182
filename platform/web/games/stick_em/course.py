"""The lesson of Stick 'Em: four tricks, the pain colour, the zero, and how to give pain away."""

from web.games.courses import Course, Move, Step


def _play(card: str) -> Move:
    return {"type": "play_card", "card": card}


def _choose(card: str) -> Move:
    return {"type": "choose_pain", "card": card}


COURSE = Course(
    game="stick-em",
    players=("Wren", "Rowan", "Heron"),
    deal=0,
    steps=(
        Step(points_at="hand"),
        Step(
            points_at="hand",
            move=_choose("red-2"),
            replies=((1, _choose("yellow-1")), (2, _choose("green-1"))),
        ),
        Step(points_at="seat-1", replies=((1, _play("blue-8")), (2, _play("blue-5")))),
        Step(points_at="trick", move=_play("purple-2")),
        Step(points_at="seat-0"),
        Step(
            points_at="hand",
            move=_play("purple-4"),
            replies=((1, _play("purple-6")), (2, _play("red-7"))),
        ),
        Step(points_at="seat-2", replies=((2, _play("red-3")),)),
        Step(points_at="trick", move=_play("blue-0"), replies=((1, _play("green-8")),)),
        Step(points_at="seat-1", replies=((1, _play("blue-3")), (2, _play("purple-5")))),
        Step(points_at="trick", move=_play("green-2")),
        Step(points_at="seat-2"),
    ),
)
