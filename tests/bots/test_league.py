"""The league of bots: who is stronger, and how sure that is."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from bots import league as figures
from bots import registry
from bots.league import Contest, Played, firsts, matches, mean_of
from games import registry as games
from games.core import Outcome
from matches.management.commands import bot_league

PICKPOCKET = games.current_rules("pickpocket")


def league(
    out: Path, *pairs: str, game: str = "pickpocket", deals: int = 2, **options: object
) -> str:
    """Run the command and return what it prints."""
    printed = StringIO()
    call_command(
        "bot_league", game=[game], pair=pairs, deals=deals, out=out, stdout=printed, **options
    )
    return printed.getvalue()


def test_every_deal_is_played_from_every_seat() -> None:
    played = list(matches(Contest(PICKPOCKET, 3, "greedy", "random"), 2, "test"))

    assert [(match.deal, match.seat) for match in played] == [
        (0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2),
    ]  # fmt: skip


def test_equal_seeds_give_equal_matches() -> None:
    contest = Contest(games.current_rules("stick-em"), 3, "search-1", "random", {"rounds": 1})
    one, again = ([*matches(contest, 1, "test")] for _ in range(2))

    assert one == again


def test_a_bot_leaves_half_of_its_like_behind() -> None:
    played = list(matches(Contest(PICKPOCKET, 4, "greedy", "greedy"), 5, "test"))

    # A bot that needs no chance plays one and the same match from every seat.
    assert mean_of(played, "test") == (0.5, 0.5, 0.5)


def test_first_places_have_wilsons_interval() -> None:
    played = [Played(0, 0, 1, 1.0, 2.0)] * 8 + [Played(0, 0, 2, 0.5, 0.0)] * 2

    # R. G. Newcombe, Statistics in Medicine 17 (1998), table I: 81 of 263.
    assert firsts([played[0]] * 81 + [played[-1]] * 182) == pytest.approx(
        (0.3080, 0.2553, 0.3662), abs=1e-4
    )
    assert firsts(played) == pytest.approx((0.8, 0.4902, 0.9433), abs=1e-4)


def test_few_deals_are_not_taken_for_many() -> None:
    played = [Played(deal, seat, 1, seat % 2, 0.0) for deal in range(2) for seat in range(4)]

    # Each deal alone comes to a half; the matches do not.
    assert mean_of(played, "test").low < 0.5 < mean_of(played, "test").high


def test_the_mean_of_lies_within_its_interval_and_more_deals_make_it_narrower() -> None:
    few = [Played(deal, 0, 1, deal % 2, 0.0) for deal in range(8)]
    many = [Played(deal, 0, 1, deal % 2, 0.0) for deal in range(80)]

    for played in (few, many):
        value, low, high = mean_of(played, "test")
        assert low < value == 0.5 < high
    assert mean_of(many, "test").low > mean_of(few, "test").low


def test_a_match_keeps_place_share_and_the_lead_over_the_mean_of_the_others() -> None:
    ended = Outcome((2, 1, 3), (10, 30, 5))

    assert figures.played_as(4, 1, ended) == Played(4, 1, 1, 1.0, 22.5)
    assert figures.played_as(4, 2, ended) == Played(4, 2, 3, 0.0, -15.0)


class TestNeeds:
    def test_twice_the_lead_needs_a_quarter_of_the_matches(self) -> None:
        # Of a deviation of 2 around a lead of 1: (1.96 * 2 / 1) ** 2.
        played = [Played(deal, 0, 1, 0.5, 1.0 + 2 * (-1) ** deal) for deal in range(10)]
        twice = [match._replace(margin=match.margin + 1.0) for match in played]

        found = figures.needs(played, figures.margin, 0.0)

        assert found is not None
        assert found == pytest.approx((15.3664, 15.3664))
        assert figures.needs(twice, figures.margin, 0.0) == pytest.approx([15.3664 / 4] * 2)

    def test_what_seats_differ_by_is_gone_where_each_deal_is_played_from_every_seat(self) -> None:
        played = [
            Played(deal, seat, 1, 0.5, 1.0 + 5 * (-1) ** seat + (-1) ** deal)
            for deal in range(10)
            for seat in range(2)
        ]

        found = figures.needs(played, figures.margin, 0.0)

        # Single matches deviate by the root of 26, whole deals by 1.
        assert found == pytest.approx((3.8416 * 26, 3.8416 * 2))

    def test_equals_are_never_told_apart(self) -> None:
        played = list(matches(Contest(PICKPOCKET, 4, "greedy", "greedy"), 3, "test"))

        assert figures.needs(played, figures.share, 0.5) is None
        assert figures.needs(played, figures.margin, 0.0) is None


def test_the_command_prints_a_table_and_keeps_every_match(tmp_path: Path) -> None:
    printed = league(tmp_path / "league.json", "greedy:random", "random:greedy")

    assert "greedy" in printed
    better, worse = json.loads((tmp_path / "league.json").read_text())
    assert len(better["matches"]) == len(worse["matches"]) == 8
    assert better["share"][0] > 0.5 > worse["share"][0]


@pytest.mark.parametrize(
    ("pair", "given", "said"),
    [
        ("greedy", {}, "--pair takes A:B"),
        ("greedy:nobody", {}, "there is no bot nobody"),
        ("greedy:random", {"game": "chess"}, "there is no game chess"),
        ("greedy:random", {"deals": 0}, "--deals must be 1 or more"),
    ],
)
def test_nonsense_is_refused_before_anything_is_played(
    tmp_path: Path, pair: str, given: dict[str, object], said: str
) -> None:
    with pytest.raises(CommandError, match=said):
        league(tmp_path / "league.json", pair, **given)  # type: ignore[arg-type]  # It varies.

    assert not (tmp_path / "league.json").exists()


def test_a_folder_is_refused_as_the_file_for_the_matches_before_anything_is_played(
    tmp_path: Path,
) -> None:
    with pytest.raises(CommandError, match=r"name a file in it"):
        league(tmp_path, "greedy:random")

    assert not list(tmp_path.iterdir())


class TestPieces:
    def test_what_is_gone_on_with_adds_up_to_the_same_matches(self, tmp_path: Path) -> None:
        whole, pieces = tmp_path / "whole.json", tmp_path / "pieces.json"
        league(whole, "gentle:random", deals=4)

        for deals in (1, 3, 4):
            league(pieces, "gentle:random", deals=deals, resume=True)

        one, other = (json.loads(file.read_text())[0] for file in (whole, pieces))
        assert [one.pop("seconds") > 0, other.pop("seconds") > 0] == [True, True]
        assert one == other

    @pytest.mark.more
    def test_without_going_on_a_contest_begins_again(self, tmp_path: Path) -> None:
        out = tmp_path / "league.json"
        league(out, "greedy:random", deals=3)
        league(out, "greedy:random", deals=1)

        (found,) = json.loads(out.read_text())
        assert len(found["matches"]) == 4

    @pytest.mark.more
    def test_other_contests_of_the_file_stay_as_they_are(self, tmp_path: Path) -> None:
        out = tmp_path / "league.json"
        league(out, "greedy:random", deals=2)
        before = json.loads(out.read_text())

        league(out, "gentle:random", deals=1, resume=True)
        league(out, "greedy:random", deals=2, resume=True, seed="other")

        assert json.loads(out.read_text())[:1] == before
        assert [each["seed"] for each in json.loads(out.read_text())] == ["league"] * 2 + ["other"]

    def test_when_time_is_up_a_contest_has_one_deal_at_least(self, tmp_path: Path) -> None:
        out = tmp_path / "league.json"
        league(out, "greedy:random", "gentle:random", deals=500, seconds=0.0)

        assert [len(each["matches"]) for each in json.loads(out.read_text())] == [4, 4]

    def test_what_is_no_result_of_the_league_is_refused_and_kept(self, tmp_path: Path) -> None:
        out = tmp_path / "league.json"
        out.write_text('[{"rules": 1}]')

        with pytest.raises(CommandError, match="no results of the league"):
            league(out, "greedy:random", resume=True)

        assert out.read_text() == '[{"rules": 1}]'


class TestWhoPlays:
    def test_each_level_meets_the_one_below_it(self) -> None:
        assert contests("pickpocket", levels=True) == [
            ("gentle", "random"), ("greedy", "gentle"), ("search-1", "greedy"),
        ]  # fmt: skip

    def test_all_pairs_are_each_bot_against_all_that_are_weaker(self) -> None:
        offered = [bot.id for bot in registry.bots_offered("stick-em")]

        found = contests("stick-em", all_pairs=True)

        assert len(found) == len(set(found)) == len(offered) * (len(offered) - 1) // 2
        assert all(offered.index(one) > offered.index(other) for one, other in found)

    def test_a_contest_is_played_at_every_number_of_seats_that_is_asked_for(
        self, tmp_path: Path
    ) -> None:
        out = tmp_path / "league.json"
        league(out, "greedy:random", deals=1, seats=[2, 5])

        assert [each["seats"] for each in json.loads(out.read_text())] == [2, 5]
        with pytest.raises(CommandError, match="pickpocket is not played at 9 seats"):
            league(out, "greedy:random", seats=[9])


def contests(game: str, *, levels: bool = False, all_pairs: bool = False) -> list[tuple[str, str]]:
    """Return who plays whom when so much is asked for."""
    asked = bot_league.ContestOptions(
        game=[game], pair=(), levels=levels, all_pairs=all_pairs, seats=None
    )
    return [(each.bot, each.against) for each in bot_league.wanted(asked)]


@pytest.mark.more
def test_a_decided_contest_is_not_played_on(tmp_path: Path) -> None:
    out = tmp_path / "league.json"
    league(out, "greedy:random", deals=200, sequential=True)

    (found,) = json.loads(out.read_text())
    assert found["verdict"] == "stronger"
    assert found["always"][1] > 0.5
    assert len(found["matches"]) < 200


def test_it_prints_what_programs_read(tmp_path: Path) -> None:
    out = tmp_path / "league.json"
    printed = league(out, "greedy:random", deals=1, json=True)

    assert json.loads(printed) == json.loads(out.read_text())
