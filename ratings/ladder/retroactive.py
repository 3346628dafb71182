"""What later events of a ladder say of earlier ones."""

from ratings.ladder import events as e


class RetroactiveChanges:
    """What annulments, corrections and mergers have come to, in the whole of a stream."""

    def __init__(self) -> None:
        self.annulled: dict[str, str] = {}
        """The reason, by match."""
        self.places: dict[str, list[int]] = {}
        """The right places, by match."""
        self.merged: dict[str, str] = {}

    def collect(self, event: e.LadderEvent) -> None:
        """Take in an event that reaches back."""
        if isinstance(event, e.MatchAnnulled):
            self.annulled[event.match] = event.reason
        elif isinstance(event, e.MatchCorrected):
            self.places[event.match] = event.places
        elif isinstance(event, e.PlayersMerged):
            self.merged[event.gone] = event.into
