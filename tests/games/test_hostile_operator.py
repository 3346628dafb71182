"""An operator who tries deals until one pleases it: what it gets under fair/1 and under fair/2.

It wants high cards for one seat. Under fair/1 it drew the last client seed after its own seed was
fixed; under fair/2 it knows its secret and the shares of its friends, and tries those, but the
share of one honest client is shown after all promises are sealed.
"""

import hashlib
from collections.abc import Callable, Iterator
from statistics import fmean

import pytest

from games import chance, fair_draws
from games.beacons import Beacon
from games.chance import FairChance
from games.fair_draws import OrderChance, Seal

DEAL = "00000000-0000-7000-8000-000000000001"
HAND = range(11, 22)
"""The places in the deck that are dealt to the wanted seat."""
CARDS = 45
NUMBERS = 15
SPREAD = 14.2
"""One standard deviation of a hand's sum: 11 of 45 cards that count 0 to 14."""


def fresh(*about: object) -> bytes:
    return hashlib.sha256(" ".join(map(str, about)).encode()).digest()


def gain(order: list[int]) -> float:
    """Return by how many standard deviations the wanted hand is above an even one."""
    total = sum(order[place] % NUMBERS for place in HAND)
    return (total - len(HAND) * (NUMBERS - 1) / 2) / SPREAD


def under_fair_1(seed: bytes, last: str) -> float:
    root = chance.root(seed, DEAL, {0: "ann", 1: "bob", 2: last})
    return gain(FairChance(root).shuffle("deal/1", range(CARDS)))


def under_fair_2(secret: bytes, friend: bytes, honest: bytes) -> float:
    shares = {0: friend, 1: honest}
    promises = {seat: fair_draws.promise(DEAL, 1, seat, share) for seat, share in shares.items()}
    committed = fair_draws.commitment(secret, DEAL)
    root = Seal(DEAL, 1, committed, fair_draws.NO_BIND, promises).root(secret, shares)
    return gain(OrderChance(root).shuffle("deal/1", range(CARDS)))


def searched_1(number: int, tries: int) -> float:
    """Return what the best of so many client seeds brings."""
    seed = fresh("seed", number)
    return max(under_fair_1(seed, f"try-{each}") for each in range(tries))


def searched_2(number: int, tries: int) -> Iterator[float]:
    """Yield what the best of so many shares promises with a guess, and what it brings."""
    secret, guess = fresh("secret", number), fresh("guess", number)
    best = max(
        (fresh("try", number, each) for each in range(tries)),
        key=lambda share: under_fair_2(secret, share, guess),
    )
    yield under_fair_2(secret, best, guess)
    # Nobody knew the honest share when the operator was bound to its own.
    for honest in range(4):
        yield under_fair_2(secret, best, fresh("honest", number, honest))


@pytest.mark.parametrize(
    ("tries", "searches", "least"),
    [(2**6, 60, 1.5), (2**11, 6, 2.5), pytest.param(2**16, 6, 3, marks=pytest.mark.long)],
)
def test_tries_gain_nothing_where_one_honest_share_comes_after_the_seal(
    tries: int, searches: int, least: float
) -> None:
    old = fmean(searched_1(number, tries) for number in range(searches))
    found = [list(searched_2(number, tries)) for number in range(searches)]
    hoped = fmean(each[0] for each in found)
    brought = [value for each in found for value in each[1:]]

    print(  # noqa: T201 - The figures of docs/fair-draws.md.
        f"{tries} tries: fair/1 {old:+.2f}, fair/2 {fmean(brought):+.2f}, hoped for {hoped:+.2f}"
    )
    assert old > least
    assert hoped > least
    # Four standard errors.
    assert abs(fmean(brought)) < 4 / len(brought) ** 0.5


def test_without_any_share_the_operator_could_have_chosen_its_secret() -> None:
    def dealt(number: int) -> float:
        secret = fresh("alone", number)
        committed = fair_draws.commitment(secret, DEAL)
        root = Seal(DEAL, 1, committed, fair_draws.NO_BIND, {}).root(secret, {})
        return gain(OrderChance(root).shuffle("deal/1", range(CARDS)))

    assert max(map(dealt, range(64))) > 1.5


def with_beacon(secret: bytes, value: bytes) -> float:
    """Return what a deal brings to which nobody but the operator and a beacon adds anything."""
    committed = fair_draws.commitment(secret, DEAL)
    seal = Seal(DEAL, 1, committed, fair_draws.NO_BIND, {}, beacon=Beacon("drand", 4242).line)
    root = seal.root(secret, {}, value)
    return gain(OrderChance(root).shuffle("deal/1", range(CARDS)))


def test_with_nobody_there_a_beacon_that_comes_later_leaves_nothing_to_choose() -> None:
    hoped, brought = [], []
    for number in range(60):
        guess = fresh("guess", number)
        tried = (fresh("alone", number, each) for each in range(64))
        best = max(tried, key=lambda secret: with_beacon(secret, guess))
        # Who waits for the value, and seals then, has what it hoped for: hence the witnesses.
        hoped.append(with_beacon(best, guess))
        brought += [with_beacon(best, fresh("beacon", number, each)) for each in range(4)]

    assert fmean(hoped) > 1.5
    # Four standard errors.
    assert abs(fmean(brought)) < 4 / len(brought) ** 0.5


def best_of(value: Callable[[int], float], times: int) -> float:
    """Return the best of one more result than there were refusals."""
    return max(map(value, range(times + 1)))


def test_a_refusal_is_worth_one_more_result() -> None:
    def brought(times: int) -> float:
        return fmean(
            best_of(
                lambda attempt, deal=deal: under_fair_2(  # type: ignore[misc]
                    fresh("s", deal), fresh("f", deal, attempt), fresh("h", deal, attempt)
                ),
                times,
            )
            for deal in range(150)
        )

    none, one, three = brought(0), brought(1), brought(3)

    assert abs(none) < 4 / 150**0.5
    # The better of two and of four of a normal distribution: 0.56 and 1.03.
    assert 0.2 < one < 0.9
    assert one < three < 1.4
