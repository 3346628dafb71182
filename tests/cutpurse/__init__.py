"""Tests of cutpurse."""
