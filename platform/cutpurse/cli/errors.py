"""What goes wrong on this side of the connection."""


class CliError(Exception):
    """Something that one line can say, and what to do about it."""
