"""A client shows its share after a seal that the site has signed with its key, and no other."""

from collections.abc import Iterator
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import ClassVar

import pytest

from cutpurse.client.chance import SealError, Shares
from cutpurse.client.models import ChanceAsked
from cutpurse.client.transport import seal_key_of
from tests.serving import in_a_thread
from transparency.notes import Signer

DEAL = "00000000-0000-7000-8000-000000000001"
SITE = Signer("club.example/cutpurse/1/seals", bytes(32))
OTHER = Signer("club.example/cutpurse/1/seals", b"\x01" * 32)


def asked(seal: str | None) -> ChanceAsked:
    return ChanceAsked(
        deal=DEAL,
        attempt=1,
        bind="00" * 32,
        step="promise" if seal is None else "show",
        until=None,
        expected=[0],
        seal=seal,
    )


def sealed(shares: Shares) -> str:
    promise = shares.promise(asked(None), 0, "11" * 32)
    return f"cutpurse-seal/2\n{DEAL}\n1\n{'11' * 32}\n{'00' * 32}\n-\n0={promise}\n"


def test_a_signed_seal_gets_the_share() -> None:
    shares = Shares(bytes(32), str(SITE.key))
    text = sealed(shares)

    assert len(shares.show(asked(f"{text}\n{SITE.sign(text)}"), 0)) == 64


@pytest.mark.parametrize("signer", [None, OTHER])
def test_a_seal_that_is_not_signed_by_the_site_gets_none(signer: Signer | None) -> None:
    shares = Shares(bytes(32), str(SITE.key))
    text = sealed(shares)
    line = "" if signer is None else str(signer.sign(text))

    with pytest.raises(SealError, match="has not signed"):
        shares.show(asked(f"{text}\n{line}"), 0)


def test_where_the_site_signs_nothing_the_text_is_looked_at_alone() -> None:
    shares = Shares(bytes(32))
    text = sealed(shares)

    assert shares.show(asked(f"{text}\n"), 0)


def test_a_key_that_the_site_has_shown_is_not_missed_where_its_log_has_begun_anew() -> None:
    shares = Shares(bytes(32))
    shares.seal_key = SITE.key
    text = sealed(shares)

    assert not shares.bears_key(f"{text}\n{OTHER.sign(text)}")
    assert shares.show(asked(f"{text}\n{OTHER.sign(text)}"), 0)


def test_a_line_of_that_key_has_to_fit() -> None:
    shares = Shares(bytes(32))
    shares.seal_key = SITE.key
    text = sealed(shares)
    wrong = f"{text}\n{SITE.sign(text + 'x')}"

    assert shares.bears_key(wrong)
    with pytest.raises(SealError, match="has not signed"):
        shares.show(asked(wrong), 0)


class Site(BaseHTTPRequestHandler):
    """A site that shows its keys, or fails."""

    answers: ClassVar[list[tuple[int, str]]] = []

    def do_GET(self) -> None:
        status, text = self.answers.pop(0)
        self.send_response(status)
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_arguments: object) -> None:
        """Say nothing."""


@pytest.fixture
def address() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Site)
    with in_a_thread(server):
        yield f"http://127.0.0.1:{server.server_port}"


def test_the_site_is_asked_until_it_has_said_and_again_when_its_key_has_changed(
    address: str, caplog: pytest.LogCaptureFixture
) -> None:
    Site.answers = [(503, ""), (200, f"{SITE.key}\n"), (200, f"{OTHER.key}\n")]
    shares, ask = Shares(bytes(32)), partial(seal_key_of, address)
    text = sealed(shares)
    old, new = f"{text}\n{SITE.sign(text)}", f"{text}\n{OTHER.sign(text)}"

    shares.learn_key(old, ask)
    assert shares.seal_key is None
    for _ in range(2):
        shares.learn_key(old, ask)
    assert shares.seal_key == SITE.key
    shares.learn_key(new, ask)
    assert shares.seal_key == OTHER.key
    assert "another key now" in caplog.text
    assert Site.answers == []


def test_a_site_that_keeps_no_log_is_asked_once(address: str) -> None:
    Site.answers = [(404, "")]
    shares = Shares(bytes(32))
    for _ in range(2):
        shares.learn_key("", partial(seal_key_of, address))

    assert shares.seal_key is None


def test_a_program_that_was_told_the_key_takes_no_other(address: str) -> None:
    Site.answers = []
    shares = Shares(bytes(32), str(SITE.key))
    text = sealed(shares)
    new = f"{text}\n{OTHER.sign(text)}"

    shares.learn_key(new, partial(seal_key_of, address))
    with pytest.raises(SealError, match="has not signed"):
        shares.show(asked(new), 0)
