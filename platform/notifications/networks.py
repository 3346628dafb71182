"""Which addresses requests may go to: public ones, and the networks that the host names."""

from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import TypeAlias

from django.conf import settings

Address: TypeAlias = IPv4Address | IPv6Address
Network: TypeAlias = IPv4Network | IPv6Network
NAT64 = ip_network("64:ff9b::/96")


class PrivateAddressError(Exception):
    """A name leads into a network that is not public."""


def is_public(address: Address) -> bool:
    """Return whether an address is one of the public internet, also when it hides another one."""
    if isinstance(address, IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour
        if address.teredo is not None:
            return False
        if address in NAT64:
            inner = IPv4Address(int(address) & 0xFFFFFFFF)
        if inner is not None:
            return is_public(inner)
        if address.is_site_local:
            return False
    return address.is_global and not (
        address.is_multicast or address.is_reserved or address.is_unspecified
    )


def is_allowed(address: Address) -> bool:
    """Return whether requests may go to an address: public, or in a network that the host names."""
    return is_public(address) or is_own(address)


def is_own(address: Address) -> bool:
    """Return whether the host has named the network of an address in NOTIFY_NETWORKS."""
    return any(address in each for each in named(tuple(settings.NOTIFY_NETWORKS)))


@lru_cache(maxsize=4)
def named(texts: tuple[str, ...]) -> tuple[Network, ...]:
    """Return the networks of a setting; raises ValueError for what is none."""
    return tuple(map(ip_network, texts))


def require_allowed(host: str, addresses: list[str], *, is_plain: bool) -> None:
    """Raise PrivateAddressError unless all addresses of a name may be sent to.

    One bad address among good ones is a name that is meant to mislead. Plain HTTP goes into the
    host's own networks alone.
    """
    is_good = is_own if is_plain else is_allowed
    if not addresses or not all(is_good(ip_address(each)) for each in addresses):
        raise PrivateAddressError(host)
