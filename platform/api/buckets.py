"""How much anybody may do: the one table of limits, which settings.LIMITS changes line by line."""

import re
from collections.abc import Mapping
from typing import NamedTuple

SECONDS = {"second": 1, "minute": 60, "hour": 3600}
FORMAT = re.compile(r"(\d+)/(second|minute|hour) burst (\d+)(?: lease (\d+))?")


class Limit(NamedTuple):
    """A bucket of `burst` permits that fills up again with one permit every `interval` seconds."""

    interval: float
    burst: int
    lease: int = 1
    """Permits that one process may take at a time and spend by itself."""


def limit(text: str) -> Limit:
    """Return the limit of a text like `30/minute burst 60 lease 20`; raises ValueError."""
    found = FORMAT.fullmatch(text)
    if not found or not int(found[1]) or not int(found[3]):
        message = f"a limit reads like `30/minute burst 60 lease 20`, not {text!r}"
        raise ValueError(message)
    rate, burst, lease = int(found[1]), int(found[3]), int(found[4] or 1)
    return Limit(SECONDS[found[2]] / rate, burst, min(lease, burst))


DEFAULTS: Mapping[str, str] = {
    # By account, or by address where there is none.
    "play": "50/second burst 500 lease 50",
    "read": "100/second burst 1000 lease 50",
    "write": "10/second burst 200 lease 10",
    "stream": "2/second burst 60",
    "remark": "12/minute burst 6",
    "tournament": "30/hour burst 100",
    "friend": "20/hour burst 20",
    "data_file": "4/hour burst 4",
    "report": "10/hour burst 10",
    "review": "1/hour burst 10",
    "study": "20/hour burst 40",
    # Every request of the API but moves, beside its own bucket: by token, so that one program of an
    # account leaves something for the others, and by address, whoever asks from there.
    "token": "100/second burst 1000 lease 50",
    "address": "500/second burst 10000 lease 100",
    # By address.
    "register": "20/hour burst 60",
    "guest": "20/hour burst 40",
    "guest_report": "5/hour burst 5",
    "login_address": "2/second burst 300",
    # By an entrant's code, and by address for codes that nobody has.
    "code": "1/second burst 60",
    # By address: people who sign up by an invitation, all of a room from one network.
    "sign_up": "10/minute burst 60",
    # By name and address together, or by the browser that has been in before: a stranger cannot
    # lock anybody out.
    "login": "2/minute burst 20",
    # By account, and by each browser of its that has been in before: codes after the password.
    "second_step": "10/hour burst 10",
    # By session: the own password, asked for again.
    "password": "2/minute burst 10",
    # By address of mail, and by account: mails with links.
    "mail": "4/hour burst 4",
}


def table(changes: Mapping[str, str]) -> dict[str, Limit]:
    """Return every bucket's limit; raises ValueError for a bucket that does not exist."""
    if foreign := set(changes) - set(DEFAULTS):
        message = (
            f"no bucket is called {', '.join(sorted(foreign))}; there are {', '.join(DEFAULTS)}"
        )
        raise ValueError(message)
    return {name: limit(text) for name, text in {**DEFAULTS, **changes}.items()}
