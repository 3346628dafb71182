"""Where a request comes from, as far as it can be believed."""

from ipaddress import IPv6Address, ip_address

from django.conf import settings
from django.http import HttpRequest

UNKNOWN = "unknown"
"""Where somebody comes from who has no address, as through a Unix socket: all such are one."""
IPV6_SITE_BITS = 64
"""A home or a host has as many IPv6 addresses, so limits count them as one."""


def client_address(request: HttpRequest) -> str:
    """Return the address of the client; `settings.NUM_PROXIES` says whose word counts.

    With 0 it is the connection's other end, and X-Forwarded-For changes nothing. With n it is
    the n-th entry from the right of X-Forwarded-For: the one that the outermost of our own
    proxies has written. With fewer entries the request did not come through them, and the
    connection's other end counts.
    """
    peer: str = request.META.get("REMOTE_ADDR") or ""
    proxies: int = settings.NUM_PROXIES
    if not proxies:
        return peer
    hops = request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")
    return hops[-proxies].strip() if len(hops) >= proxies and hops[-proxies].strip() else peer


def site(request: HttpRequest) -> str:
    """Return what limits by address count as one client: an IPv4 address or an IPv6 /64."""
    text = client_address(request)
    try:
        address = ip_address(text)
    except ValueError:
        return UNKNOWN
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    host_bits = 128 - IPV6_SITE_BITS
    return f"{IPv6Address(int(address) >> host_bits << host_bits)}/{IPV6_SITE_BITS}"
