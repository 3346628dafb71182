"""Where a public log shows no data, so that its hashes cannot be followed. Pure."""


class Gaps:
    """What is kept close, and not yet bound to what stands before it (`HistoryBound`)."""

    __slots__ = ("counted", "last", "unbound")

    def __init__(self) -> None:
        self.unbound: list[int] = []
        """The last event before each gap."""
        self.last = 0
        """The version of the last event that is kept close."""
        self.counted = 0
        """Up to which version events have been noted, also those that a rollback has undone."""

    def keep(self, version: int) -> None:
        """Note an event that is kept close; those that follow one another are one gap."""
        if version <= self.counted:
            return
        if self.last != version - 1:
            self.unbound.append(version - 1)
        self.last = version

    def bind(self, version: int) -> None:
        """Note that a later event has the hash of the last one before a gap."""
        self.unbound = [each for each in self.unbound if each != version]
