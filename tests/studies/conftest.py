"""Studies are tried on a site that allows words of one's own."""

from collections.abc import Iterator

import pytest

from api import limits
from site_profile import selectors as site_profile
from site_profile import services as profile
from site_profile.models import TalkForm


@pytest.fixture(autouse=True)
def _site_with_own_words() -> Iterator[None]:
    limits.reset()
    profile.change(talk=TalkForm.WORDS)
    yield
    site_profile.forget()
    limits.reset()
