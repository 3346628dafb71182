"""Tests of public beacons."""
