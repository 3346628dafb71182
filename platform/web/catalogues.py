"""The catalogues of the pages' languages: which texts there are, and their translations compiled.

Pure Python, so that nobody needs GNU gettext. A part of the pages has a folder of its own below
`locale`, so that parts grow side by side; a text stands in one of them.
"""

import ast
import importlib
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import django
import polib
from django.conf import settings
from django.utils.translation.template import templatize

from accounts.passwords import ENDS_TOKENS
from api.problem_advice import ADVICE
from api.problem_codes import KINDS
from bots import registry as bots
from games import registry as games
from games.options import Option
from ratings import admin_forms as ladders
from ratings.api import commands as ladder_commands
from ratings.api import requests as ladder_requests
from ratings.systems import registry as rating_systems
from tournaments import admin_forms as tournaments
from tournaments.api import commands, requests
from tournaments.formats import registry as formats
from tournaments.points import registry as points
from tournaments.points.own import Chosen
from tournaments.series import endpoints as series_endpoints
from tournaments.templates import templates
from tournaments.tiebreaks import registry as tiebreaks
from web.catalogue_compiler import compile_catalogues

WEB = Path(__file__).parent
LOCALE = WEB / "locale"
ADMIN = ("admin*.py", "command_admin.py", "command_forms.py", "confirming.py")
"""Modules of the layers below that have words for people: those of the admin."""
TEMPLATES = (
    WEB / "templates",
    WEB / "backoffice" / "templates",
    WEB.parent / "accounts" / "templates",
    WEB.parent / "notifications" / "templates",
)
COMMANDS = (
    *sorted(Path(commands.__file__).parent.glob("*.py")),
    *sorted(Path(requests.__file__).parent.glob("*.py")),
    *(Path(str(each.__file__)) for each in (series_endpoints, ladder_commands, ladder_requests)),
)
"""The labels of what can be done to a tournament, series or ladder, and of what is asked for it."""
LANGUAGES = tuple(code for code, _name in settings.LANGUAGES if code != settings.LANGUAGE_CODE)
"""What the English texts are translated into."""
DJANGO = Path(django.__file__).parent / "conf" / "locale"
"""Django's own catalogues, which know how each language counts."""
FUNCTIONS = {"_", "gettext", "gettext_lazy", "gettext_noop", "Message"}
PLURALS = {"ngettext", "ngettext_lazy"}
WITH_CONTEXT = {"pgettext", "pgettext_lazy"}
CALLS = re.compile(rf"\b(?:{'|'.join(FUNCTIONS | PLURALS | WITH_CONTEXT)})\(")
"""A file without any has no text; to look for one takes less time than to parse it."""
QUOTED = r"""(?:u?'(?:[^'\\]|\\.)*'|u?"(?:[^"\\]|\\.)*")"""
SENTENCES = {
    "Message": (0,),
    "as_message": (0,),
    "IllegalMoveError": (0,),
    "InfeasibleError": (0, 1),
}
"""Calls of the layers below, and which of their arguments are sentences for people.

Every other refusal takes a Message, to which its type holds it.
"""
LAYERS = (
    "accounts",
    "analyses",
    "api",
    "deals",
    "games",
    "matches",
    "moderation",
    "notifications",
    "partiality",
    "puzzles",
    "ratings",
    "site_profile",
    "studies",
    "tournaments",
)
"""Packages whose refusals are said in the reader's language."""
IN_TEMPLATE = re.compile(rf"\b(n?p?gettext)\(({QUOTED}(?:,\s*{QUOTED})*)")


class Text(NamedTuple):
    """A text of the pages, in English."""

    text: str
    plural: str = ""
    """Empty for most."""
    context: str | None = None
    """What tells it from another text of the same words."""


@cache
def texts() -> frozenset[Text]:
    """Return every text of the pages that needs a translation."""
    parts_below = (_of_layers_below(), _of_tournaments(), _of_forms(), _of_problems())
    found = {*refusals()}.union(*parts_below)
    found.update(Text(each.title) for each in rating_systems.systems())
    for file in (*sorted(WEB.rglob("*.py")), *COMMANDS):
        found.update(_in_python(file))
    for home in map(_home, ("agenda", *LAYERS)):
        for file in (file for pattern in ADMIN for file in sorted(home.glob(pattern))):
            found.update(_in_python(file))
    # What reaches people is written below the pages, since no page is there when it is sent.
    for file in sorted(_home("notifications").rglob("*.py")):
        found.update(_in_python(file))
    for folder in (*TEMPLATES, *sorted((WEB / "games").glob("*/templates"))):
        for file in sorted(folder.rglob("*.*")):
            found.update(_in_template(file))
    return frozenset(found)


def _in_python(file: Path) -> Iterator[Text]:
    source = file.read_text()
    if CALLS.search(source) is None:
        return
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            said = [str(each.value) for each in node.args if isinstance(each, ast.Constant)]
            yield from _text_of_call(node.func.id, said)


def _home(package: str) -> Path:
    return Path(str(importlib.import_module(package).__file__)).parent


@cache
def refusals() -> frozenset[Text]:
    """Return every sentence with which the layers below refuse something."""
    files = (file for home in map(_home, LAYERS) for file in sorted(home.rglob("*.py")))
    return frozenset(Text(each) for file in files for each in sentences_in(file.read_text()))


def sentences_in(source: str) -> list[str]:
    """Return the sentences for people in a layer's source; raises TypeError for a finished one."""
    if not any(f"{function}(" in source for function in SENTENCES):
        return []
    return [
        sentence
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call)
        for place in SENTENCES.get(_name(node.func), ())
        for sentence in _literals(node.args[place : place + 1])
    ]


def _name(function: ast.expr) -> str:
    return ast.unparse(function).rpartition(".")[2]


def _literals(nodes: list[ast.expr]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.IfExp):
            yield from _literals([node.body, node.orelse])
        elif isinstance(node, ast.Constant):
            yield str(node.value)
        elif isinstance(node, ast.JoinedStr):
            message = f"a sentence for people is a literal or a Message, not {ast.unparse(node)}"
            raise TypeError(message)


def _in_template(file: Path) -> Iterator[Text]:
    if file.suffix in {".html", ".txt"}:
        for found in IN_TEMPLATE.finditer(templatize(file.read_text(), origin=str(file))):
            yield from _text_of_call(found[1], list(ast.literal_eval(f"({found[2]},)")))


def _text_of_call(function: str, said: list[str]) -> Iterator[Text]:
    """Yield the text that a call of gettext asks for, if it is one with a literal text."""
    if function in FUNCTIONS and said:
        yield Text(said[0])
    elif function in PLURALS and len(said) > 1:
        yield Text(said[0], said[1])
    elif function in WITH_CONTEXT and len(said) > 1:
        yield Text(said[1], context=said[0])


def _of_layers_below() -> Iterator[Text]:
    """Yield what accounts, games and bots say of themselves."""
    yield Text(ENDS_TOKENS)
    for bot in bots.all_bots():
        yield Text(bot.title)
    for rules in games.current_games():
        for option in rules.options:
            yield Text(option.title)
            yield from _of_choices(option)
    yield from (Text(rules.variant) for rules in games.all_rules() if rules.variant)


def _of_forms() -> Iterator[Text]:
    """Yield what the forms made of requests say in the admin."""
    for form in {*ladders.FORMS.values(), *tournaments.COMMANDS.values()}:
        yield Text(str(form.title))
        for field in form.base_fields.values():
            said = [
                field.label,
                field.help_text,
                *(text for _, text in getattr(field, "choices", ())),
            ]
            yield from (Text(str(each)) for each in said if each and isinstance(each, str))


def _of_problems() -> Iterator[Text]:
    """Yield what the pages of problems explain."""
    for code, kind in KINDS.items():
        yield from (Text(kind.title), Text(ADVICE[code]))


def _of_choices(option: Option) -> Iterator[Text]:
    """Yield the words for the choices of an option that have some."""
    for value in (*option.choices, *sum(option.by_seats.values(), ())):
        if label := option.label(value):
            yield Text(label)


def _of_tournaments() -> Iterator[Text]:
    """Yield what formats, points, tie-breaks and templates say of themselves."""
    schemes = (*points.schemes_known(), points.MARGIN)
    for parts_ in (formats.formats(), schemes, tiebreaks.tiebreaks(), templates()):
        for each in parts_:
            yield from (Text(each.title), Text(each.about))
    yield from (Text(Chosen.title), Text(Chosen.about))
    for option in (option for form in formats.formats() for option in form.options):
        yield Text(option.title)
        yield from _of_choices(option)


def parts() -> list[Path]:
    """Return the folders of the catalogues, one for each part of the pages."""
    return sorted(path for path in LOCALE.iterdir() if path.is_dir())


def catalogue(part: Path, language: str) -> Path:
    """Return the file with a part's translations into a language."""
    return part / language / "LC_MESSAGES" / "django.po"


def known(language: str) -> set[Text]:
    """Return the texts that some part has translated into a language."""
    files = (catalogue(part, language) for part in parts())
    return {text for file in files if file.exists() for text, is_told in _texts_in(file) if is_told}


def _texts_in(file: Path) -> tuple[tuple[Text, bool], ...]:
    """Return the texts in a catalogue, and whether each is translated."""
    return _read(file, file.stat().st_mtime_ns)


@cache
def _read(file: Path, _changed_at: int) -> tuple[tuple[Text, bool], ...]:
    """Read a catalogue, once until it changes: to parse them all takes seconds."""
    return tuple((_of_entry(entry), entry.translated()) for entry in polib.pofile(str(file)))


def _of_entry(entry: polib.POEntry) -> Text:
    return Text(entry.msgid, entry.msgid_plural, entry.msgctxt)


def missing(language: str) -> frozenset[Text]:
    """Return the texts without a translation into a language."""
    return texts() - known(language)


def homes() -> dict[Text, Path]:
    """Return the part in which each text stands, in whatever language."""
    return {
        text: part
        for part in parts()
        for file in sorted(part.glob("*/LC_MESSAGES/django.po"))
        for text, _is_told in _texts_in(file)
    }


def homeless() -> frozenset[Text]:
    """Return the texts that no part has in any language."""
    return texts() - homes().keys()


def update(part: Path, language: str, *, adopts: bool = True) -> int:
    """Write the texts without a translation into a part's catalogue; return how many there are.

    Those are the texts that the part has in other languages, and those that no part has unless it
    adopts none. Texts that the pages no longer have are dropped from it. A file that lacks nothing
    stays as it is, byte for byte.
    """
    stand = homes()
    usual = part if adopts else None
    added = {text for text in missing(language) if stand.get(text, usual) == part}
    file = catalogue(part, language)
    is_new = not file.exists()
    file.parent.mkdir(parents=True, exist_ok=True)
    entries = polib.POFile(wrapwidth=100) if is_new else polib.pofile(str(file))
    current = texts()
    gone = [each for each in entries if _of_entry(each) not in current]
    coming = added - {_of_entry(entry) for entry in entries}
    if not (is_new or gone or coming):
        return len(added)
    entries.metadata = {
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Language": language,
        "Plural-Forms": plural_forms(language),
    }
    for entry in gone:
        entries.remove(entry)
    for text in coming:
        entries.append(_untranslated(text, language))
    entries.sort(key=lambda entry: (entry.msgid, entry.msgctxt or ""))
    entries.save(str(file))
    return len(added)


@cache
def plural_forms(language: str) -> str:
    """Return how a language counts, as gettext wants it."""
    theirs = polib.pofile(str(DJANGO / language / "LC_MESSAGES" / "django.po"))
    return re.sub(r"plural=\(([^()]*)\);", r"plural=\1;", str(theirs.metadata["Plural-Forms"]))


def _untranslated(text: Text, language: str) -> polib.POEntry:
    forms = int(plural_forms(language).partition("nplurals=")[2].partition(";")[0])
    return polib.POEntry(
        msgid=text.text,
        msgid_plural=text.plural,
        msgstr_plural=dict.fromkeys(range(forms), "") if text.plural else {},
        msgctxt=text.context,
    )


def compile_all() -> None:
    """Write the compiled file beside every catalogue."""
    compile_catalogues(LOCALE)
