"""Where the picture of an event lies on the site. Pure."""

MARK = 16
"""Digits of the digest that its address has, so that another picture has another address."""


def address(slug: str, digest: str, *, small: bool = False) -> str:
    """Return the path of a picture; empty without one."""
    kind = "small" if small else "large"
    return f"/tournaments/{slug}/picture/{kind}-{digest[:MARK]}.jpg" if digest else ""
