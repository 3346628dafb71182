"""Looking for a rated match, and what becomes of it: opened, played, settled once."""

from datetime import UTC, datetime, timedelta
from random import Random
from uuid import UUID

import pytest

from accounts.models import Account
from agenda import runs
from agenda import sql as agenda
from matches.actors import Player
from matches.commit import NEWS
from matches.models import Match, Seat
from matches.services import leaving, turns
from ratings import match_groups
from ratings.match_groups import Group, QueuedPlayer
from ratings.models import Call, Ladder, RatedMatch, Seek
from ratings.services import matchmaking
from tests.callers import Caller, new_key, new_name, new_player
from tests.matches import tables
from tests.ratings import ladders
from tests.ratings.admins import new_admin, ok, open_ladder

pytestmark = pytest.mark.django_db

SPREAD = 100_000


def someone(name: str, rating: int, waited_s: float = 0, seats: int = 2) -> QueuedPlayer:
    return QueuedPlayer(name, rating * 1000, seats, waited_s)


def together(
    *those: QueuedPlayer, bots_after_s: float | None = None, bots: int = 0
) -> list[list[str]]:
    found = match_groups.form_groups(those, spread=SPREAD, bots_after_s=bots_after_s, bots=bots)
    return [sorted(each.key for each in group.players) for group in found]


class TestWhoFits:
    def test_the_nearest_play_together_and_who_waited_longest_chooses(self) -> None:
        ann, bob = someone("ann", 1500, 9), someone("bob", 1590)
        cleo, dirk = someone("cleo", 1520), someone("dirk", 1600)

        assert together(ann, bob, cleo, dirk) == [["ann", "cleo"], ["bob", "dirk"]]

    def test_the_window_widens_with_waiting(self) -> None:
        assert together(someone("ann", 1500), someone("bob", 1800)) == []
        assert together(someone("ann", 1500, 30), someone("bob", 1800)) == [["ann", "bob"]]
        assert together(someone("ann", 1500, 999), someone("bob", 2200)) == []

    def test_other_counts_do_not_fit(self) -> None:
        assert together(someone("ann", 1500), someone("bob", 1500, seats=3)) == []

    def test_bots_fill_up_after_a_while_where_there_are_enough(self) -> None:
        ann = someone("ann", 1500, 20, seats=3)

        assert together(ann, bots_after_s=15, bots=2) == [["ann"]]
        assert together(ann, bots_after_s=15, bots=1) == []
        assert together(ann, bots_after_s=25, bots=2) == []


BOTS = {"random": 1_100_000, "gentle": 1_350_000, "greedy": 1_600_000, "search": 1_900_000}


class TestWhichBotsFill:
    def test_the_nearest_to_the_players_do(self) -> None:
        beginner, expert = someone("ann", 1380, seats=2), someone("bob", 1950, seats=3)

        assert match_groups.nearest_bots(Group([beginner], 2), BOTS) == ["gentle"]
        assert match_groups.nearest_bots(Group([expert], 3), BOTS) == ["search", "greedy"]
        assert match_groups.nearest_bots(Group([beginner, expert], 3), BOTS) == ["greedy"]

    def test_of_bots_that_nobody_has_rated_the_weakest_come_last(self) -> None:
        group = Group([someone("ann", 1500, seats=5)], 5)

        found = match_groups.nearest_bots(group, dict.fromkeys(BOTS, 1_500_000))

        assert found == ["greedy", "gentle", "search", "random"]


def named_player() -> tuple[Caller, str]:
    """Return a player and the name."""
    name = new_name()
    return new_player(name=name), name


def play_out(match_id: UUID) -> None:
    """Let bots and random moves end a match."""
    seat_rows = list(Seat.objects.filter(match=match_id).order_by("seat"))
    people = {
        seat_row.seat: Player(seat_row.account_id, seat_row.player)
        for seat_row in seat_rows
        if seat_row.account_id
    }
    rng = Random(3)
    while (match := Match.objects.get(id=match_id)).status == "live":
        acting = [seat for seat in match.to_act if seat in people]
        if acting:
            player = people[acting[0]]
            seen = tables.page(match_id, player)
            tables.move(match_id, player, rng.choice(seen["legal_moves"]), seen["version"])
        else:
            turns.play_bots(match_id, match.version)


class TestASearch:
    def test_leads_two_players_to_a_match_that_is_rated_once(self) -> None:
        slug = open_ladder(new_admin(), options={}, visibility="public")
        (ann, ann_name), (bob, bob_name) = named_player(), named_player()
        ok(ann.post(f"/ladders/{slug}/searches", {"seats": 2}), 201)
        waiting_alone = ok(ann.get("/me/searches"))["results"]
        ok(bob.post(f"/ladders/{slug}/searches", {"seats": 2}), 201)

        runs.run_due_now()
        call = Call.objects.get(ladder__slug=slug)
        assert call.match is not None
        play_out(call.match)
        runs.run_due_now()
        ladder = Ladder.objects.get(slug=slug)
        agenda.schedule(kind=NEWS, subject=call.match, version=9999)
        runs.run_due_now()

        assert [each["ladder"] for each in waiting_alone] == [slug]
        assert not Seek.objects.filter(ladder=ladder).exists()
        (row,) = RatedMatch.objects.filter(ladder=ladder)
        assert (row.match, row.status, row.seats) == (call.match, "rated", 2)
        assert set(ladders.ratings(ladder)) == {ann_name, bob_name}
        assert ladders.differences(ladder) == 0
        assert Match.objects.get(id=call.match).ladder_id == ladder.id

    def test_bots_take_the_free_seats_where_the_ladder_lets_them(self) -> None:
        slug = open_ladder(new_admin(), bots_after=0)
        ann, name = named_player()

        ok(ann.post(f"/ladders/{slug}/searches", {"seats": 3}), 201)
        runs.run_due_now()

        (call,) = Call.objects.filter(ladder__slug=slug)
        seat_rows = Seat.objects.filter(match=call.match).order_by("seat")
        assert sorted(seat_row.bot for seat_row in seat_rows) == ["", "greedy", "search-1"]
        assert [seat_row.player for seat_row in seat_rows if not seat_row.bot] == [name]

    def test_is_taken_back_once(self) -> None:
        slug = open_ladder(new_admin())
        ann, _ = named_player()
        ok(ann.post(f"/ladders/{slug}/searches", {"seats": 2}), 201)

        assert ann.delete(f"/ladders/{slug}/searches").status == 204
        assert ann.delete(f"/ladders/{slug}/searches").code == "not_found"

    def test_goes_on_while_nobody_fits(self) -> None:
        slug = open_ladder(new_admin())
        ladder = Ladder.objects.get(slug=slug)
        far = {"ann": 0, "bob": 900}
        for name, points in far.items():
            caller, username = named_player()
            key = f"account:{Account.objects.get(username=username).pk}"
            ladder.standings.create(
                player=key,
                name=name,
                rating=1_500_000 + points * 1000,
                deviation=0,
                games=30,
                season_games=0,
                firsts=0,
                best=[],
                points=0,
            )
            ok(caller.post(f"/ladders/{slug}/searches", {"seats": 2}), 201)

        later = datetime.now(UTC) + timedelta(minutes=5)
        assert matchmaking.form_matches(ladder.id, later) == []
        assert Seek.objects.filter(ladder=ladder).count() == 2

    @pytest.mark.parametrize(
        ("settings", "asked", "code"),
        [
            ({"players": {"min": 2, "max": 3}}, {"seats": 4}, "invalid"),
            ({"entry": "bots"}, {"seats": 2}, "entry_not_eligible"),
            ({"kind": "challenge"}, {"seats": 2}, "entry_not_eligible"),
        ],
    )
    def test_is_refused_where_it_can_lead_nowhere(
        self, settings: dict[str, object], asked: dict[str, object], code: str
    ) -> None:
        slug = open_ladder(new_admin(), **settings)
        ann, _ = named_player()

        assert ann.post(f"/ladders/{slug}/searches", asked).code == code

    def test_a_program_may_not_enter_a_ladder_for_people(self) -> None:
        slug = open_ladder(new_admin(), entry="people")
        program, _ = named_player()
        ok(program.post("/me/bot", {"contact": "me@example.org"}))

        refused = program.post(f"/ladders/{slug}/searches", {"seats": 2})

        assert refused.code == "bots_not_allowed"

    def test_a_paused_ladder_takes_no_searches(self) -> None:
        admin = new_admin()
        slug = open_ladder(admin)
        ok(admin.post(f"/ladders/{slug}/pause", {"paused": True, "reason": "holidays"}))

        assert (
            named_player()[0].post(f"/ladders/{slug}/searches", {"seats": 2}).code == "entry_closed"
        )


class TestSettling:
    @pytest.mark.more
    @pytest.mark.parametrize(
        ("settings", "bots", "reason"),
        [
            ({}, ("random", "random"), "player_twice"),
            ({"players": {"min": 4, "max": 4}}, ("random", "greedy"), "player_count"),
            ({"entry": "people"}, ("random", "greedy"), "bots_not_allowed"),
        ],
    )
    def test_a_match_that_does_not_fit_the_ladder_does_not_count_and_says_why(
        self, settings: dict[str, object], bots: tuple[str, ...], reason: str
    ) -> None:
        ladder = ladders.opened(**settings)
        (opener,) = tables.people(1)
        match_id = tables.opened(
            opener, len(bots), game="pickpocket", belongs_to={"ladder": ladder.id}
        )
        for bot in bots:
            tables.seat_bot(match_id, opener, bot)
        play_out(match_id)
        runs.run_due_now()

        (row,) = RatedMatch.objects.filter(ladder=ladder)
        assert (row.status, row.reason) == ("not_rated", reason)
        assert ladders.ratings(ladder) == {}
        assert ladders.differences(ladder) == 0

    def test_a_match_of_another_game_and_one_that_was_called_off_do_not_count(self) -> None:
        ladder = ladders.opened()
        people = tables.people(3)
        foreign = tables.begun(people, options={"rounds": 1}, belongs_to={"ladder": ladder.id})
        play_out(foreign)
        off = tables.begun(people, belongs_to={"ladder": ladder.id})
        leaving.void(match_id=off, actor="system", reason="test", key=new_key())

        runs.run_due_now()

        reasons = dict(RatedMatch.objects.filter(ladder=ladder).values_list("match", "reason"))
        assert reasons == {foreign: "other_game", off: "void"}
