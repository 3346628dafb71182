"""Where requests may go, looked at when they do."""

import socket
import time
from ipaddress import ip_address
from typing import Any

import pytest
from pytest_django import Settings

from notifications import networks, outgoing
from notifications.guarded import UnreachableError
from notifications.networks import PrivateAddressError
from tests.notifications.receivers import receiving

PRIVATE = [
    *("127.0.0.1", "127.9.9.9", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254"),
    *("100.64.0.1", "0.0.0.0", "224.0.0.1", "255.255.255.255", "192.0.2.1", "198.18.0.1"),  # noqa: S104
    *("::1", "::", "fe80::1", "fc00::1", "fec0::1", "ff02::1", "2001:db8::1"),
    *("::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "2002:a00:1::", "2001:0:1::1"),
]
PUBLIC = ["8.8.8.8", "93.184.216.34", "2606:2800:220:1:248:1893:25c8:1946", "64:ff9b::808:808"]


@pytest.mark.parametrize("address", PRIVATE)
def test_an_address_of_a_private_network_is_none_to_send_to(address: str) -> None:
    assert not networks.is_public(ip_address(address))


@pytest.mark.parametrize("address", PUBLIC)
def test_an_address_of_the_internet_is(address: str) -> None:
    assert networks.is_public(ip_address(address))


def named(monkeypatch: pytest.MonkeyPatch, *addresses: str) -> list[object]:
    """Have every name lead to some addresses; return the list of connections that are tried."""
    tried: list[object] = []

    def found(_host: str, port: int, **_about: object) -> list[Any]:
        return [
            (
                socket.AF_INET6 if ":" in each else socket.AF_INET,
                socket.SOCK_STREAM,
                6,
                "",
                (each, port),
            )
            for each in addresses
        ]

    def connect(address: object, *_about: object, **_more: object) -> socket.socket:
        tried.append(address)
        raise ConnectionRefusedError

    monkeypatch.setattr(socket, "getaddrinfo", found)
    monkeypatch.setattr(socket, "create_connection", connect)
    return tried


@pytest.mark.parametrize("address", ["127.0.0.1", "10.0.0.7", "::1", "169.254.169.254"])
def test_a_name_that_leads_into_a_private_network_is_not_connected_to(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = named(monkeypatch, address)

    with pytest.raises(PrivateAddressError):
        outgoing.post("https://hook.example.org/", headers={}, body=b"")

    assert tried == []


def test_one_private_address_among_public_ones_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = named(monkeypatch, "8.8.8.8", "10.0.0.7")

    with pytest.raises(PrivateAddressError):
        outgoing.post("https://hook.example.org/", headers={}, body=b"")

    assert tried == []


def test_the_connection_goes_to_the_address_that_was_looked_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tried = named(monkeypatch, "8.8.8.8")

    with pytest.raises(UnreachableError):
        outgoing.post("https://hook.example.org:8443/", headers={}, body=b"")

    assert tried == [("8.8.8.8", 8443)]


def test_plain_http_goes_into_named_networks_alone(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.NOTIFY_NETWORKS = ["10.0.0.0/8"]
    tried = named(monkeypatch, "8.8.8.8")

    with pytest.raises(PrivateAddressError):
        outgoing.post("http://hook.example.org/", headers={}, body=b"")

    assert tried == []


def test_a_line_break_in_a_header_begins_no_other_header(settings: Settings) -> None:
    settings.NOTIFY_NETWORKS = ["127.0.0.1/32"]
    with receiving() as receiver:
        headers = {"Title": "one\r\nX-Injected: two"}

        outgoing.post(receiver.address, headers=headers, body=b"")

    (got,) = receiver.received
    assert "X-Injected" not in got.headers
    assert got.headers["Title"] == "one X-Injected: two"


def test_everything_ends_at_the_deadline_however_small_the_steps(settings: Settings) -> None:
    settings.NOTIFY_NETWORKS = ["127.0.0.1/32"]
    with receiving(drips=True) as receiver:
        began = time.monotonic()

        with pytest.raises(UnreachableError, match="timeout"):
            outgoing.post(receiver.address, headers={}, body=b"", deadline_s=0.5)

    assert time.monotonic() - began < 20
