"""Puzzles in the browser: at once on the board, one click to answer, and on to the next one."""

import re
from html import unescape

import pytest
from django.test import Client
from django.utils import timezone
from msgspec import structs

from accounts.models import Account
from matches import selectors as matches
from matches.models import Match
from puzzles import selectors
from puzzles.models import Answer, Puzzle
from tests.puzzles.set_puzzles import SEATS, days_ago, played, set_puzzle
from tests.samples import GAMES, sampled
from tests.web.seated import Person, buttons
from tests.web.visitors import text
from web.games.narration import People
from web.puzzles import puzzle_page

pytestmark = pytest.mark.django_db


def page_of(client: Client, puzzle: Puzzle) -> str:
    return text(client.get(f"/puzzles/{puzzle.pk}"))


def press(client: Client, puzzle: Puzzle, move: str) -> str:
    """Press a button of the table, and return the page that it leads to."""
    return text(client.post(f"/puzzles/{puzzle.pk}", {"move": move}, follow=True))


def buttons_by_answer(page: str) -> tuple[str, str]:
    """Return the button of the best move and another one: the last legal one is the best."""
    legal = buttons(page[page.index('id="every-move"') :])
    return legal[-1], legal[0]


@pytest.mark.parametrize("game", sampled(sorted(SEATS), *GAMES))
def test_the_table_s_own_buttons_answer_and_every_move_has_its_figure(game: str) -> None:
    ann, puzzle = Person(), set_puzzle(played(game))
    before = page_of(ann.client, puzzle)
    best, _other = buttons_by_answer(before)
    table = before[: before.index('id="every-move"')]

    after = press(ann.client, puzzle, best)

    assert buttons(table)
    assert "Find the best move." in before
    assert "What each move is worth" not in before
    assert "Right!" in after
    assert "1 of 1 found it (100 %)." in after
    assert after.count("<tr") - 1 == len(selectors.answer_key(puzzle).choices)
    assert not buttons(after)
    assert f"/matches/{puzzle.match_id}/replay?at={puzzle.at}" in after


def test_a_wrong_move_is_told_with_the_best_one_and_stays_the_answer() -> None:
    ann, puzzle = Person(), set_puzzle(played())
    best, other = buttons_by_answer(page_of(ann.client, puzzle))

    wrong = press(ann.client, puzzle, other)
    again = press(ann.client, puzzle, best)

    for page in (wrong, again, page_of(ann.client, puzzle)):
        assert "Not the best move." in page
        assert "Best: " in page
    assert Answer.objects.get().is_right is False


def test_a_stranger_is_told_the_answer_which_is_not_kept() -> None:
    stranger, puzzle = Client(), set_puzzle(played(), ago=1)
    best, _other = buttons_by_answer(page_of(stranger, puzzle))

    told = press(stranger, puzzle, best)

    assert "Right!" in told
    assert "You are not signed in, so your answer is not saved." in told
    assert not Answer.objects.exists()
    assert "Find the best move." in page_of(stranger, puzzle)


@pytest.mark.parametrize("is_best", [True, False])
def test_of_today_s_puzzle_a_stranger_is_told_only_whether_the_move_is_right(
    *, is_best: bool
) -> None:
    stranger, puzzle = Client(), set_puzzle(played())
    best, other = buttons_by_answer(page_of(stranger, puzzle))

    told = press(stranger, puzzle, best if is_best else other)

    assert ("Right!" in told, "Not the best move." in told) == (is_best, not is_best)
    assert "What each move is worth" not in told
    assert "Best: " not in told
    assert str(puzzle.match_id) not in told
    assert buttons(told)
    assert not Answer.objects.exists()


def test_a_stranger_does_not_try_every_move_of_today_s_puzzle() -> None:
    puzzle = set_puzzle(played())
    best, other = buttons_by_answer(page_of(Client(), puzzle))
    first = press(Client(), puzzle, other)

    # A new browser changes nothing, nor does an account that is made now.
    late = Person()
    Account.objects.filter(pk=late.account.pk).update(date_joined=timezone.now())
    tried = [press(client, puzzle, best) for client in (Client(), late.client)]
    again = press(Client(), puzzle, other)
    elsewhere = Client(REMOTE_ADDR="203.0.113.9")

    assert "Not the best move." in first
    for page in tried:
        assert "Someone on your network has already tried" in page
        assert "Right!" not in page
    assert "Not the best move." in again
    assert "Right!" in press(elsewhere, puzzle, best)
    assert not Answer.objects.exists()


@pytest.mark.more
def test_a_new_account_is_told_so_and_led_to_puzzles_that_count() -> None:
    ann, puzzle = Person(), set_puzzle(played())
    Account.objects.filter(pk=ann.account.pk).update(date_joined=timezone.now())
    best, _other = buttons_by_answer(page_of(ann.client, puzzle))

    told = press(ann.client, puzzle, best)

    assert "Right!" in told
    assert "Your account is newer than this puzzle" in told
    assert f"after={puzzle.pk}" in told
    assert "What each move is worth" not in told


def test_a_page_tells_neither_the_match_nor_who_played_before_one_has_answered() -> None:
    ann, puzzle = Person(), set_puzzle(played("stick-em"))
    names = Match.objects.get(id=puzzle.match_id).chairs.values_list("player", flat=True)
    secrets = [str(puzzle.match_id), *names]

    pages = [page_of(ann.client, puzzle), text(ann.client.get("/puzzles"))]
    refused = press(ann.client, puzzle, '{"type":"fly"}')
    best, _other = buttons_by_answer(pages[0])
    after = press(ann.client, puzzle, best)

    for page in (*pages, refused):
        assert [each for each in secrets if each in page] == []
        assert "<th" not in page
    assert "Seat 2" in pages[0]
    assert names[puzzle.seat] in after


def test_a_seat_does_not_tell_that_a_bot_sat_there_or_that_a_clock_decided() -> None:
    ann, puzzle = Person(), set_puzzle(played("stick-em"))
    there = matches.recorded(puzzle.match_id, None)[0]
    marked = [
        structs.replace(seat, bot="greedy", is_bot=True, timed_out=True) for seat in there.seats
    ]
    position = selectors.position(puzzle)._replace(match=structs.replace(there, seats=marked))
    people = People({seat.seat: "" for seat in there.seats}, puzzle.seat)

    before = puzzle_page.match_shown(puzzle, position, people, is_over=False)
    after = puzzle_page.match_shown(puzzle, position, people, is_over=True)

    assert {(seat.bot, seat.is_bot, seat.timed_out) for seat in before.seats} == {
        (None, False, False)
    }
    assert [seat.bot for seat in after.seats] == ["greedy"] * len(marked)
    assert "Find the best move." in page_of(ann.client, puzzle)


@pytest.mark.parametrize(
    "move", ["", "nonsense", "[1]", '{"type":"fly"}', '{"type":"use","tile":[]}']
)
def test_what_is_no_move_is_refused_in_words_and_is_no_answer(move: str) -> None:
    ann, puzzle = Person(), set_puzzle(played())

    answer = ann.client.post(f"/puzzles/{puzzle.pk}", {"move": move})

    assert answer.status_code in {400, 422}
    assert 'role="alert"' in text(answer)
    assert "Find the best move." in text(answer)
    assert not Answer.objects.exists()


def test_deep_json_is_a_bad_request() -> None:
    ann, puzzle = Person(), set_puzzle(played())

    answer = ann.client.post(f"/puzzles/{puzzle.pk}", {"move": "[" * 100_000})

    assert answer.status_code == 400
    assert not Answer.objects.exists()


@pytest.mark.more
def test_the_puzzles_of_the_day_show_how_one_did_who_else_solved_them_and_the_way_on() -> None:
    ann, bob = Person(), Person()
    match = played()
    today, old = set_puzzle(match), set_puzzle(match, ago=1, number=1)
    best, other = buttons_by_answer(page_of(ann.client, today))
    press(ann.client, today, best)
    press(bob.client, today, other)

    mine, theirs = (text(each.client.get("/puzzles")) for each in (ann, bob))
    strangers = text(Client().get("/puzzles"))
    archive = text(ann.client.get("/puzzles/of/pickpocket"))

    assert "Solved</p>" in mine
    assert "Your streak: 1 day<" in mine
    assert "Not found today" in theirs
    assert "Solved by 1 person" in strangers
    assert f">{ann.account.username}</a>" in strangers
    assert f'href="/puzzles/{today.pk}"' in strangers
    assert "1 to solve" in mine
    assert days_ago(1).isoformat() in archive
    assert f'href="/puzzles/{old.pk}"' in archive
    assert "to solve" in archive
    assert ann.client.get("/puzzles/of/chess").status_code == 404


@pytest.mark.more
def test_next_leads_to_a_puzzle_that_is_not_answered_and_home_when_none_is_left() -> None:
    ann = Person()
    match = played()
    today, old = set_puzzle(match), set_puzzle(match, ago=1, number=1)

    first = ann.client.get("/puzzles/next")["Location"]
    press(ann.client, today, buttons_by_answer(page_of(ann.client, today))[0])
    page = page_of(ann.client, today)
    following = unescape(re.findall(r'data-next rel="nofollow" href="([^"]+)"', page)[0])
    second = ann.client.get(following)["Location"]
    press(ann.client, old, buttons_by_answer(page_of(ann.client, old))[0])

    assert first == f"/puzzles/{today.pk}"
    assert second == f"/puzzles/{old.pk}"
    assert ann.client.get("/puzzles/next")["Location"] == "/puzzles"
    assert Client().get("/puzzles/next?after=nonsense&game=stick-em")["Location"] == "/puzzles"


@pytest.mark.parametrize("game", ["chess", "%00", "%ff", "pickpocket%00"])
def test_a_game_that_there_is_not_has_no_next_puzzle(game: str) -> None:
    assert Client().get(f"/puzzles/next?game={game}").status_code == 404
    assert Client().get("/puzzles/next?after=%00").status_code == 302


def test_a_puzzle_of_a_match_that_is_private_since_is_not_found() -> None:
    ann, puzzle = Person(), set_puzzle(played())
    Match.objects.filter(id=puzzle.match_id).update(visibility="private")

    assert ann.client.get(f"/puzzles/{puzzle.pk}").status_code == 404
    assert "There are no puzzles yet" in text(ann.client.get("/puzzles"))
