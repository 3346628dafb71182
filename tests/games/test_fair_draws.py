"""The scheme fair/2 of chance, against its published vectors."""

import hashlib
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eventstore import canonical
from games import fair_draws
from games.beacons import QUICKNET
from games.chance import FairChance
from games.fair_draws import Links, OrderChance, Seal

FOLDER = Path(__file__).parent / "fair_2"
CHANCE = json.loads((FOLDER / "chance.json").read_text())
DRAWS = json.loads((FOLDER / "draws.json").read_text())
BOARDS = json.loads((FOLDER / "boards.json").read_text())
CASES: list[dict[str, Any]] = CHANCE["cases"]
STREAM = DRAWS["stream"]
WELL = bytes.fromhex(DRAWS["well_secret"])
ROOT = bytes.fromhex(CASES[0]["root"])
LINKS = Links(WELL, STREAM)


def by_seat(found: dict[str, str]) -> dict[int, bytes]:
    return {int(seat): bytes.fromhex(value) for seat, value in found.items()}


def seal_of(case: dict[str, Any]) -> Seal:
    said = {int(seat): words for seat, words in case["client_seeds"].items()}
    bound = (bytes.fromhex(CHANCE["commitment"]), bytes.fromhex(case["bind"]))
    return Seal(
        CHANCE["deal"], case["attempt"], *bound, by_seat(case["promises"]), said, case["beacon"]
    )


def require_draws(root: bytes, draws: dict[str, Any]) -> None:
    chance = OrderChance(root)
    assert chance.shuffle("deal/1", range(45)) == draws["order deal/1 of 0..44"]
    assert chance.shuffle("twins", [7, 7, 3, 7]) == draws["order twins of [7, 7, 3, 7]"]
    rolls = [chance.below("roll/1/1", 10) for _ in range(8)]
    assert rolls == draws["below roll/1/1 of 10, eight times"]
    assert chance.below("leader", 4) == draws["below leader of 4"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_a_deal_follows_the_published_vector(case: dict[str, Any]) -> None:
    secret = bytes.fromhex(CHANCE["secret"])
    assert fair_draws.commitment(secret, CHANCE["deal"]).hex() == CHANCE["commitment"]
    shares = by_seat(case["shares"])
    for seat, share in shares.items():
        promised = fair_draws.promise(CHANCE["deal"], case["attempt"], seat, share)
        assert promised.hex() == case["promises"][str(seat)]

    seal = seal_of(case)

    assert seal.text == case["seal_text"]
    assert seal.digest.hex() == case["seal"]
    assert seal.wrong_shares(shares) == []
    beacon = case["beacon_value"]
    root = seal.root(secret, shares, None if beacon is None else bytes.fromhex(beacon))
    assert root.hex() == case["root"]
    require_draws(root, case["draws"])


def test_a_chain_follows_the_published_vector() -> None:
    assert fair_draws.well(WELL, STREAM).hex() == DRAWS["well"]
    assert LINKS.anchor == LINKS[0]
    assert {number: LINKS[int(number)].hex() for number in DRAWS["links"]} == DRAWS["links"]
    for number in (-1, fair_draws.LINKS + 1):
        with pytest.raises(IndexError):
            LINKS[number]


@given(st.integers(1, fair_draws.LINKS))
def test_each_link_leads_to_the_one_before(number: int) -> None:
    assert fair_draws.link(LINKS[number]) == LINKS[number - 1]


def test_a_draw_follows_the_published_vector() -> None:
    draw = DRAWS["draw"]
    facts = canonical.encode(draw["facts"])
    assert facts == draw["facts_text"]
    bind = fair_draws.facts_bind(facts)
    assert bind.hex() == draw["bind"]

    seal = Seal(draw["deal"], 1, LINKS[0], bind, by_seat(draw["promises"]))

    assert seal.text == draw["seal_text"]
    value = seal.root(LINKS[1], by_seat(draw["shares"]))
    assert value.hex() == draw["value"]


def test_a_draw_with_nobody_on_the_roll_comes_of_these_bytes_and_of_its_beacon() -> None:
    name = "00000000-0000-7000-8000-000000000007/draw/3"
    link, line = bytes(range(32)), f"drand {QUICKNET} 34331874"
    before = "7541c30a130e5e1ccbdc2e4d4e478992da810711b255687348e3a1eeba005333"
    assert fair_draws.link(link).hex() == before
    seal = Seal(name, 1, bytes.fromhex(before), bytes.fromhex("ab" * 32), {}, beacon=line)

    assert seal.text == f"cutpurse-seal/2\n{name}\n1\n{before}\n{'ab' * 32}\n{line}\n"
    digest = "1216d2e09dbf346c607c127f3380124903673efabd3d011b19d8d507089e6d75"
    value = "3d08faa888bf82fd4c5e21bca1b6ac7165a781563ca36ecf759065a5d4380bec"
    assert seal.digest.hex() == digest
    assert seal.root(link, {}, bytes(range(48))).hex() == value


def test_a_table_follows_the_published_vector() -> None:
    table = DRAWS["table"]
    assert fair_draws.deal_of(STREAM, table["slot"]) == table["deal"]
    secret = fair_draws.slot_secret(WELL, STREAM, table["slot"])
    committed = fair_draws.commitment(secret, table["deal"])
    assert (secret.hex(), committed.hex()) == (table["secret"], table["commitment"])
    shares = by_seat(table["shares"])
    promises = {
        seat: fair_draws.promise(table["deal"], 1, seat, share) for seat, share in shares.items()
    }

    root = Seal(table["deal"], 1, committed, bytes.fromhex(table["bind"]), promises).root(
        secret, shares
    )

    assert root.hex() == table["root"]
    require_draws(root, table["draws"])


def test_a_board_follows_the_published_vector() -> None:
    secret = fair_draws.slot_secret(WELL, STREAM, BOARDS["slot"])
    committed = fair_draws.commitment(secret, BOARDS["deal"])
    assert (secret.hex(), committed.hex()) == (BOARDS["secret"], BOARDS["commitment"])

    root = Seal(BOARDS["deal"], 1, committed, bytes.fromhex(BOARDS["bind"]), {}).root(secret, {})

    assert root.hex() == BOARDS["root"]
    chance, part = OrderChance(root), BOARDS["order deck/2 of a part"]
    assert chance.shuffle("deck/2", range(20)) == BOARDS["order deck/2 of 0..19"]
    assert chance.shuffle("deck/2", part["items"]) == part["order"]
    require_draws(root, BOARDS["draws"])


@given(pile=st.sets(st.integers(0, 99)), others=st.sets(st.integers(0, 99)), label=st.text())
def test_what_two_piles_have_in_common_comes_in_one_order(
    pile: set[int], others: set[int], label: str
) -> None:
    chance = OrderChance(ROOT)

    one, other = chance.shuffle(label, sorted(pile)), chance.shuffle(label, list(others))

    both = pile & others
    assert [each for each in one if each in both] == [each for each in other if each in both]


@given(items=st.lists(st.integers(0, 9)), label=st.text())
def test_an_order_keeps_every_item_and_the_given_list(items: list[int], label: str) -> None:
    before = list(items)

    drawn = OrderChance(ROOT).shuffle(label, items)

    assert sorted(drawn) == sorted(items)
    assert items == before


def test_every_order_comes_up_about_equally_often() -> None:
    chance, times = OrderChance(ROOT), 6000

    found = Counter(tuple(chance.shuffle(f"order/{n}", range(3))) for n in range(times))

    expected = times / 6
    assert len(found) == 6
    # 20.5 is passed by one in a thousand with five degrees of freedom.
    assert sum((seen - expected) ** 2 / expected for seen in found.values()) < 20.5


def test_numbers_are_drawn_as_in_fair_1() -> None:
    new, old = OrderChance(ROOT), FairChance(ROOT)

    assert [new.below("a", 77) for _ in range(9)] == [old.below("a", 77) for _ in range(9)]


@pytest.mark.parametrize(
    ("deal", "attempt", "seat"),
    [("another", 1, 0), (CHANCE["deal"], 2, 0), (CHANCE["deal"], 1, 1)],
)
def test_a_promise_is_of_one_deal_attempt_and_seat(deal: str, attempt: int, seat: int) -> None:
    share = by_seat(CASES[0]["shares"])[0]
    seal = seal_of(CASES[0])._replace(deal=deal, attempt=attempt)
    promises = {seat: by_seat(CASES[0]["promises"])[0]}

    assert seal._replace(promises=promises).wrong_shares({seat: share}) == [seat]


def test_a_share_that_is_short_repeated_or_not_asked_for_is_known() -> None:
    seal, shares = seal_of(CASES[0]), by_seat(CASES[0]["shares"])

    assert seal.wrong_shares({0: shares[0][:31], 3: shares[0], 1: shares[3]}) == [0, 1, 3]


def test_a_shown_share_outweighs_a_seed_that_was_said() -> None:
    seal = seal_of(CASES[0])._replace(said={0: "bob", 2: "bob"})

    assert seal.text == CASES[0]["seal_text"]


def test_a_whim_is_of_one_seat_and_version() -> None:
    found = [fair_draws.whim(ROOT, *at) for at in ((0, 1), (0, 1), (1, 0), (0, 2))]

    assert found[0] == found[1]
    assert len(set(found)) == 3


def test_a_whim_is_made_of_these_bytes() -> None:
    outer, inner = (bytes(mask ^ byte for byte in ROOT.ljust(64, b"\0")) for mask in (0x5C, 0x36))
    within = hashlib.sha256(inner + b"whim\x002\x007").digest()

    found = fair_draws.whim(ROOT, 2, 7)

    assert found.to_bytes(32, "big") == hashlib.sha256(outer + within).digest()


def test_seats_come_from_the_secret() -> None:
    orders = {tuple(fair_draws.seat_order(bytes([n]) * 32, "deal", 3)) for n in range(60)}

    assert len(orders) == 6
