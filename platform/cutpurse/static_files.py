"""Style sheets and scripts without what only their writers need: as they lie, but without comments.

What is collected for an image and what the web server of `make up` sends are the same bytes.
"""

import os
import re
from collections.abc import Iterable
from pathlib import Path
from tempfile import NamedTemporaryFile

from django.contrib.staticfiles.finders import AppDirectoriesFinder
from django.core.files.storage import FileSystemStorage, Storage

from cutpurse.embedded.addresses import var_folder

KINDS = {".css", ".js"}
OURS = "web/"
READ_BY_PEOPLE = {
    *("web/matches/proof.js", "web/matches/public_log.js", "web/matches/sha256.js"),
    *("web/matches/bytes.js", "web/matches/log_follow.js", "web/matches/log_key.js"),
}
"""Pages lead to them, so that everybody can see how draws and histories are verified."""


DESCENDANT = re.compile(
    r"(?<=[\w\])*]) :(?=(?:is|not|where|has|hover|focus|first|last|nth|only)\b)"
)
"""A space that rcssmin drops after a custom property within a block, so that it means another."""


class MinifyingFinder(AppDirectoriesFinder):
    """Lists the files of all apps, ours minified; whoever asks for one by name gets the source."""

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterable[tuple[str, Storage]]:
        """Yield the path of each file and where it lies."""
        minified = FileSystemStorage(location=var_folder() / "static")
        for path, storage in super().list(ignore_patterns):
            yield path, minified if _is_minified(path, storage, minified) else storage


def _is_minified(path: str, storage: Storage, minified: FileSystemStorage) -> bool:
    """Minify a file, once after each change to it; return false for what stays as it is."""
    if Path(path).suffix not in KINDS or not path.startswith(OURS) or path in READ_BY_PEOPLE:
        return False
    source, copy = Path(storage.path(path)), Path(minified.path(path))
    written = source.stat().st_mtime_ns
    if copy.exists() and copy.stat().st_mtime_ns == written:
        return True
    copy.parent.mkdir(parents=True, exist_ok=True)
    # Other processes may be reading the copy, or writing it too.
    with NamedTemporaryFile("w", dir=copy.parent, delete=False, encoding="utf-8") as file:
        file.write(minify(source))
    new = Path(file.name)
    new.chmod(0o644)
    os.utime(new, ns=(written, written))
    new.replace(copy)
    return True


def minify(source: Path) -> str:
    """Return a style sheet or a script without comments and needless space."""
    # Commands that send no files start without them.
    from rcssmin import cssmin  # noqa: PLC0415
    from rjsmin import jsmin  # noqa: PLC0415

    text = source.read_text(encoding="utf-8")
    return str(cssmin(DESCENDANT.sub(" *:", text)) if source.suffix == ".css" else jsmin(text))
