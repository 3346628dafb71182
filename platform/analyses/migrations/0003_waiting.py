from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("analyses", "0002_reviews")]

    operations = [
        migrations.RemoveIndex(model_name="analysis", name="analyses_waiting"),
        migrations.AddIndex(
            model_name="analysis",
            index=models.Index(
                condition=models.Q(("done_at__isnull", True)),
                fields=["kind", "attempts", "-queued_at"],
                name="analyses_waiting",
            ),
        ),
    ]
