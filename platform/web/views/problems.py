"""The pages of the API's problems, to which every problem's `type` leads people."""

from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from api.problem_advice import ADVICE
from api.problem_codes import KINDS


class Explained(NamedTuple):
    """A code in the reader's language."""

    code: str
    status: int
    title: str
    advice: SafeString


def explained(code: str) -> Explained:
    """Return what a code means; the words in backticks are the API's own."""
    kind = KINDS[code]
    parts = gettext(ADVICE[code]).split("`")
    marked = [
        (format_html("<code>{}</code>", part) if number % 2 else part,)
        for number, part in enumerate(parts)
    ]
    return Explained(code, kind.status, gettext(kind.title), format_html_join("", "{}", marked))


def problems(request: HttpRequest) -> HttpResponse:
    """List all codes."""
    return render(request, "web/problems.html", {"problems": [*map(explained, KINDS)]})


def problem(request: HttpRequest, code: str) -> HttpResponse:
    """Explain one code."""
    if code not in KINDS:
        raise Http404
    return render(request, "web/problem.html", {"problem": explained(code)})
