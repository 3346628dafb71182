"""`manage.py translate [PART]`: what a translator needs, and what comes of it."""

from django.core.management.base import BaseCommand, CommandParser

from web import catalogues


class Command(BaseCommand):
    """Add the texts that lack a translation to a part's catalogues, and compile all."""

    help = (
        "Add untranslated texts to the catalogues of a part of the pages, such as `frame`, or of "
        "all parts, and compile all catalogues. Run it again after translating them. A text that "
        "belongs to no part yet is added to the named part, and ignored if none is named."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the part's name."""
        parser.add_argument("part", nargs="?", help="the part: a folder of platform/web/locale")

    def handle(self, *_arguments: object, part: str | None, **_options: object) -> None:
        """Write the files."""
        chosen = catalogues.parts() if part is None else [catalogues.LOCALE / part]
        for language in catalogues.LANGUAGES:
            number = sum(
                catalogues.update(each, language, adopts=part is not None) for each in chosen
            )
            self.stdout.write(f"{language}: {number} to be translated")
        if part is None and (left := sorted(catalogues.homeless())):
            self.stdout.write(
                f"{len(left)} in no part yet, such as {left[0].text!r}: name the part they belong "
                "to, as in `manage.py translate frame`"
            )
        catalogues.compile_all()
