"""Mails as files, where no mail server is named: they hold addresses, and links that let one in."""

from pathlib import Path
from typing import Any

from django.core.mail.backends import filebased

from cutpurse import private_files


class EmailBackend(filebased.EmailBackend):
    """Django's, with a folder and files that only the site's own user reads."""

    stream: Any
    file_path: str

    def __init__(self, **about: Any) -> None:
        super().__init__(**about)
        for mail in private_files.folder(Path(self.file_path)).iterdir():
            private_files.close(mail)

    def open(self) -> bool:
        """Open a new file for the mails to come; False when one is open."""
        if self.stream is not None:
            return False
        self.stream = private_files.added_to(Path(self._get_filename()))  # type: ignore[attr-defined] # Django's own, which its stubs leave out.
        return True
