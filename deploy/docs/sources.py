"""Gathers what the documentation's site is built from: `docs/`, the rules of the games, the API.

The pages of `docs/` are written to be read in the repository too. Here their links learn to lead
somewhere without it: to a page of the site, into the repository that CUTPURSE_REPOSITORY names, or
nowhere, as plain text.
"""

import argparse
import json
import os
import posixpath
import re
import shutil
from collections.abc import Iterable
from pathlib import Path

import django
import reference
from django.conf import settings

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cutpurse.settings")
LANGUAGES = tuple(code for code, _name in settings.LANGUAGES)
"""The languages of the pages for players; the first is that of all others."""
BESIDE = {
    "CHANGELOG.md": "changelog.md",
    "CODE_OF_CONDUCT.md": "code-of-conduct.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "reporting.md",
    "examples/README.md": "examples.md",
    "examples/discord/README.md": "discord.md",
}
"""The pages that lie elsewhere in the repository, and what they are called on the site."""
RULES = re.compile(r"platform/web/games/(?P<folder>[a-z_]+)/rules/(?P<language>[a-z]+)\.md")
TRANSLATED = re.compile(r"(?P<name>.+)\.(?P<language>" + "|".join(LANGUAGES[1:]) + r")\.md")
LINK = re.compile(r"(?P<mark>!?)\[(?P<text>[^]]*)]\((?P<to>[^)\s]+)\)")
FENCE = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)
MERMAID = "mermaid.min.js"
INDEX = "index.md"
FOR_EACH = re.compile(r"^(?P<before> +- )(?P<folder>[a-z/]+/)\*\.md\n", re.MULTILINE)
"""A line of the menu that stands for all pages of a folder, but for the one about the folder."""
OVERVIEWS = {"decisions": "Decisions", "games": "Rulebooks"}


def main() -> None:
    """Write the site's project into the folder that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    project: Path = parser.parse_args().folder
    shutil.rmtree(project, ignore_errors=True)
    pages = project / "pages"
    shutil.copytree(HERE / "pages", pages)
    names = []
    for name, content in contents():
        names.append(name)
        file = pages / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    shutil.copyfile(HERE / "site.css", pages / "site.css")
    (project / "mkdocs.yml").write_text(settings_of(names), encoding="utf-8")


def settings_of(names: Iterable[str]) -> str:
    """Return what builds the site, its menu with a line for each game where one stands for all."""

    def lines(match: re.Match[str]) -> str:
        folder = posixpath.dirname(match["folder"])
        games = (each for each in sorted(names) if posixpath.dirname(each) == folder)
        return "".join(
            f"{match['before']}{each}\n" for each in games if posixpath.basename(each) != INDEX
        )

    return FOR_EACH.sub(lines, (HERE / "mkdocs.yml").read_text(encoding="utf-8"))


def contents() -> Iterable[tuple[str, bytes]]:
    """Yield the path on the site and the content of every file that is not of the site alone."""
    address = os.environ.get("CUTPURSE_REPOSITORY", "").rstrip("/")
    docs = (file for file in (ROOT / "docs").rglob("*") if file.is_file())
    for file in (*docs, *(ROOT / name for name in BESIDE)):
        source = file.relative_to(ROOT).as_posix()
        target = address_of(source)
        content = file.read_bytes()
        if file.suffix == ".md":
            text = in_language(linked(content.decode(), source, address), target)
            content = with_drawings(text, target).encode()
        yield target, content
    for name, title in OVERVIEWS.items():
        yield f"{name}/{INDEX}", overview(ROOT / "docs" / name, title).encode()
    django.setup()
    yield from made()


def made() -> Iterable[tuple[str, bytes]]:
    """Yield what is made from the code: the rules of the games and the API's description."""
    import play  # noqa: PLC0415 - It needs Django to be set up, and so does the description.

    from cutpurse.api_urls import description  # noqa: PLC0415

    for language in LANGUAGES:
        folder = "" if language == LANGUAGES[0] else f"{language}/"
        for name, text in play.pages(language, up="../../" if not folder else "../../../"):
            target = f"{folder}play/{name}"
            yield target, in_language(text, target).encode()
    yield from play.art()
    pages = reference.pages(json.loads(description()))
    yield from ((f"reference/{name}", text.encode()) for name, text in pages)


def address_of(file: str) -> str:
    """Return the path on the site of a file of the repository that is there."""
    if file in BESIDE:
        return BESIDE[file]
    if rules := RULES.fullmatch(file):
        name = f"play/{rules['folder'].replace('_', '-')}.md"
        return name if rules["language"] == LANGUAGES[0] else f"{rules['language']}/{name}"
    inside = posixpath.relpath(file, "docs")
    if posixpath.basename(inside) == "README.md":
        return f"{posixpath.dirname(inside)}/{INDEX}"
    if translated := TRANSLATED.fullmatch(inside):
        return f"{translated['language']}/{translated['name']}.md"
    return inside


def linked(text: str, source: str, address: str) -> str:
    """Return a page whose links to files lead to pages of the site, or into the repository."""
    page = address_of(source)

    def link(match: re.Match[str]) -> str:
        to, hash_sign, anchor = match["to"].partition("#")
        if not to or ":" in to:
            return match[0]
        there = posixpath.normpath(posixpath.join(posixpath.dirname(source), to))
        if there in BESIDE or RULES.fullmatch(there) or _is_in_docs(there):
            target = posixpath.relpath(address_of(there), posixpath.dirname(page) or ".")
            if (ROOT / there).is_dir():
                target += f"/{INDEX}"
        elif address and not match["mark"]:
            target = f"{address}/blob/HEAD/{there}"
        else:
            return match["text"]
        return f"{match['mark']}[{match['text']}]({target}{hash_sign}{anchor})"

    parts = FENCE.split(text)
    return "".join(part if at % 2 else LINK.sub(link, part) for at, part in enumerate(parts))


def _is_in_docs(file: str) -> bool:
    return file.startswith("docs/") and (ROOT / file).exists()


def in_language(text: str, page: str) -> str:
    """Return a page that says which language it is in, where that is not the site's."""
    language = page.partition("/")[0]
    if language not in LANGUAGES:
        return text
    return f'<div lang="{language}" markdown>\n\n{text}\n</div>\n'


def with_drawings(text: str, page: str) -> str:
    """Return a page with what draws its diagrams, which the theme would take from elsewhere."""
    if "```mermaid" not in text:
        return text
    up = "../" * (page.count("/") + 1)
    return f'{text}\n<script src="{up}{MERMAID}"></script>\n'


def overview(folder: Path, title: str) -> str:
    """Return the page that a link to a folder leads to: the pages in it."""
    pages = ((page, page.read_text(encoding="utf-8")) for page in sorted(folder.glob("*.md")))
    lines = (
        f"- [{text.partition(chr(10))[0].removeprefix('# ')}]({page.name})" for page, text in pages
    )
    return f"# {title}\n\n" + "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
