"""One browser for all tests of the folder, which leave no window behind."""

import os
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests import browsers
from tests.e2e.browsers import Visitor, visitor


@pytest.fixture(scope="package")
def running_browser(django_db_setup: None) -> Iterator[Browser]:
    """Run a browser until tests of another folder follow."""
    # Playwright keeps an event loop in this thread, which Django takes for a reason to refuse.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with browsers.chromium() as running:
        yield running
    del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


@pytest.fixture
def browser(running_browser: Browser) -> Iterator[Browser]:
    """Return a browser, and close the windows that the test has opened in it.

    A table that stays open listens to its match, and draws.
    """
    yield running_browser
    for context in running_browser.contexts:
        context.close()


@pytest.fixture
def ann(committed_db: None) -> Visitor:
    """Return somebody with an account."""
    return visitor()
