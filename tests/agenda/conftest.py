"""An agenda of the test's own: empty, whatever others have committed."""

from collections.abc import Iterator

import pytest

from tests.agenda import rows


@pytest.fixture
def agenda(db: None) -> None:
    """Give an empty agenda in a transaction that is rolled back."""
    rows.clear()


@pytest.fixture
def committed_agenda(committed_db: None) -> Iterator[None]:
    """Give an agenda for real commits, empty before and after."""
    rows.clear()
    yield
    rows.clear()
