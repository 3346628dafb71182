"""The compiled catalogues of a wheel, packed to a third: the library is measured by its size.

gettext reads files alone, so a site unpacks them once, into its own folder. Knows no Django: the
build of the package packs them (requirements/build_hook.py), and settings look for them.
"""

import hashlib
import shutil
import tempfile
import zipfile
from contextlib import suppress
from pathlib import Path

PACKED = Path(__file__).parent / "catalogues.zip"
"""In a wheel; a clone has the folder `locale`."""
THE_EPOCH = (1980, 1, 1, 0, 0, 0)
"""Every file is as old as a ZIP archive allows, so that two builds are the same bytes."""


def pack(locale: Path, target: Path) -> None:
    """Put the compiled catalogues below a folder into one file, and remove the folder."""
    with zipfile.ZipFile(target, "w") as archive:
        for file in sorted(locale.rglob("*.mo")):
            info = zipfile.ZipInfo(file.relative_to(locale).as_posix(), THE_EPOCH)
            archive.writestr(info, file.read_bytes(), zipfile.ZIP_DEFLATED, compresslevel=9)
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
    with zipfile.ZipFile(packed) as archive:
        archive.extractall(beside)
    with suppress(OSError):
        beside.rename(folder)
    if beside.is_dir():
        shutil.rmtree(beside)
    return folder
