"""The compiled catalogues of a wheel, packed to a fifth: the library is measured by its size.

They are packed as one: most of a catalogue is the English that those of other languages repeat.

gettext reads files alone, so a site unpacks them once, into its own folder. Knows no Django: the
build of the package packs them (requirements/build_hook.py), and settings look for them.
"""

import hashlib
import io
import shutil
import tarfile
import tempfile
from contextlib import suppress
from pathlib import Path

PACKED = Path(__file__).parent / "catalogues.tar.xz"
"""In a wheel; a clone has the folder `locale`."""


def pack(locale: Path, target: Path) -> None:
    """Put the compiled catalogues below a folder into one file, and remove the folder.

    No file has a time, so that two builds are the same bytes.
    """
    with tarfile.open(target, "w:xz") as archive:
        for file in sorted(locale.rglob("*.mo")):
            content = file.read_bytes()
            info = tarfile.TarInfo(file.relative_to(locale).as_posix())
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    shutil.rmtree(locale)


def unpacked(home: Path, packed: Path = PACKED) -> Path:
    """Return the folder below `home` that holds the catalogues, and fill it if it is not there.

    The name tells one version of them from another. Processes that come at once each unpack them;
    the first one's folder stays.
    """
    name = hashlib.sha256(packed.read_bytes()).hexdigest()[:16]
    folder = home / "catalogues" / name
    if folder.is_dir():
        return folder
    folder.parent.mkdir(parents=True, exist_ok=True)
    beside = Path(tempfile.mkdtemp(prefix=f"{name}-", dir=folder.parent))
    beside.chmod(0o755)
    with tarfile.open(packed) as archive:
        while (info := archive.next()) is not None:
            file = beside / info.name
            file.parent.mkdir(parents=True, exist_ok=True)
            content = archive.extractfile(info)
            assert content is not None  # noqa: S101 - Only files were packed.
            file.write_bytes(content.read())
    with suppress(OSError):
        beside.rename(folder)
    if beside.is_dir():
        shutil.rmtree(beside)
    return folder
