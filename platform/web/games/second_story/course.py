"""The lesson of Second Story: two nights of one's own, and what the piles are worth."""

from web.games.courses import Course, Move, Step


def _go(approach: str) -> Move:
    return {"type": "choose_approach", "approach": approach}


HOME: Move = {"type": "end_night"}

COURSE = Course(
    game="second-story",
    players=("Wren", "Rowan"),
    deal=3964,
    steps=(
        Step(points_at="street"),
        Step(points_at="street", move=_go("thorough")),
        Step(points_at="bag", move={"type": "enter_house"}),
        Step(points_at="street", move=_go("quick")),
        Step(points_at="bag", move={"type": "take_chips", "suits": ["suns"]}),
        Step(points_at="bag", move=HOME, replies=((1, _go("quick")),)),
        Step(points_at="street"),
        Step(points_at="street", move=_go("thorough")),
        Step(points_at="bag", move=HOME),
        Step(points_at="seat-0"),
        Step(points_at="bank"),
    ),
)
