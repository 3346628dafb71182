"""The Django project: it wires the apps together, and nothing imports it."""
