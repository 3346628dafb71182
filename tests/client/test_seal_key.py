"""A client shows its share after a seal that the site has signed with its key, and no other."""

import pytest

from cutpurse.client.chance import SealError, Shares
from cutpurse.client.models import ChanceAsked
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
