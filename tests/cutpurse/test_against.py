"""A log is consistent by itself, and genuine only where the site keeps that very match."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from uuid import UUID

import msgspec
import pytest
from msgspec import structs
from pytest_django import DjangoDbBlocker

from cutpurse import against
from cutpurse.verify import main
from eventstore import streams
from games.core import ALL
from matches import archive, selectors
from matches.models import Match
from tests import servers
from tests.matches import tables
from tests.matches.tables import refused
from tests.samples import leading
from tests.serving import in_a_thread

pytestmark = pytest.mark.usefixtures("committed_db")


def played() -> UUID:
    players = tables.people(3)
    match_id = tables.begun(players, options={"rounds": 1})
    tables.play_out(match_id, players)
    return match_id


def downloaded(match_id: UUID, folder: Path) -> Path:
    path = folder / f"{match_id}.ndjson"
    path.write_text("".join(archive.log_lines(match_id, ALL)), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def log(
    django_db_setup: str,
    django_db_blocker: DjangoDbBlocker,
    tmp_path_factory: pytest.TempPathFactory,
) -> Path:
    """Return the log of a match that is over, which no test changes."""
    with django_db_blocker.unblock(), servers.using(django_db_setup):
        return downloaded(played(), tmp_path_factory.mktemp("log"))


def said(
    capsys: pytest.CaptureFixture[str], path: Path, address: str | None = None
) -> tuple[int, str]:
    """Verify a log; return the exit code and what was printed, without the file's name."""
    code = main([str(path), *(["--against", address] if address else [])])
    return code, capsys.readouterr().out.replace(f"{path}: ", "")


class TestTheHead:
    def test_the_head_of_a_match_that_is_over_is_kept_for_everybody(self) -> None:
        match_id = played()
        last = streams.load("match", match_id)[-1]

        head = selectors.head(match_id, None)

        assert structs.asdict(head) == {
            "match": str(match_id),
            "game": "stick-em",
            "rules": "stick-em@1",
            "status": "finished",
            "version": last.version,
            "hash": last.hash.hex(),
            "chain": 2,
            "imported": False,
            "finished_at": selectors.log(match_id, None)[-1]["at"],
        }

    def test_until_the_end_nobody_is_shown_it(self) -> None:
        players = tables.people(3)
        match_id = tables.begun(players)

        for account in (None, players[0].account):
            with refused("match_not_over"):
                selectors.head(match_id, account)

    def test_a_match_that_was_imported_is_not_answered_for(self) -> None:
        path = Path(__file__).parents[1] / "matches" / "recorded" / "chain-1.ndjson"
        match_id = UUID(msgspec.json.decode(path.read_text().splitlines()[0])["match"])
        if not Match.objects.filter(id=match_id).exists():
            archive.import_file(path)

        head = selectors.head(match_id, None)

        assert (head.imported, head.chain) == (True, 1)


class TestAgainst:
    def test_a_log_by_itself_is_consistent_and_beside_its_site_genuine(
        self, log: Path, site: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert said(capsys, log) == (0, "consistent\n")

        code, text = said(capsys, log, site)

        assert code == 0
        assert text.startswith(f"genuine: {site} keeps this match with the same ")

    def test_a_consistent_log_of_another_match_of_that_id_is_not_genuine(
        self, log: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        match_id = UUID(log.stem)
        kept = {**structs.asdict(selectors.head(match_id, None)), "hash": "ab" * 32}

        with answering(msgspec.json.encode(kept)) as address:
            code, text = said(capsys, log, address)

        assert code == 1
        assert "consistent\nNOT SHOWN TO BE GENUINE: is not the match that" in text

    def test_a_private_match_cannot_be_compared_by_strangers(
        self, tmp_path: Path, site: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        match_id = played()
        Match.objects.filter(id=match_id).update(visibility="private")
        path = downloaded(match_id, tmp_path)

        assert "has no such match that everybody may see" in said(capsys, path, site)[1]

    @pytest.mark.parametrize(
        ("body", "status", "words"),
        leading(
            [
                (b"", 200, "does not answer as Cutpurse does"),
                (b"<html>", 200, "does not answer as Cutpurse does"),
                (b"\xff", 200, "does not answer as Cutpurse does"),
                (b'{"match":7}', 200, "does not answer as Cutpurse does"),
                (b"[" * 100_000, 200, "does not answer as Cutpurse does"),
                (b"x" * 1_000_000, 200, "does not answer as Cutpurse does"),
                (b"", 302, "sends elsewhere"),
                (b"", 404, "has no such match"),
                (b"", 409, "is not over yet"),
                (b"", 500, "answers with status 500"),
            ],
            2,
        ),
    )
    def test_an_address_that_lies_gives_a_sentence(
        self, log: Path, capsys: pytest.CaptureFixture[str], body: bytes, status: int, words: str
    ) -> None:
        with answering(body, status) as address:
            code, text = said(capsys, log, address)

        assert code == 1
        assert words in text
        assert text.count("\n") == 2

    def test_an_import_at_the_site_is_no_witness(
        self, log: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        kept = {**structs.asdict(selectors.head(UUID(log.stem), None)), "imported": True}

        with answering(msgspec.json.encode(kept)) as address:
            assert "does not answer for it" in said(capsys, log, address)[1]

    def test_a_site_that_answers_for_another_match_is_told(
        self, log: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        kept = {**structs.asdict(selectors.head(UUID(log.stem), None)), "match": "another"}

        with answering(msgspec.json.encode(kept)) as address:
            assert "answers for another match, another" in said(capsys, log, address)[1]

    @pytest.mark.parametrize(
        "address",
        ["play.example.org", "ftp://example.org", "http://", "nonsense", "file:///etc"],
    )
    def test_what_is_no_address_is_told(
        self, log: Path, capsys: pytest.CaptureFixture[str], address: str
    ) -> None:
        code, text = said(capsys, log, address)

        assert (code, "is no address of a server" in text) == (1, True)

    def test_nobody_at_the_address_is_told(
        self, log: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert "does not answer" in said(capsys, log, "http://127.0.0.1:9")[1]

    def test_an_address_that_keeps_one_waiting_is_given_up(
        self, log: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(against, "TIMEOUT_S", 0.5)
        with socket.create_server(("127.0.0.1", 0)) as silent:
            port = silent.getsockname()[1]

            _, text = said(capsys, log, f"http://127.0.0.1:{port}")

        assert "does not answer" in text


@contextmanager
def answering(body: bytes, status: int = 200) -> Iterator[str]:
    """Serve the same answer to every request, and give the address."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            if status == 302:
                self.send_header("Location", "http://127.0.0.1:9/")
            self.end_headers()
            try:
                self.wfile.write(body)
            except ConnectionError:
                # Who asked has read enough.
                self.close_connection = True

        def log_message(self, *_: object) -> None:
            """Keep still."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    with in_a_thread(server):
        yield f"http://127.0.0.1:{server.server_port}"
