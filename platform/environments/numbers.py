"""Parts of a tensor: plain lists of numbers, most of them from 0 to 1."""

from collections.abc import Iterable, Mapping, Sequence

Numbers = list[float]


def index_of(names: Iterable[str]) -> Mapping[str, int]:
    """Return the place of each name."""
    return {name: place for place, name in enumerate(names)}


def one_hot(place: int | None, size: int) -> Numbers:
    """Return a 1 in one place, nowhere for None."""
    numbers = [0.0] * size
    if place is not None:
        numbers[place] = 1.0
    return numbers


def counts(names: Iterable[str] | None, places: Mapping[str, int], each: float = 1.0) -> Numbers:
    """Return how often each name is there; a name counts for so much."""
    numbers = [0.0] * len(places)
    for name in names or ():
        numbers[places[name]] += each
    return numbers


def scaled(values: Iterable[float | None], most: float) -> Numbers:
    """Return values as parts of about the most that they reach; 0 where there is none."""
    return [0.0 if value is None else value / most for value in values]


def flags(values: Iterable[object]) -> Numbers:
    """Return 1 for what is there or true."""
    return [1.0 if value is not None and value is not False else 0.0 for value in values]


def clockwise(own: int, seats: int) -> list[int]:
    """Return the seats from one's own on, so that a tensor looks alike from each of them."""
    return [(own + step) % seats for step in range(seats)]


def seat_hot(seat: int | None, order: Sequence[int]) -> Numbers:
    """Return which seat it is, clockwise from one's own."""
    return one_hot(None if seat is None else order.index(seat), len(order))
