"""The API of reports and decisions."""
