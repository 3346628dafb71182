"""Lessons, walked through by Django's client."""
