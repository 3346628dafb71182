"""Search bots think ahead: what they find, what they may know, and how long they take."""

import random
from collections.abc import Iterator, Sequence
from time import monotonic
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bots import registry
from bots.chance import RandomChance
from bots.ismcts import RIPE, DecisionNode, MoveNode, Search
from bots.league import Contest, matches, mean_of
from bots.search import UNGUIDED, Searcher, guide_of
from games import registry as games
from games.chance import FairChance
from games.core import ALL, AnyRules, Seat
from games.heuristic import AnyHeuristic, Heuristic
from games.observation import Observation
from games.rewards import expected_scores, pairwise_scores
from games.stick_em.cards import TRICKS
from games.stick_em.heuristic import StickEmHeuristic
from tests.bots.tables import observed, play, seen
from tests.games.pickpocket.dealer import RULES as PICKPOCKET
from tests.games.pickpocket.dealer import do, tavern, tiles
from tests.games.stick_em.dealer import RULES as STICK_EM
from tests.games.stick_em.dealer import play as play_cards
from tests.games.stick_em.dealer import playing
from tests.samples import leading

every_game = pytest.mark.parametrize("rules", games.all_rules(), ids=lambda rules: rules.id)
guided_and_not = pytest.mark.parametrize(
    "guide", leading([True, False]), ids=["guided", "unguided"]
)


class Brief(Searcher):
    """A searcher that is soon done."""

    id = "brief"
    title = "Hardly thinks."
    step = 1
    seconds = 60.0

    def playouts(self, game: str) -> int:  # noqa: ARG002  # Alike in every game.
        """Return a few."""
        return 12


def searched(
    rules: AnyRules, state: Any, seat: Seat, guide: AnyHeuristic, iterations: int
) -> Search:
    """Return a search of that many iterations for a seat's move."""
    rng = random.Random(3)
    world = Observation(rules, state, seat, RandomChance(rng)).world
    search = Search(rules, world, seat, guide, rng)
    for _ in range(iterations):
        search.iterate()
    return search


def decisions(rules: AnyRules, every: int) -> Iterator[tuple[Any, Seat]]:
    """Yield some moments of a match of random bots in which a seat has a choice, and the seat."""
    _, states = play(rules, [registry.bot("random")] * rules.seats_min, seed=5)
    for state in states[1::every]:
        seat = rules.to_act(state)[-1]
        if len(rules.legal_moves(state, seat)) > 1:
            yield state, seat


def nodes(situation: DecisionNode) -> Iterator[tuple[MoveNode, Sequence[MoveNode]]]:
    """Yield every move of a tree with the moves that may follow it."""
    for node in situation.moves.values():
        following = [child for after in node.after.values() for child in after.moves.values()]
        yield node, following
        for after in node.after.values():
            yield from nodes(after)


class TestWhatItFinds:
    @pytest.mark.parametrize(
        ("hands", "pains", "lead", "found"),
        [
            (["B3 B1", "B10 B2", "G11 B0"], "R1 R2 Y3", "B3 B10", "green-11"),
            (["Y8 B1", "Y7 B2", "G11 Y0"], "R1 R2 Y3", "Y8 Y7", "yellow-0"),
            (["B3 B1", "G10 B2", "R9 R0"], "Y1 R2 Y3", "B3 G10", "red-9"),
        ],
        ids=["it takes what is harmless", "it leaves what hurts", "it sticks the winner"],
    )
    def test_the_end_of_a_round_of_stick_em(
        self, hands: list[str], pains: str, lead: str, found: str
    ) -> None:
        state = playing(hands, pains)
        state.tricks = TRICKS - 2
        play_cards(state, lead)

        for bot in ("search-1", "search-2"):
            chosen = registry.bot(bot).choose(seen(STICK_EM, state, 2), random.Random(1))
            assert chosen["card"] == found

    def test_with_the_last_guard_near_it_makes_sure_of_points_ahead_of_equals(self) -> None:
        state = tavern(4, "PKV")
        state.scores, state.past_guards = [70, 52, 52, 52], [2, 2, 3, 3, 4, 4]
        coming = "PKV PK PV PJ KV KJ VJ PKV PKJ PP KK VV JJ 5"
        state.bag = [*reversed(tiles(coming))]
        do(state, "draw")
        known = seen(PICKPOCKET, state)

        # Nobody can catch up with the first seat: three points decide who is second.
        for seed in range(3):
            chosen = registry.bot("search-2").without_clock().choose(known, random.Random(seed))
            assert chosen == {"type": "leave", "lay_down": None}
        assert registry.bot("greedy").choose(known, random.Random(1)) == {"type": "draw_tile"}

    def test_it_beats_greedy_bots_at_stick_em(self) -> None:
        contest = Contest(STICK_EM, 3, "search-1", "greedy", {"rounds": 1})

        share = mean_of(list(matches(contest, 4, "test")), "test")

        assert share.value > 0.5

    def test_what_the_guide_foresees_outweighs_what_is_tried_as_far_as_it_is_certain(self) -> None:
        state = playing(["Y8 B1", "Y7 B2", "G11 Y0"], "R1 R2 Y3")
        state.tricks = TRICKS - 2
        play_cards(state, "Y8 Y7")

        for certainty, card in ((4.0, "yellow-0"), (1e6, "green-11")):
            search = searched(STICK_EM, state, 2, false_prophet(certainty), 200)
            found = STICK_EM.move_data(state, 2, search.best(1))
            assert found["card"] == card


def false_prophet(certainty: float) -> AnyHeuristic:
    """Return a guide who foresees that green 11 is a little better than any other card."""

    class Prophet(StickEmHeuristic):
        def expected_rewards(
            self, rules: AnyRules, state: Any, seat: Seat, legal: Sequence[Any]
        ) -> Sequence[float]:
            cards = [rules.move_data(state, seat, move)["card"] for move in legal]
            return [0.2 if card == "green-11" else 0.0 for card in cards]

    Prophet.certainty = certainty
    return Prophet()


class TestWhatItMayKnow:
    @every_game
    def test_it_chooses_alike_in_worlds_that_its_seat_cannot_tell_apart(
        self, rules: AnyRules
    ) -> None:
        chosen = 0
        for number, (state, seat) in enumerate(decisions(rules, 12)):
            other = rules.determinise(state, seat, FairChance(bytes([number])))
            choices = [
                Brief(hurries=False).choose(observed(rules, world, seat), random.Random(number))
                for world in (state, other)
            ]
            assert choices[0] == choices[1]
            chosen += 1
        assert chosen

    @every_game
    @guided_and_not
    def test_it_grows_the_same_tree_in_worlds_that_its_seat_cannot_tell_apart(
        self, rules: AnyRules, *, guide: bool
    ) -> None:
        known = guide_of(rules.game) if guide else UNGUIDED
        state, seat = next(decisions(rules, 5))
        other = rules.determinise(state, seat, FairChance(bytes(32)))

        trees = [searched(rules, world, seat, known, 20) for world in (state, other)]

        figures = [
            [(node.visits, node.available, node.reward) for node, _ in nodes(tree.decision)]
            for tree in trees
        ]
        assert figures[0] == figures[1]


class TestTheTree:
    @every_game
    @guided_and_not
    def test_a_move_is_never_tried_oftener_than_it_was_legal(
        self, rules: AnyRules, *, guide: bool
    ) -> None:
        known = guide_of(rules.game) if guide else UNGUIDED
        for state, seat in list(decisions(rules, 15))[:3]:
            search = searched(rules, state, seat, known, 30)

            first = search.decision.moves
            assert sum(node.visits for node in first.values()) == search.root.visits == 30
            assert {node.available for node in first.values()} == {30}
            for node, following in nodes(search.decision):
                assert node.visits <= node.available
                assert 0 <= node.reward <= node.visits
                assert sum(child.visits for child in following) <= max(0, node.visits - RIPE)

    def test_a_match_with_nothing_left_to_choose_is_not_searched(self) -> None:
        state = playing(["B3", "B10", "G11"], "R1 R2 Y3")
        search = searched(STICK_EM, state, 0, Heuristic(), 0)

        assert search.best(1000) == STICK_EM.legal_moves(state, 0)[0]
        assert not search.root.visits

    @every_game
    @guided_and_not
    def test_every_legal_move_is_tried_before_any_is_tried_twice(
        self, rules: AnyRules, *, guide: bool
    ) -> None:
        known = guide_of(rules.game) if guide else UNGUIDED
        for state, seat in list(decisions(rules, 15))[:3]:
            legal = rules.legal_moves(state, seat)
            search = searched(rules, state, seat, known, len(legal))

            tried = search.decision.moves
            assert {*tried} == {*legal}
            assert {node.visits for node in tried.values()} == {1}

    @every_game
    def test_moves_are_compared_in_the_same_worlds(self, rules: AnyRules) -> None:
        for state, seat in list(decisions(rules, 15))[:3]:
            legal = rules.legal_moves(state, seat)
            search = searched(rules, state, seat, guide_of(rules.game), 0)
            trials = search.trials()

            for _ in range(2):
                worlds, moves = zip(*[next(trials) for _ in legal], strict=True)
                views = [rules.view(world, ALL) for world in worlds]
                assert all(view == views[0] for view in views)
                assert len({id(world) for world in worlds}) == len(legal)
                if len(legal) > 2:
                    break
            assert {*moves} == {*legal}

    def test_the_better_half_of_the_moves_is_tried_oftener(self) -> None:
        state, seat = next(decisions(STICK_EM, 5))
        search = searched(STICK_EM, state, seat, guide_of("stick-em"), 600)

        counts = sorted(node.visits for node in search.decision.moves.values())
        leading = search.decision.moves[search.best(1)]
        assert counts[0] >= 600 / len(counts) / 5
        assert leading.visits >= 2 * counts[len(counts) // 2]

    def test_a_decision_that_is_clear_is_not_thought_about_for_long(self) -> None:
        state = playing(["B3 B1", "B10 B2", "G11 B0"], "R1 R2 Y3")
        state.tricks = TRICKS - 2
        play_cards(state, "B3 B10")
        search = searched(STICK_EM, state, 2, guide_of("stick-em"), 0)

        found = STICK_EM.move_data(state, 2, search.best(10_000))

        assert found["card"] == "green-11"
        assert search.root.visits < 500


class TestRewards:
    def test_a_tie_counts_half(self) -> None:
        assert pairwise_scores((1, 2, 2)) == [1.0, 0.25, 0.25]
        assert pairwise_scores((1, 1)) == [0.5, 0.5]
        assert pairwise_scores((3, 1, 2)) == [0.0, 1.0, 0.5]

    @given(st.lists(st.floats(-100, 100), min_size=2, max_size=6))
    def test_prospects_share_out_as_much_as_places_do(self, worths: list[float]) -> None:
        rewards = expected_scores(worths)

        assert sum(rewards) == pytest.approx(len(worths) / 2)
        assert all(0 <= reward <= 1 for reward in rewards)
        assert rewards[worths.index(max(worths))] == pytest.approx(max(rewards))


class TestHowLongItTakes:
    def test_it_moves_when_its_time_is_up(self) -> None:
        class Endless(Brief):
            seconds = 0.05

            def playouts(self, game: str) -> int:  # noqa: ARG002
                return 10**9

        state, seat = next(decisions(STICK_EM, 5))
        began = monotonic()

        chosen = Endless().choose(seen(STICK_EM, state, seat), random.Random(1))

        assert chosen in seen(STICK_EM, state, seat).legal
        assert monotonic() - began < 5

    def test_each_level_plays_out_more_than_the_last_where_it_exists(self) -> None:
        levels = [bot for bot in registry.all_bots() if isinstance(bot, Searcher)]

        assert [bot.id for bot in levels] == ["search-1", "search-2", "search-3"]
        assert all(bot.hurries and not bot.without_clock().hurries for bot in levels)
        for rules in games.current_games():
            game = rules.game
            counts = [bot.without_clock().playouts(game) for bot in levels if bot.is_offered(game)]
            assert counts == sorted({*counts})
            assert counts == [*guide_of(game).playouts]

    def test_a_level_that_a_game_has_not_plays_like_the_last_one_that_it_has(self) -> None:
        (game,) = {
            rules.game
            for rules in games.current_games()
            if not registry.bot("search-2").is_offered(rules.game)
        } & {"pickpocket"}
        one, three = (registry.bot(bot) for bot in ("search-1", "search-3"))
        assert isinstance(one, Searcher)
        assert isinstance(three, Searcher)

        assert three.playouts(game) == one.playouts(game)
        assert three.plays(game)
        assert three not in registry.bots_offered(game)

    def test_with_a_clock_the_strongest_level_of_a_game_takes_the_time_that_there_is(self) -> None:
        for game in ("stick-em", "sticky-fingers", "pickpocket"):
            *weaker, strongest = [
                bot for bot in registry.bots_offered(game) if isinstance(bot, Searcher)
            ]
            assert strongest.playouts(game) > strongest.without_clock().playouts(game)
            for bot in weaker:
                assert bot.playouts(game) == bot.without_clock().playouts(game)

    def test_what_is_reckoned_through_needs_no_time(self) -> None:
        only = registry.bot("search-1")
        assert isinstance(only, Searcher)

        assert only.playouts("second-story") == 0

    def test_whoever_leaves_is_replaced_by_a_bot_that_moves_at_once(self) -> None:
        for rules in games.all_rules():
            assert registry.replacement_bot(rules.game).id == "greedy"


class TestWhatRivalsKnow:
    def test_who_picks_a_pain_card_is_not_shown_what_the_others_have_picked(self) -> None:
        state, seat = next(decisions(STICK_EM, 1))
        assert len(STICK_EM.to_act(state)) > 1
        search = searched(STICK_EM, state, seat, guide_of("stick-em"), 600)

        # One decision for each of the others, whatever is picked, and none below the own picks.
        others = [(other,) for other in STICK_EM.to_act(state) if other != seat]
        assert sorted(search.concealed) == others
        assert sum(node.visits for node in search.concealed[others[0]].moves.values()) > 500
        below = [after for node in search.decision.moves.values() for after in node.after.values()]
        assert {child.seat for after in below for child in after.moves.values()} <= {0, 1, 2}
        assert all(len(node.after) <= 1 for node in search.decision.moves.values())
