"""The signature of seals, under a key that the public log of this site lists."""

from transparency import identity


def sign(text: str) -> str | None:
    """Return the line of a signed note below a seal; None where the site signs nothing."""
    return str(identity.sealer().sign(text)) if identity.is_kept() else None
