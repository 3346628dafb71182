"""The pages of notifications: what reaches somebody, webhooks, calendars, the installed site."""
