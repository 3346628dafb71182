"""Tests of reports, cases and decisions."""
