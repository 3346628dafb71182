from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0007_account_scope")]

    operations = [
        migrations.CreateModel(
            name="ErasedName",
            fields=[
                (
                    "digest",
                    models.BinaryField(primary_key=True, serialize=False),
                )
            ],
        ),
    ]
