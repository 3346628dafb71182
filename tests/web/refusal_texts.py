"""Sentences with which tournaments refuse, read from their source; `{}` for what is filled in."""

import ast
from collections.abc import Iterator
from pathlib import Path

import tournaments

HOME = Path(tournaments.__file__).parent
PLACES = {
    "Problem": (1,),
    "InfeasibleError": (0, 1),
    "_error": (1,),
    "FieldError": (2,),
    "invalid": (1,),
}
"""Which arguments of a call are sentences for people."""
PROGRAMS = {"admin.py", "admin_forms.py", "what_if.py", "views.py", "simulation.py"}
"""Files whose refusals no page shows."""
HOLE = "{}"


def texts() -> set[str]:
    """Return every sentence, with `{}` for each value that is filled in."""
    return {text for file in sorted(HOME.rglob("*.py")) for text in _in_file(file)}


def _in_file(file: Path) -> Iterator[str]:
    if file.name in PROGRAMS:
        return
    for function in ast.walk(ast.parse(file.read_text())):
        if isinstance(function, ast.FunctionDef):
            yield from _in_function(function)


def _in_function(function: ast.FunctionDef) -> Iterator[str]:
    known: dict[str, list[ast.expr]] = {}
    for each in ast.walk(function):
        if isinstance(each, ast.Assign) and isinstance(each.targets[0], ast.Name):
            known.setdefault(each.targets[0].id, []).append(each.value)
    for call in ast.walk(function):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name):
            for place in PLACES.get(call.func.id, ()):
                if place < len(call.args):
                    yield from _said(call.args[place], known)


def _said(node: ast.expr, known: dict[str, list[ast.expr]]) -> Iterator[str]:
    """Yield the sentences that an expression can be."""
    if isinstance(node, ast.Name):
        for each in known.get(node.id, ()):
            yield from _said(each, known)
    elif isinstance(node, ast.IfExp):
        yield from _said(node.body, known)
        yield from _said(node.orelse, known)
    elif isinstance(node, ast.Constant):
        yield str(node.value)
    elif isinstance(node, ast.JoinedStr):
        parts = (
            str(each.value) if isinstance(each, ast.Constant) else HOLE for each in node.values
        )
        yield "".join(parts)
