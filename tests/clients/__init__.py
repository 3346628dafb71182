"""Clients that others build on the API: generated ones, and the examples."""
