"""What ways in need: a cache for all processes, when a session was seen, and tokens of programs.

A program's token stands in two tables: that of its sign-in (`allauth.idp.oidc`), which knows the grant
and what refreshes it, and that of tokens, which every statement that acts asks. The database makes
and deletes the second row with the first, lets no scope of the staff in, and makes none for a program
that only signs people in.
"""

from django.db import migrations, models
from django.db.models.functions import Now

SAME = """
    CREATE FUNCTION accounts_program_token() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF TG_OP = 'DELETE' THEN
            DELETE FROM accounts_token
            WHERE digest = decode(OLD.hash, 'hex') AND program <> '';
            RETURN OLD;
        END IF;
        INSERT INTO accounts_token
            (id, account_id, name, digest, prefix, scopes, created_at, expires_at, program)
        SELECT gen_random_uuid(), NEW.user_id, client.name, decode(NEW.hash, 'hex'), '',
            allowed.scopes, statement_timestamp(), NEW.expires_at, client.id
        FROM allauth_idp_oidc_client client,
            (SELECT array_agg(scope) AS scopes
             FROM unnest(string_to_array(NEW.scopes, E'\\n')) scope
             WHERE scope IN ('play', 'read', 'organise', 'notify')) allowed
        WHERE client.id = NEW.client_id AND allowed.scopes IS NOT NULL;
        RETURN NEW;
    END $$;
    CREATE TRIGGER accounts_program_token_made AFTER INSERT ON allauth_idp_oidc_token
        FOR EACH ROW WHEN (NEW.type = 'at' AND NEW.user_id IS NOT NULL)
        EXECUTE FUNCTION accounts_program_token();
    CREATE TRIGGER accounts_program_token_gone AFTER DELETE ON allauth_idp_oidc_token
        FOR EACH ROW WHEN (OLD.type = 'at')
        EXECUTE FUNCTION accounts_program_token();
"""
APART = """
    DROP TRIGGER accounts_program_token_made ON allauth_idp_oidc_token;
    DROP TRIGGER accounts_program_token_gone ON allauth_idp_oidc_token;
    DROP FUNCTION accounts_program_token();
"""


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0018_help_texts"),
        ("account", "0009_emailaddress_unique_primary_email"),
        ("mfa", "0003_authenticator_type_uniq"),
        ("socialaccount", "0006_alter_socialaccount_extra_data"),
        ("allauth_idp_oidc", "0003_client_allow_uri_wildcards"),
    ]

    operations = [
        migrations.CreateModel(
            name="CacheEntry",
            fields=[
                (
                    "cache_key",
                    models.CharField(max_length=255, primary_key=True, serialize=False),
                ),
                ("value", models.TextField()),
                ("expires", models.DateTimeField(db_index=True)),
            ],
            options={"db_table": "accounts_cache"},
        ),
        migrations.AddField(
            model_name="session",
            name="seen_at",
            field=models.DateTimeField(db_default=Now(), editable=False),
        ),
        migrations.AddField(
            model_name="token",
            name="program",
            field=models.CharField(blank=True, db_default="", default="", max_length=100),
        ),
        migrations.RunSQL(SAME, APART),
    ]
