from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True
    dependencies = []

    operations = [
        migrations.CreateModel(
            name="SiteProfile",
            fields=[
                (
                    "id",
                    models.SmallIntegerField(
                        default=1, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("name", models.CharField(blank=True, default="", max_length=40)),
                ("accent_light", models.CharField(blank=True, default="", max_length=7)),
                ("accent_dark", models.CharField(blank=True, default="", max_length=7)),
                ("logo", models.BinaryField(default=b"")),
                ("logo_width", models.SmallIntegerField(default=0, editable=False)),
                ("logo_height", models.SmallIntegerField(default=0, editable=False)),
                ("address", models.CharField(blank=True, default="", max_length=300)),
                ("contact", models.CharField(blank=True, default="", max_length=254)),
                ("imprint", models.TextField(blank=True, default="", max_length=20000)),
                ("privacy", models.TextField(blank=True, default="", max_length=20000)),
                ("terms", models.TextField(blank=True, default="", max_length=20000)),
                ("banner_en", models.CharField(blank=True, default="", max_length=300)),
                ("banner_nl", models.CharField(blank=True, default="", max_length=300)),
                ("banner_fr", models.CharField(blank=True, default="", max_length=300)),
                ("banner_de", models.CharField(blank=True, default="", max_length=300)),
                (
                    "sign_up",
                    models.TextField(
                        choices=[("open", "Open"), ("invited", "Invited"), ("closed", "Closed")],
                        db_default="open",
                        default="open",
                    ),
                ),
                ("restored_on", models.DateField(blank=True, null=True)),
                ("version", models.IntegerField(default=0, editable=False)),
            ],
            options={
                "verbose_name": "site",
                "verbose_name_plural": "site",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("id", 1)), name="site_profile_only_one"
                    )
                ],
            },
        ),
    ]
