"""The benchmark of growth, on few events: that it measures what it says."""

import pytest

from tests.bench import gates, growth
from tests.bench.context import silent

pytestmark = [pytest.mark.usefixtures("committed_db"), pytest.mark.more]


def test_each_work_is_done_on_both_tables_and_the_larger_one_is_larger() -> None:
    figures = growth.measure(silent(0.05), large="3e4", events=150_000)

    assert set(figures) == {
        *(f"growth_{work}_3e4" for work in growth.WORKS),
        "growth_bytes_3e4",
    }
    for work in growth.WORKS:
        figure = figures[f"growth_{work}_3e4"]
        assert figure.value > 0
        assert set(figure.anchors) == {growth.SMALL}
    assert 200 < figures["growth_bytes_3e4"].value < 1000


@pytest.mark.parametrize("work", ["append", "load_live", "tail"])
def test_what_players_wait_for_may_age_by_a_fifth(work: str) -> None:
    least = gates.gate(f"growth_{work}_1e6", growth.SMALL)

    assert least is not None
    assert 1 / least == pytest.approx(1.2, abs=0.01)


def test_an_old_match_may_take_longer() -> None:
    assert gates.gate("growth_load_old_1e6", growth.SMALL) is None
