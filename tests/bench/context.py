"""What a running benchmark is given."""

from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass(slots=True)
class Context:
    """How long to measure, and whom to tell."""

    seconds: float
    """How long each slice lasts; servers take three times as long, to get going."""
    advance: Callable[[str], None]
    """Called with the name of what is measured next, once a slice."""
    notes: list[str] = field(default_factory=list)
    """What a reader of the figures must know."""

    def note(self, text: str) -> None:
        """Add a note once."""
        if text not in self.notes:
            self.notes.append(text)


def silent(seconds: float) -> Context:
    """Return a context that tells nobody."""
    return Context(seconds, lambda _name: None)
