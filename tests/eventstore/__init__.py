"""Tests of eventstore."""
