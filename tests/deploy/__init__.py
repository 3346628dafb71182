"""Tests of what runs the platform elsewhere."""
