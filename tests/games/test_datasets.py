"""Tables of components are data: they lie beside the rules, or in a folder of the host's."""

from pathlib import Path
from secrets import token_hex

import msgspec
import pytest

from games import datasets
from games.errors import DatasetError


class Shelf(msgspec.Struct):
    """A table of a made-up game."""

    dataset: str
    cards: int

    def __post_init__(self) -> None:
        """Refuse a game without cards."""
        if self.cards < 1:
            message = f"there must be cards, not {self.cards}"
            raise ValueError(message)


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the name of a package with the tables of a made-up game."""
    folder = tmp_path / f"club_{token_hex(4)}"
    folder.mkdir()
    (folder / "__init__.py").touch()
    written(folder, "recon-1", 7)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(datasets, "_folders", [])
    return folder.name


def written(folder: Path, name: str, cards: int, dataset: str = "") -> Path:
    """Write a table into a folder."""
    file = folder / f"{name}.json"
    file.write_text(f'{{"dataset": "{dataset or f"club/{name}"}", "cards": {cards}}}')
    return file


def own(tmp_path: Path) -> Path:
    """Return a club's own folder for the game."""
    folder = tmp_path / "ours" / "club"
    folder.mkdir(parents=True)
    datasets.add_folder(folder.parent)
    return folder


def test_a_table_that_is_laid_beside_the_others_is_offered_behind_the_default(
    package: str, tmp_path: Path
) -> None:
    for name in ("our-copy", "another"):
        written(tmp_path / package, name, 9)

    names = datasets.dataset_ids(package, "club/recon-1")

    assert names == ("club/recon-1", "club/another", "club/our-copy")


def test_a_table_of_a_folder_that_the_host_names_is_offered_and_loaded(
    package: str, tmp_path: Path
) -> None:
    written(own(tmp_path), "our-copy", 9)

    assert datasets.dataset_ids(package, "club/recon-1") == ("club/recon-1", "club/our-copy")
    assert datasets.load_dataset(package, "club/our-copy", Shelf).cards == 9
    assert datasets.load_dataset(package, "club/recon-1", Shelf).cards == 7


def test_what_a_table_cannot_be_played_with_for_is_told_with_its_file(
    package: str, tmp_path: Path
) -> None:
    file = written(own(tmp_path), "our-copy", 0)

    with pytest.raises(DatasetError, match=f"{file} cannot .* must be cards, not 0"):
        datasets.load_dataset(package, "club/our-copy", Shelf)
    file.write_text("{")
    with pytest.raises(DatasetError, match=f"{file} cannot be played with: .*truncated"):
        datasets.load_dataset(package, "club/our-copy", Shelf)


def test_a_table_under_another_name_than_its_own_is_refused(package: str, tmp_path: Path) -> None:
    written(own(tmp_path), "our-copy", 9, dataset="club/recon-1")

    with pytest.raises(DatasetError, match="must be the dataset club/our-copy, not club/recon-1"):
        datasets.load_dataset(package, "club/our-copy", Shelf)


def test_no_table_takes_the_place_of_one_that_ships(package: str, tmp_path: Path) -> None:
    written(own(tmp_path), "recon-1", 9)

    with pytest.raises(DatasetError, match=r"would replace .*; give it another name"):
        datasets.dataset_ids(package, "club/recon-1")


def test_a_folder_that_is_not_there_is_no_folder_for_tables(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match="is no folder"):
        datasets.add_folder(tmp_path / "missing")
