"""Static files as they are sent: ours without comments, whatever is read by people as it lies."""

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles.finders import find

from cutpurse.static_files import MinifyingFinder, minify


@pytest.fixture
def sent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Path]:
    """Return where the files lie that are sent, by their paths."""
    monkeypatch.setenv("CUTPURSE_VAR", str(tmp_path))
    return {path: Path(storage.path(path)) for path, storage in MinifyingFinder().list(None)}


def test_a_style_sheet_and_a_script_are_sent_without_comments(sent: dict[str, Path]) -> None:
    for path in ("web/matches/table.css", "web/matches/queue.js"):
        source = find(path)
        assert source is not None
        assert sent[path].read_text() == minify(Path(source))
        assert sent[path].stat().st_size < 0.9 * Path(source).stat().st_size
        assert sent[path].stat().st_mtime_ns == Path(source).stat().st_mtime_ns


def test_the_script_that_verifies_draws_can_be_read(sent: dict[str, Path]) -> None:
    assert "//" in sent["web/matches/proof.js"].read_text()


def test_a_file_that_has_been_changed_is_minified_again(sent: dict[str, Path]) -> None:
    copy = sent["web/tokens.css"]
    wanted = copy.read_text()
    copy.write_text("changed")

    assert dict(MinifyingFinder().list(None))["web/tokens.css"].path("web/tokens.css") == str(copy)

    assert copy.read_text() == wanted


def test_minifying_keeps_strings_templates_and_patterns(tmp_path: Path) -> None:
    script = tmp_path / "script.js"
    script.write_text("// gone\nconst a = `b  // ${c}`, d = 'e  f'; g(/[/] '  x/);\n")

    assert minify(script).strip() == "const a=`b  // ${c}`,d='e  f';g(/[/] '  x/);"


def test_a_descendant_stays_one_after_a_property_of_ones_own(tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.css"
    sheet.write_text("@media print { .a { --b: 1px; }\n .c :is(.d, .e) { color: red; } }")

    assert ".c *:is(.d,.e){" in minify(sheet)


def test_no_style_sheet_loses_a_space_before_a_pseudo_class(sent: dict[str, Path]) -> None:
    for path, copy in sent.items():
        source = find(path)
        if path.endswith(".css") and path.startswith("web/") and source is not None:
            bare = re.sub(r"/\*.*?\*/", "", Path(source).read_text(), flags=re.DOTALL)
            wanted = len(re.findall(r"[\w\])*] :(?=is\b|not\b|focus|first|last)", bare))
            assert len(re.findall(r" \*:", copy.read_text())) >= wanted, path
