from django.db import migrations

TABLES = (
    "axes_accessattemptexpiration",
    "axes_accessattempt",
    "axes_accessfailurelog",
    "axes_accesslog",
)
EMPTY = "".join(
    f"IF to_regclass('{each}') IS NOT NULL THEN DELETE FROM {each}; END IF; "  # noqa: S608 - Constants.
    for each in TABLES
)


class Migration(migrations.Migration):
    """Forget the names and addresses that django-axes kept.

    Its tables stay, empty, for processes of the release before.
    """

    dependencies = [("accounts", "0008_erased_name")]

    operations = [
        migrations.RunSQL(f"DO $$ BEGIN {EMPTY} END $$", migrations.RunSQL.noop),
    ]
