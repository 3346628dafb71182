"""What an index of packages shows of this project."""

import re

from cutpurse.embedded.addresses import ROOT
from tests.packaging.scripts import metadata_hook


def test_links_of_the_readme_lead_somewhere_away_from_the_repository() -> None:
    text = "See [the API](docs/api.md#ids), ![a table](docs/t.webp) and [Python](https://x.test).\n"

    there = metadata_hook.readme(text, "https://code.test/cutpurse")
    assert "[the API](https://code.test/cutpurse/blob/HEAD/docs/api.md#ids)" in there
    assert "![a table](https://code.test/cutpurse/raw/HEAD/docs/t.webp)" in there
    assert "[Python](https://x.test)" in there
    assert set(metadata_hook.urls("https://code.test/cutpurse")) >= {"Source", "Documentation"}


def test_without_an_address_no_link_of_the_readme_leads_into_the_repository() -> None:
    text = metadata_hook.readme((ROOT / "README.md").read_text(), "")

    assert [each for each in re.findall(r"\]\(([^)]+)\)", text) if ":" not in each] == []
    assert "[docs/api.md]" not in text
    assert "docs/api.md" in text
    assert metadata_hook.urls("") == {}
