"""Whoever was mailed before goes on being mailed: of turns and challenges, and of found matches."""

from typing import ClassVar

from django.db import migrations

COPY = """
    INSERT INTO notifications_preferences (account_id, choices, zone, calendar_serial)
    SELECT id, turns.choices || found.choices, 'UTC', 0
    FROM accounts_account,
        LATERAL (SELECT CASE WHEN mail_turns
            THEN '{"your_turn": ["email", "push"], "challenge": ["email", "push"]}'::jsonb
            ELSE '{}'::jsonb END AS choices) AS turns,
        LATERAL (SELECT CASE WHEN mail_found
            THEN '{"match_started": ["email", "push"]}'::jsonb
            ELSE '{}'::jsonb END AS choices) AS found
    WHERE mail_turns OR mail_found
    ON CONFLICT (account_id) DO NOTHING
"""


class Migration(migrations.Migration):
    dependencies: ClassVar = [("notifications", "0001_initial"), ("accounts", "0016_data_files")]

    operations: ClassVar = [migrations.RunSQL(COPY, migrations.RunSQL.noop)]
