"""PUCT, which the platform's search is compared with, is a search like it but for what it tries."""

from functools import partial
from pathlib import Path
from random import Random

from bots import registry
from bots.chance import RandomChance
from bots.search import guide_of
from games import registry as games
from games.core import ALL
from tests.bots import root_rules
from tests.bots.pieces import play_on
from tests.bots.root_rules import Puct, Timed
from tests.bots.sighted import with_open_hands
from tests.bots.test_search import decisions, searched

STICK_EM = games.current_rules("stick-em")
PICKPOCKET = games.current_rules("pickpocket")


def puct(iterations: int) -> Puct:
    """Return a search of that many iterations of the first decision of a match."""
    state, seat = next(decisions(STICK_EM, 5))
    known = searched(STICK_EM, state, seat, guide_of("stick-em"), 0)
    search = Puct(STICK_EM, known.world, seat, known.guide, Random(3))
    for _ in range(iterations):
        search.iterate()
    return search


def test_every_legal_move_is_tried_once_in_one_world_before_any_is_tried_twice() -> None:
    trials = puct(0).trials()
    count = len(puct(0).rules.legal_moves(puct(0).world, puct(0).seat))

    worlds, moves = zip(*[next(trials) for _ in range(count)], strict=True)

    assert len({*moves}) == count
    assert all(STICK_EM.view(world, ALL) == STICK_EM.view(worlds[0], ALL) for world in worlds)


def test_what_has_brought_most_is_tried_oftenest() -> None:
    search = puct(400)

    moves = search.decision.moves
    assert search.root.visits == sum(node.visits for node in moves.values()) == 400
    assert moves[search.best(1)].visits > 400 / len(moves)


def test_a_contest_is_gone_on_with_where_it_stopped(tmp_path: Path) -> None:
    greedy = registry.bot("greedy")
    seated = partial(root_rules.table, greedy, registry.bot("random"), 3)
    kept = tmp_path / "kept.json"

    whole = play_on(PICKPOCKET, seated, 3)
    assert play_on(PICKPOCKET, seated, 1, kept) == whole[:3]
    assert play_on(PICKPOCKET, seated, 3, kept) == whole
    assert play_on(PICKPOCKET, seated, 9, kept, seconds=0.0) == whole


def test_bots_that_are_timed_play_to_the_end_and_count_their_playouts() -> None:
    one, others = Timed(Puct, 1), registry.bot("greedy")

    played = play_on(PICKPOCKET, partial(root_rules.table, one, others, 2), 1)

    assert len(played) == 2
    assert one.playouts >= one.moves > 0


def test_with_open_hands_a_seat_sees_them_and_not_what_is_drawn_next() -> None:
    state, seat = list(decisions(PICKPOCKET, 5))[1]
    open_hands = with_open_hands(PICKPOCKET)

    worlds = [open_hands.determinise(state, seat, RandomChance(Random(each))) for each in range(3)]

    assert all(world.hands == state.hands for world in worlds)
    assert len({tuple(PICKPOCKET.view(world, ALL)["bag"]) for world in worlds}) == 3
