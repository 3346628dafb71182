"""Values that drand and NIST have really published, as their servers answer.

Round 1000 of drand's chain quicknet and what its nodes say of the chain, as `/<chain>/public/1000`
and `/<chain>/info` of api.drand.sh answer (many public test suites have them); pulse 1853311 of the
second chain of beacon.nist.gov, as it is quoted in the public repository proofprotocol/FRAMEWORK.
"""

import hashlib
import json
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from beacons import signatures, source
from beacons.source import Source, SourceError
from games import beacons
from games.beacons import Beacon
from tests.beacons.relay import Relay

FILES = Path(__file__).parent / "published"
ROUND, PULSE = Beacon("drand", 1000), Beacon("nist", 1853311)
OF_DRAND = signatures.PUBLIC_KEY
"""As it stands in the code, which no test has changed yet."""


def published(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((FILES / f"{name}.json").read_bytes())
    return found


SIGNATURE = bytes.fromhex(published("drand-1000")["signature"])


@pytest.fixture(autouse=True)
def _drand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take drand's own key for drand's."""
    monkeypatch.setattr(signatures, "PUBLIC_KEY", OF_DRAND)


def test_the_name_of_the_chain_binds_its_key_its_beginning_and_its_period() -> None:
    info = published("drand-info")
    parts = (
        info["period"].to_bytes(4, "big"),
        info["genesis_time"].to_bytes(8, "big"),
        bytes.fromhex(info["public_key"]),
        bytes.fromhex(info["groupHash"]),
        info["metadata"]["beaconID"].encode(),
    )

    assert hashlib.sha256(b"".join(parts)).hexdigest() == info["hash"] == beacons.QUICKNET
    assert bytes.fromhex(info["public_key"]) == OF_DRAND
    assert datetime.fromtimestamp(info["genesis_time"], UTC) == beacons.GENESIS
    assert info["period"] == beacons.PERIOD.total_seconds()


def test_a_round_is_what_drand_has_signed(drand: Relay) -> None:
    drand.body = (FILES / "drand-1000.json").read_bytes()

    assert source.value(Source("drand", drand.address), ROUND).value == SIGNATURE
    assert beacons.randomness(SIGNATURE).hex() == published("drand-1000")["randomness"]
    assert signatures.verdict(ROUND, SIGNATURE) is True


@pytest.mark.parametrize(
    ("beacon", "value"),
    [
        (Beacon("drand", 1001), SIGNATURE),
        (ROUND, SIGNATURE[:-1] + b"\x00"),
        (ROUND, bytes([SIGNATURE[0] ^ 0x20]) + SIGNATURE[1:]),
        (ROUND, bytes(48)),
        # The point at infinity, and points of no round at all.
        (ROUND, bytes([0xC0]) + bytes(47)),
        (ROUND, bytes([0x80]) + bytes(46) + b"\x04"),
        (ROUND, b"\xff" * 48),
    ],
)
def test_what_drand_has_not_signed_is_no_round(beacon: Beacon, value: bytes, drand: Relay) -> None:
    body = {"round": beacon.number, "signature": value.hex()}
    drand.body = json.dumps(body).encode()

    assert signatures.verdict(beacon, value) is False
    with pytest.raises(SourceError, match="drand has not signed that"):
        source.value(Source("drand", drand.address), beacon)


def test_without_the_package_nobody_can_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "beacons.curve", None)

    assert signatures.verdict(Beacon("drand", 1002), SIGNATURE) is None


def test_loading_the_package_lets_nobody_nest_json_until_the_process_ends() -> None:
    code = "import sys; before = sys.getrecursionlimit(); import beacons.curve;"
    code += "assert sys.getrecursionlimit() == before"

    subprocess.run([sys.executable, "-c", code], check=True)


def test_of_a_pulse_nobody_can_tell_here() -> None:
    assert signatures.verdict(PULSE, bytes(64)) is None


def test_a_pulse_of_nist_is_read_as_it_was_published(drand: Relay) -> None:
    drand.body = (FILES / "nist-2-1853311.json").read_bytes()
    taken = Source("nist", drand.address)

    pulse = source.value(taken, PULSE)
    assert pulse == source.latest_pulse(taken)
    assert pulse.beacon == PULSE
    assert pulse.at == datetime(2026, 7, 10, 11, 2, tzinfo=UTC)
    assert pulse.value == hashlib.sha512(hashed(published("nist-2-1853311")["pulse"])).digest()


def hashed(pulse: dict[str, Any]) -> bytes:
    """Return what the output of a pulse is the hash of (NIST IR 8213, its fields in order)."""

    def text(value: str) -> bytes:
        return len(value).to_bytes(4, "big") + value.encode()

    def digits(value: str) -> bytes:
        return (len(value) // 2).to_bytes(4, "big") + bytes.fromhex(value)

    external = pulse["external"]
    parts = (
        text(pulse["uri"]),
        text(pulse["version"]),
        pulse["cipherSuite"].to_bytes(4, "big"),
        pulse["period"].to_bytes(4, "big"),
        digits(pulse["certificateId"]),
        pulse["chainIndex"].to_bytes(8, "big"),
        pulse["pulseIndex"].to_bytes(8, "big"),
        text(pulse["timeStamp"]),
        digits(pulse["localRandomValue"]),
        digits(external["sourceId"]),
        external["statusCode"].to_bytes(4, "big"),
        digits(external["value"]),
        *(digits(each["value"]) for each in pulse["listValues"]),
        digits(pulse["precommitmentValue"]),
        pulse["statusCode"].to_bytes(4, "big"),
        bytes.fromhex(pulse["signatureValue"]),
    )
    return b"".join(parts)
