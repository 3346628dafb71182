"""Puts the packages of a clone below one name, `cutpurse`, for the wheel that is built of them.

In a clone each package lies where its name says: `games` in the root, `matches` in `platform`. In
somebody's site-packages such names would hide or meet others. So a wheel has `games/core.py` as
`cutpurse/games/core.py`, and what imports `games.core` imports `cutpurse.games.core` there. Lines
keep their numbers. `cutpurse.clone` lets a clone know the longer names too.
"""

import ast
import re
from collections.abc import Iterator, Mapping
from fnmatch import fnmatch
from pathlib import Path

NAME = "cutpurse"
LEFT_OUT = {"__pycache__", ".po", ".pyc"}
"""Names and endings of what nobody needs who runs it."""

NAMING = (
    "api/openapi.py",
    "cutpurse/api_urls.py",
    "cutpurse/celery.py",
    "cutpurse/celeryconfig.py",
    "cutpurse/settings.py",
    "cutpurse/urls.py",
    "games/*/cards.py",
    "games/*/dataset.py",
    "games/*/lair_model.py",
    "games/parts.py",
    "*/registry.py",
    "web/backoffice/menu.py",
    "web/games/folders.py",
    "web/games/glance.py",
    "web/games/pace.py",
    "web/rulebooks.py",
    "web/urls.py",
)
"""Files whose texts name modules, as `"games.stick_em.rules:StickEm"` does. In all others a text
that looks so is something else, such as a salt; tests/packaging/test_wheel.py watches over both."""
DECLARING = ("*/apps.py", "cutpurse/settings.py")
"""Files in which an app is named by a text that is its package's name and no more."""


def contents(roots: Mapping[str, Path]) -> Iterator[tuple[str, bytes]]:
    """Yield every file of a wheel, by its path there; roots says where each package lies."""
    packages = frozenset(roots) - {NAME}
    for package, folder in sorted(roots.items()):
        below = "" if package == NAME else f"{NAME}/"
        for file in files_of(folder):
            path = f"{package}/{file.relative_to(folder).as_posix()}"
            content = file.read_bytes()
            if file.suffix == ".py":
                content = mapped(content.decode(), path, packages).encode()
            yield below + path, content


def files_of(folder: Path) -> Iterator[Path]:
    """Yield the files of a package that a wheel has as well."""
    for file in sorted(folder.rglob("*")):
        parts = file.relative_to(folder).parts
        is_left_out = any(part.startswith(".") or part in LEFT_OUT for part in parts)
        if file.is_file() and not is_left_out and file.suffix not in LEFT_OUT:
            yield file


def mapped(source: str, path: str, packages: frozenset[str]) -> str:
    """Return the source of a module, `<package>/<file>`, as it reads below the one name."""
    lines = [line.encode() for line in source.splitlines(keepends=True)]
    for line, column in sorted(_places(ast.parse(source), packages), reverse=True):
        text = lines[line - 1]
        lines[line - 1] = text[:column] + f"{NAME}.".encode() + text[column:]
    done = b"".join(lines).decode()
    ours = "|".join(sorted(packages))
    if _is_one_of(path, NAMING):
        done = re.sub(rf"""(?<=["'])(?=(?:{ours})\.[a-z{{])""", f"{NAME}.", done)
    if _is_one_of(path, DECLARING):
        done = re.sub(
            rf"""^(    (?:name = )?")(?=(?:{ours})",?$)""", rf"\1{NAME}.", done, flags=re.MULTILINE
        )
    return done


def _is_one_of(path: str, patterns: tuple[str, ...]) -> bool:
    return any(fnmatch(path, pattern) for pattern in patterns)


def _places(tree: ast.Module, packages: frozenset[str]) -> Iterator[tuple[int, int]]:
    """Yield line and column, in bytes, of every name of a package of ours that is imported."""
    whole: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and not node.level:
            if (node.module or "").partition(".")[0] in packages:
                yield node.lineno, node.col_offset + len("from ")
        elif isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.partition(".")[0] in packages:
                    yield alias.lineno, alias.col_offset
                    whole.add("" if alias.asname else alias.name.partition(".")[0])
    for node in ast.walk(tree):
        # After `import api.ids` the module is spoken of as `api.ids`.
        if isinstance(node, ast.Name) and node.id in whole:
            yield node.lineno, node.col_offset
