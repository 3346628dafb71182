"""How people talk to one another."""

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    """Add the choice: phrases of a list, until a site decides otherwise."""

    dependencies: ClassVar = [("site_profile", "0001_initial")]

    operations: ClassVar = [
        migrations.AddField(
            model_name="siteprofile",
            name="talk",
            field=models.TextField(
                choices=[("phrases", "Phrases"), ("words", "Words")],
                db_default="phrases",
                default="phrases",
            ),
        ),
    ]
