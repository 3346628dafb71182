"""What Django's models cannot say: an unlogged table, and bots that stay bots."""

from django.db import migrations

UNLOGGED = """
    ALTER TABLE accounts_ratebucket SET UNLOGGED;
    -- Half-empty pages take the updates of their own rows.
    ALTER TABLE accounts_ratebucket SET (fillfactor = 50);
"""
LOGGED = """
    ALTER TABLE accounts_ratebucket RESET (fillfactor);
    ALTER TABLE accounts_ratebucket SET LOGGED;
"""

BOT_FOR_GOOD = """
    CREATE FUNCTION accounts_refuse_unbot() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        RAISE EXCEPTION 'account % is a bot for good', OLD.id USING ERRCODE = 'check_violation';
    END $$;
    CREATE TRIGGER accounts_bot_for_good BEFORE UPDATE OF is_bot ON accounts_account
        FOR EACH ROW WHEN (OLD.is_bot AND NOT NEW.is_bot)
        EXECUTE FUNCTION accounts_refuse_unbot();
"""
BOT_FOR_NOW = """
    DROP TRIGGER accounts_bot_for_good ON accounts_account;
    DROP FUNCTION accounts_refuse_unbot();
"""


class Migration(migrations.Migration):
    dependencies = [("accounts", "0001_initial")]

    operations = [
        migrations.RunSQL(UNLOGGED, LOGGED),
        migrations.RunSQL(BOT_FOR_GOOD, BOT_FOR_NOW),
    ]
