"""Shadow tables: what bots make of a deal that few tables have played."""

from uuid import UUID

import msgspec
import pytest

from deals import shadow_tables
from deals.events import DealOpened, RoundOf

OPENED = DealOpened(
    game="second-story",
    rules="second-story@2",
    dataset="decktet/verified-1",
    options={"courts": False, "excuse": False, "may_decline_chip": True, "pawns": False},
    seats=3,
    deal=f"{UUID(int=1)}/board/1",
    commitment="00" * 32,
    bind="11" * 32,
    opens_at="",
    closes_at="",
    round=RoundOf(str(UUID(int=1)), 1, 1),
    day=None,
    opened_by=None,
)


def test_the_same_deal_gives_the_same_means_and_another_one_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(shadow_tables, "MATCHES", 6)
    first, again = (shadow_tables.means(OPENED, bytes(32)) for _ in range(2))
    other = shadow_tables.means(OPENED, bytes([1] * 32))
    elsewhere = shadow_tables.means(msgspec.structs.replace(OPENED, bind="22" * 32), bytes(32))

    assert first == again
    assert len({tuple(each) for each in (first, other, elsewhere)}) == 3
    assert sum(first) == pytest.approx(0, abs=3)


@pytest.mark.parametrize(
    ("tables", "needed"), [(0, False), (1, False), (2, True), (5, True), (6, False)]
)
def test_bots_play_what_two_to_five_tables_have_played(tables: int, needed: bool) -> None:
    assert shadow_tables.are_needed(tables) is needed
