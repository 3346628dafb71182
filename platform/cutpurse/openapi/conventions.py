"""The chapter of conventions in the API's description: the pages of docs/api.md that all share."""

import re
from pathlib import Path

CHAPTERS = (
    "Accounts and tokens",
    "Requests",
    "Problems",
    "Idempotent requests",
    "Conditional requests",
    "What is deprecated",
    "Limits",
    "Other origins",
    "Account stream",
    "When the server goes back in time",
    "Pages",
)
ABOUT = "Organised play for tabletop games with hidden hands."
LINK = re.compile(r"\[([^\]]+)\]\((?!https?:)[^)]*\)")
"""A link to another page of the manual, which the description has not."""


def text(manual: Path) -> str:
    """Return what the description begins with: Markdown, from the manual where there is one."""
    if not manual.is_file():
        return ABOUT
    introduction, *chapters = manual.read_text().split("\n## ")
    found = {each.partition("\n")[0]: each for each in chapters}
    begin = introduction.partition("\n\n")[2].strip()
    shared = (found[name] for name in CHAPTERS if name in found)
    parts = [ABOUT, begin, *(f"## {each.strip()}" for each in shared)]
    return LINK.sub(r"\1", "\n\n".join(parts))
