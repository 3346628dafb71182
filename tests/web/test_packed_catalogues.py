"""The catalogues of a wheel: packed into one file, and unpacked once for each version of them."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from web import packed_catalogues

FILES = {"frame/de/LC_MESSAGES/django.mo": b"Tisch", "games/fr/LC_MESSAGES/django.mo": b"table"}


def packed(folder: Path, files: dict[str, bytes] = FILES) -> Path:
    for name, content in files.items():
        file = folder / "locale" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    (folder / "locale" / "frame" / "notes.po").write_text("no part of it")
    packed_catalogues.pack(folder / "locale", folder / "catalogues.tar.xz")
    return folder / "catalogues.tar.xz"


def read(folder: Path) -> dict[str, bytes]:
    return {
        file.relative_to(folder).as_posix(): file.read_bytes()
        for file in folder.rglob("*")
        if file.is_file()
    }


def test_what_was_packed_comes_out_again(tmp_path: Path) -> None:
    archive = packed(tmp_path)

    assert not (tmp_path / "locale").exists()
    assert read(packed_catalogues.unpacked(tmp_path / "home", archive)) == FILES


def test_it_is_unpacked_once(tmp_path: Path) -> None:
    archive = packed(tmp_path)
    folder = packed_catalogues.unpacked(tmp_path, archive)
    (folder / "mark").touch()

    assert packed_catalogues.unpacked(tmp_path, archive) == folder
    assert (folder / "mark").exists()


def test_other_catalogues_have_a_folder_of_their_own(tmp_path: Path) -> None:
    first = packed_catalogues.unpacked(tmp_path, packed(tmp_path))
    archive = packed(tmp_path, FILES | {"frame/nl/LC_MESSAGES/django.mo": b"tafel"})

    assert packed_catalogues.unpacked(tmp_path, archive) != first
    assert read(first) == FILES


def test_processes_that_start_at_once_find_the_same_whole_folder(tmp_path: Path) -> None:
    archive = packed(tmp_path)

    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: packed_catalogues.unpacked(tmp_path, archive), range(32)))

    (folder,) = set(found)
    assert read(folder) == FILES
    assert [each.name for each in folder.parent.iterdir()] == [folder.name]


def test_two_builds_are_the_same_bytes(tmp_path: Path) -> None:
    one, other = (packed(tmp_path / name).read_bytes() for name in ("one", "other"))

    assert one == other
