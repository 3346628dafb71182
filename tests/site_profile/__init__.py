"""Tests of what a site says of itself."""
