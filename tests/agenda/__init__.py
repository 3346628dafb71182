"""Tests of agenda."""
