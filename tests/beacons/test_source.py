"""What a source of beacons answers, and what is made of answers that no source gives."""

import json
import time
from typing import Any

import pytest

from beacons import source
from beacons.source import Source, SourceError
from games.beacons import Beacon
from tests.beacons import relay
from tests.beacons.relay import Relay

ROUND, PULSE = Beacon("drand", 4242), Beacon("nist", 4242)
HEX = "0" * 96


def drand_of(relay: Relay) -> Source:
    return Source("drand", relay.address)


def nist_of(relay: Relay) -> Source:
    return Source("nist", relay.address)


def why_not(taken: Source, beacon: Beacon = ROUND) -> str:
    with pytest.raises(SourceError) as refusal:
        source.value(taken, beacon)
    return str(refusal.value)


@pytest.mark.parametrize(
    ("setting", "found"),
    [
        ("", None),
        ("  ", None),
        ("drand", Source("drand", "https://api.drand.sh")),
        ("drand https://mirror.example/", Source("drand", "https://mirror.example")),
        ("nist", Source("nist", "https://beacon.nist.gov/beacon/2.0")),
        ("nist http://10.0.0.5:8080/beacon/2.0", Source("nist", "http://10.0.0.5:8080/beacon/2.0")),
    ],
)
def test_a_setting_names_a_source_and_maybe_an_address(setting: str, found: Source | None) -> None:
    assert source.read(setting) == found


@pytest.mark.parametrize(
    "setting", ["random.org", "drand ftp://mirror.example", "drand mirror.example", "DRAND", "1"]
)
def test_a_setting_that_names_none_is_refused(setting: str) -> None:
    with pytest.raises(ValueError, match="it must be drand or nist"):
        source.read(setting)


def test_a_round_of_drand_is_its_signature(drand: Relay) -> None:
    assert source.value(drand_of(drand), ROUND).value == relay.signature(4242)
    assert drand.asked == [
        "/52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971/public/4242"
    ]


def test_the_second_version_of_its_api_has_no_randomness_beside_it(drand: Relay) -> None:
    drand.body = json.dumps({"round": 4242, "signature": relay.signature(4242).hex()}).encode()

    assert source.value(drand_of(drand), ROUND).value == relay.signature(4242)


def test_a_pulse_of_nist_is_its_output_value(drand: Relay) -> None:
    assert source.value(nist_of(drand), PULSE).value == relay.output(4242)
    assert drand.asked == ["/chain/2/pulse/4242"]


def test_the_newest_pulse_tells_its_number_and_its_time(drand: Relay) -> None:
    drand.newest, drand.newest_at = 7, "2026-11-22T13:44:00.000Z"

    pulse = source.latest_pulse(nist_of(drand))

    assert pulse.beacon == Beacon("nist", 7)
    assert pulse.at.isoformat() == "2026-11-22T13:44:00+00:00"


def test_nobody_asks_one_source_for_the_beacon_of_another(drand: Relay) -> None:
    assert why_not(nist_of(drand)) == "the site takes its beacons from nist"
    assert not drand.asked


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"<html>Too many requests</html>",
        b"{}",
        b"[]",
        b"null",
        b"\xff\xfe",
        b'{"round": "4242", "signature": "00"}',
        json.dumps({"round": 4242, "signature": "not hexadecimal"}).encode(),
        json.dumps({"round": 4242, "signature": 7}).encode(),
    ],
)
def test_an_answer_that_is_no_round_gives_no_value(drand: Relay, body: bytes) -> None:
    drand.body = body

    assert why_not(drand_of(drand)) == "the answer is no round of drand"


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (relay.round_of(4241), "another round was answered, 4241"),
        ({"round": 4242, "signature": "00" * 47}, "another round was answered, 4242"),
        ({"round": 4242, "signature": HEX + HEX}, "another round was answered, 4242"),
        (
            relay.round_of(4242) | {"randomness": "00" * 32},
            "the randomness is not that of the signature",
        ),
    ],
)
def test_a_wrong_round_gives_no_value(drand: Relay, answer: dict[str, Any], why: str) -> None:
    drand.body = json.dumps(answer).encode()

    assert why_not(drand_of(drand)) == why


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ({}, "the answer is no pulse of NIST's beacon"),
        ({"pulse": []}, "the answer is no pulse of NIST's beacon"),
        (relay.pulse_of(4241), "another pulse was answered, 4241"),
        (relay.pulse_of(4242, chain=1), "the answer is no pulse of chain 2"),
        (relay.pulse_of(4242, at="2026-11-22T13:44:00"), "the answer is no pulse of chain 2"),
        (relay.pulse_of(0), "the answer is no pulse of NIST's beacon"),
    ],
)
def test_a_wrong_pulse_gives_no_value(drand: Relay, answer: dict[str, Any], why: str) -> None:
    drand.body = json.dumps(answer).encode()

    assert why_not(nist_of(drand), PULSE) == why


@pytest.mark.parametrize("status", [204, 404, 425, 429, 500, 503])
def test_only_what_was_found_is_read(drand: Relay, status: int) -> None:
    drand.status, drand.body = status, b""

    assert why_not(drand_of(drand)) == f"the status is {status}"


def test_nobody_follows_it_elsewhere(drand: Relay) -> None:
    with relay.running() as other:
        drand.status = 302
        drand.headers = {"Location": f"{other.address}{'/x/public/4242'}"}

        assert why_not(drand_of(drand)) == "the status is 302"
        assert not other.asked


@pytest.mark.more
def test_an_answer_without_an_end_is_cut(drand: Relay) -> None:
    drand.body = b" " * (source.ANSWER_MAX * 20)

    assert why_not(drand_of(drand)) == "the answer is no round of drand"


@pytest.mark.more
def test_a_source_that_is_slow_is_waited_for_in_vain(
    drand: Relay, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(source, "TIMEOUT_S", 0.5)
    drand.is_slow = True
    begun = time.monotonic()

    assert why_not(drand_of(drand)).startswith("no answer within")
    assert time.monotonic() - begun < relay.SLOW_S / 2


def test_a_source_that_is_down_gives_no_value(drand: Relay) -> None:
    address = drand.address
    drand.server_close()

    assert why_not(Source("drand", address)).startswith("no answer: ")
