"""Faults on purpose: a platform of its own is played on, broken in every way, and then audited."""
