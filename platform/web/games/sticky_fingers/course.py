"""The lesson of Sticky Fingers: one round from the first token to the first sale."""

from web.games.courses import Course, Move, Step


def _place(place: str) -> Move:
    return {"type": "place_token", "place": place}


def _take(*tools: str) -> Move:
    return {"type": "take_tools", "tools": list(tools)}


COURSE = Course(
    game="sticky-fingers",
    players=("Wren", "Rowan"),
    deal=91,
    steps=(
        Step(points_at="hand"),
        Step(points_at="places", move=_place("city"), replies=((1, _place("museum")),)),
        Step(points_at="places", move=_place("villa"), replies=((1, _place("city")),)),
        Step(points_at="places", move=_place("harbor"), replies=((1, _place("ruin")),)),
        Step(
            points_at="places",
            move=_take("pliers", "welding"),
            replies=((1, _take("pliers", "welding")),),
        ),
        Step(
            points_at="places",
            move={"type": "steal_loot", "slot": 0, "with_scoundrel": True},
            replies=(
                (1, {"type": "exchange_tools", "square": 0, "tools": ["hammer"]}),
                (1, {"type": "pass"}),
            ),
        ),
        Step(
            points_at="places",
            move={"type": "sell_loot", "fence": "FA1", "loot": ["PAI2"]},
        ),
        Step(points_at="score"),
    ),
)
