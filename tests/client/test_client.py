"""The typed client: it plays, it gets through, and it says what was refused."""

import secrets
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from random import Random

import pytest
from msgspec import structs

from cutpurse.client import (
    BotsNotAllowedError,
    Client,
    ConnectionFailedError,
    Event,
    Finished,
    IllegalMoveError,
    InvalidError,
    Match,
    NotAllowedError,
    NotAuthenticatedError,
    NotFoundError,
    Started,
    Turn,
    UnavailableError,
    VersionConflictError,
    errors,
    models,
)
from cutpurse.client.seen_lines import SeenLines
from tests import processes
from tests.client.lossy import Lossy, lossy

PASSWORD = "an owl at the window"

pytestmark = pytest.mark.usefixtures("committed_db")


def registered(address: str, patience_s: float = 20) -> Client:
    """Return a client with an account of its own."""
    client = Client(address=address, patience_s=patience_s)
    name = f"client-{secrets.token_hex(6)}"
    assert client.register(name, PASSWORD).username == name
    client.log_in(name, PASSWORD)
    return client


def table(clients: list[Client]) -> Match:
    """Return a short match of Stick 'Em that has begun."""
    match = clients[0].open("stick-em", seats=len(clients), options={"rounds": 1})
    for client in clients:
        client.take_seat(match.id)
    # Each shows its share of the chance as soon as it looks; with the last one the match is dealt.
    for client in clients:
        client.match(match.id)
    return clients[0].match(match.id)


@pytest.fixture
def clients(site: str) -> Iterator[list[Client]]:
    made = [registered(site) for _ in range(3)]
    yield made
    for client in made:
        client.close()


@pytest.fixture
def way(site: str) -> Iterator[Lossy]:
    with lossy(site) as way:
        yield way


@pytest.mark.more
def test_the_client_knows_no_django() -> None:
    program = (
        "import sys, cutpurse.client; "
        "assert not {'django', 'celery', 'psycopg', 'redis'} & set(sys.modules)"
    )

    subprocess.run(
        [sys.executable, "-c", program],
        check=True,
        env={"PYTHONPATH": f"{processes.ROOT}/platform"},
    )


def test_a_match_is_followed_and_played_to_its_end(clients: list[Client]) -> None:
    ends: list[Finished] = []
    begins: list[Started] = []

    def play(client: Client) -> None:
        rng = Random(3)
        for news in client.follow():
            if isinstance(news, Turn):
                try:
                    client.move(news.match, rng.choice(news.legal_moves), news.version)
                except VersionConflictError:
                    continue
            elif isinstance(news, Started):
                begins.append(news)
            else:
                ends.append(news)
                return

    threads = [threading.Thread(target=play, args=(client,)) for client in clients]
    for thread in threads:
        thread.start()
    match = table(clients)
    watched = list(clients[0].watch(match.id, since=0))
    for thread in threads:
        thread.join(60)

    ended = clients[0].match(match.id)
    assert ended.status == "finished"
    assert ended.result is not None
    assert {end.match for end in ends} == {begin.match for begin in begins} == {match.id}
    assert [structs.asdict(end.result) for end in ends] == [structs.asdict(ended.result)] * 3
    assert [each.version for each in watched] == list(range(1, ended.version + 1))
    assert [event.version for event in clients[0].events(match.id)] == [
        each.version for each in watched
    ]
    assert clients[0].log(match.id).count("\n") == ended.version + 1
    me = clients[0].me().username
    assert [listed.id for listed in clients[0].matches(player=me)] == [match.id]
    assert clients[0].diagnostics().latency.count


@pytest.mark.more
def test_clients_add_their_chance_to_the_deal_by_themselves(clients: list[Client]) -> None:
    match = table(clients)

    assert match.status == "live"
    shown = [each for each in clients[0].events(match.id) if each.type == "chance_shown"]
    assert [len(each.data["shares"]) for each in shown] == [3]


@pytest.mark.more
def test_a_program_begun_anew_shows_nothing_of_what_it_promised_before(
    clients: list[Client],
) -> None:
    match = clients[0].open("stick-em", seats=3, options={"rounds": 1})
    for client in clients:
        client.take_seat(match.id)
    again = Client(clients[2].token, address=clients[2].address)

    page = again.match(match.id)
    again.close()
    assert page.chance
    assert page.chance.step == "show"
    for client in clients:
        page = client.match(match.id)
    assert page.status == "live"


def test_a_program_begun_anew_with_its_key_shows_what_it_promised_before(
    clients: list[Client],
) -> None:
    match = clients[0].open("stick-em", seats=3, options={"rounds": 1})
    first, again = (
        Client(clients[2].token, address=clients[2].address, share_key=bytes(32)) for _ in range(2)
    )
    for client in (*clients[:2], first):
        client.take_seat(match.id)
    for client in (*clients[:2], again):
        client.match(match.id)
    first.close()
    again.close()

    shown = [each for each in clients[0].events(match.id) if each.type == "chance_shown"]
    assert [each.data["withheld"] for each in shown] == [[]]


def test_who_follows_answers_while_others_sit_down(clients: list[Client]) -> None:
    began: list[Started] = []

    def follow(client: Client) -> None:
        for news in client.follow():
            if isinstance(news, Started):
                began.append(news)
                return

    threads = [threading.Thread(target=follow, args=(client,)) for client in clients]
    for thread in threads:
        thread.start()
    match = clients[0].open("stick-em", seats=3, options={"rounds": 1})
    for client in clients:
        client.take_seat(match.id)
    for thread in threads:
        thread.join(60)

    assert {each.match for each in began} == {match.id}
    shown = [each for each in clients[0].events(match.id) if each.type == "chance_shown"]
    assert [each.data["withheld"] for each in shown] == [[]]


def test_what_there_is_to_play(clients: list[Client]) -> None:
    games = {game.id: game for game in clients[0].games()}

    assert {"stick-em", "sticky-fingers", "second-story", "pickpocket"} <= set(games)
    assert games["stick-em"].players.max == 6
    assert [each.rules for each in games["second-story"].other_rules] == ["second-story@2"]
    named = clients[0].open("second-story", seats=2, rules="second-story@2")
    assert named.rules == "second-story@2"
    assert "greedy" in {bot.id for bot in clients[0].bots()}


@pytest.mark.more
def test_a_move_whose_answers_are_lost_is_made_once(clients: list[Client], way: Lossy) -> None:
    match = table(clients)
    behind = Client(clients[0].token, address=way.address, patience_s=20)
    way.lost = 2

    moved = behind.move(match.id, match.legal_moves[0], match.version)

    assert moved.version == match.version + 1
    assert clients[0].match(match.id).version == moved.version
    assert len(way.keys) == 3
    assert len(set(way.keys)) == 1


@pytest.mark.more
def test_the_client_waits_as_long_as_it_is_told_to(clients: list[Client], way: Lossy) -> None:
    match = table(clients)
    behind = Client(clients[0].token, address=way.address, patience_s=20)
    way.busy = [(503, "1"), (429, "1")]
    began = time.monotonic()

    behind.move(match.id, match.legal_moves[0], match.version)

    assert time.monotonic() - began >= 2
    assert len(set(way.keys)) == 1


@pytest.mark.more
def test_the_client_gives_up_when_its_patience_ends(clients: list[Client], way: Lossy) -> None:
    behind = Client(clients[0].token, address=way.address, patience_s=0.5)
    way.busy = [(503, "3600")]

    with pytest.raises(UnavailableError, match="Busy"):
        behind.open("stick-em", seats=3)
    nowhere = Client(address=f"http://127.0.0.1:{processes.free_port()}", patience_s=0.5)
    with pytest.raises(ConnectionFailedError, match="does not answer"):
        nowhere.games()
    with pytest.raises(ConnectionFailedError, match="no address"):
        Client(address="play.example.org")


def test_streams_that_are_cut_lose_and_repeat_nothing(clients: list[Client], way: Lossy) -> None:
    match = table(clients)
    behind = Client(clients[0].token, address=way.address, patience_s=20)
    way.cuts = 4
    clients[0].resign(match.id)
    clients[1].resign(match.id)

    first, *events = behind.watch(match.id)
    since = list(behind.watch(match.id, since=1))

    assert isinstance(first, Match)
    assert events == []
    assert [each.version for each in since if isinstance(each, Event)] == list(
        range(2, first.version + 1)
    )
    assert way.cuts < 4


@pytest.mark.more
def test_turns_come_again_over_a_cut_stream(clients: list[Client], way: Lossy) -> None:
    matches = {table(clients).id for _ in range(3)}
    behind = Client(clients[0].token, address=way.address, patience_s=20)
    way.cuts = 1
    turns = set()
    for news in behind.follow():
        if isinstance(news, Turn):
            turns.add(news.match)
        if turns == matches and not way.cuts:
            break

    assert way.cuts == 0


@pytest.mark.more
def test_a_stream_of_a_server_that_has_gone_back_yields_the_match_as_it_stands(
    clients: list[Client],
) -> None:
    match = table(clients)
    watching = clients[0].watch(match.id, since=match.version + 40)

    stands = next(watching)
    assert isinstance(stands, Match)
    assert (stands.version, stands.legal_moves) == (match.version, match.legal_moves)
    clients[0].resign(match.id)
    follows = next(watching)
    assert isinstance(follows, Event)
    assert follows.version == match.version + 1


def test_a_begin_and_an_end_are_told_once_and_again_on_a_server_that_has_gone_back() -> None:
    told = SeenLines()
    kinds = ["match_started", "match_started", "your_turn", "match_finished", "match_finished"]
    lines = [{"type": kind, "match": "one"} for kind in kinds]

    assert [told.is_new(line) for line in lines] == [True, False, True, True, False]
    assert [told.is_new(line) for line in lines] == [True, False, True, True, False]
    assert [told.is_new(line) for line in lines[2:]] == [True, True, False]


def test_refusals_are_errors_with_a_type(clients: list[Client]) -> None:
    client = clients[0]
    match = table(clients)

    with pytest.raises(IllegalMoveError) as illegal:
        client.move(match.id, {"type": "choose_pain", "card": "blue-99"}, match.version)
    with pytest.raises(VersionConflictError) as stale:
        client.move(match.id, match.legal_moves[0], match.version - 1)
    with pytest.raises(VersionConflictError) as early:
        client.move(match.id, match.legal_moves[0], match.version + 1)
    with pytest.raises(InvalidError) as invalid:
        client.open("chess", seats=2)
    with pytest.raises(NotFoundError):
        client.match("01a1fe0c-05b9-7e84-b245-017f4c04de4f")
    with pytest.raises(NotAllowedError):
        client.become_bot("me@example.org")
    with pytest.raises(BotsNotAllowedError):
        client.add_bot(client.open("stick-em", seats=3, bots="none").id, "greedy")

    assert illegal.value.params["reason"]
    assert stale.value.params["current"] == match.version
    assert not stale.value.went_back
    assert early.value.went_back
    assert invalid.value.errors[0].field == "game"


def test_a_token_that_has_ended_opens_nothing(clients: list[Client]) -> None:
    token = clients[0].token
    clients[0].log_out()

    with (
        Client(token, address=clients[0].address) as late,
        pytest.raises(NotAuthenticatedError, match="revoked"),
    ):
        late.me()


def test_first_names_stay() -> None:
    assert Client.sit is Client.take_seat
    assert Client.seat_bot is Client.add_bot
    assert Client.get_up is Client.leave_seat
    assert errors.FieldFault is errors.FieldError
    assert (models.Moved, models.Listed) == (models.MoveResult, models.MatchSummary)
    assert models.News == models.AccountEvent
