"""QR codes read back from the drawings of pages, as a phone would read them from paper."""

import re
from importlib import import_module

import numpy as np

SCALE = 4
"""Pixels of a module."""
VIEW_BOX = re.compile(r'viewBox="0 0 (\d+) (\d+)"')
INK = re.compile(r'<path stroke="#000" d="([^"]+)"')
STEP = re.compile(r"([Mmh])(-?[\d.]+)(?:[ ,]?(-?[\d.]+))?")


def drawings(page: str) -> list[str]:
    """Return the drawings of a page that are QR codes: made of rows of modules."""
    found = re.findall(r"<svg[^>]*>.*?</svg>", page, re.DOTALL)
    return [each for each in found if INK.search(each)]


def read(drawing: str) -> str:
    """Return what a QR code says, painted row by row and decoded."""
    size, path = VIEW_BOX.search(drawing), INK.search(drawing)
    assert size is not None
    assert path is not None
    paper = np.full((int(size[2]), int(size[1])), 255, np.uint8)
    x = y = 0.0
    for verb, first, second in STEP.findall(path[1]):
        if verb == "h":
            paper[int(y), int(x) : int(x + float(first))] = 0
            x += float(first)
        elif verb == "M":
            x, y = float(first), float(second)
        else:
            x, y = x + float(first), y + float(second)
    image = np.kron(paper, np.ones((SCALE, SCALE), np.uint8))
    # Its own wheel has no types.
    (code,) = import_module("zxingcpp").read_barcodes(image)
    text: str = code.text
    return text
