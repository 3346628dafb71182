"""A client that is shown a false seal, a second one, or one without it, says so with both texts."""

import math

import pytest

from cutpurse.client import chance
from cutpurse.client.chance import SealError, Shares
from cutpurse.client.listening import Listening
from tests.client.test_seal_key import asked, sealed


def test_a_second_seal_is_told_with_the_first() -> None:
    shares = Shares(bytes(32))
    first = sealed(shares)
    second = f"{first}1={'22' * 32}\n"
    shares.show(asked(first), 0)

    with pytest.raises(SealError, match="two seals") as found:
        shares.show(asked(second), 0)
    assert first in found.value.texts
    assert second in found.value.texts


def test_a_false_seal_is_told_with_what_was_agreed() -> None:
    shares = Shares(bytes(32))
    true = sealed(shares)
    false = true.replace("11" * 32, "33" * 32)

    with pytest.raises(SealError, match="another deal") as found:
        shares.show(asked(false), 0)
    promise = true.rstrip("\n").rpartition("\n")[2]
    assert found.value.seal == false
    assert "11" * 32 in found.value.before
    assert promise in found.value.before


@pytest.mark.parametrize(("listens_since", "is_late"), [(math.inf, False), (0.0, True)])
def test_a_client_that_was_there_says_that_it_was_left_out_once(
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    *,
    listens_since: float,
    is_late: bool,
) -> None:
    shares = Shares(bytes(32))
    true = sealed(shares)
    shares.note_held(asked(None), 0)
    head, _, promise = true.rstrip("\n").rpartition("\n")
    if is_late:
        monkeypatch.setattr(chance, "FRESH_S", 0)
    for _ in range(2):
        shares.note_left_out(asked(f"{head}\n"), 0, listens_since=listens_since)

    assert caplog.text.count("left this program's chance out") == 1
    assert promise in caplog.text


def test_a_client_that_was_away_accuses_nobody(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    shares = Shares(bytes(32))
    true = sealed(shares)
    shares.note_held(asked(None), 0)
    monkeypatch.setattr(chance, "FRESH_S", 0)

    shares.note_left_out(asked(true.rpartition("0=")[0]), 0, listens_since=math.inf)

    assert caplog.text == ""


def test_what_was_sealed_during_an_outage_accuses_nobody(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    shares, listening = Shares(bytes(32)), Listening()
    without = asked(sealed(shares).rpartition("0=")[0])
    listening.note_line()
    shares.note_held(asked(None), 0)
    monkeypatch.setattr(chance, "FRESH_S", 0)
    listening.note_cut()
    listening.note_line()
    shares.note_left_out(without, 0, listens_since=listening.since)

    assert caplog.text == ""


def test_what_was_sealed_after_an_outage_is_told(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    shares, listening = Shares(bytes(32)), Listening()
    without = asked(sealed(shares).rpartition("0=")[0])
    shares.note_held(asked(None), 0)
    monkeypatch.setattr(chance, "FRESH_S", 0)
    listening.note_line()
    shares.note_open(asked(None), 0)
    shares.note_left_out(without, 0, listens_since=listening.since)

    assert "left this program's chance out" in caplog.text


def test_a_promise_that_the_site_has_not_taken_in_time_accuses_nobody(
    caplog: pytest.LogCaptureFixture,
) -> None:
    shares = Shares(bytes(32))
    true = sealed(shares)

    shares.note_left_out(asked(true.rpartition("0=")[0]), 0, listens_since=0.0)

    assert caplog.text == ""


def test_a_client_that_has_promised_nothing_was_not_left_out(
    caplog: pytest.LogCaptureFixture,
) -> None:
    text = sealed(Shares(bytes(32)))

    Shares(bytes(32)).note_left_out(asked(text), 1, listens_since=0.0)

    assert caplog.text == ""
