"""The benchmarks of `make bench`: each figure beside anchors that were measured in the same run.

A machine has moods, so a figure alone says little. Every benchmark runs its own work and that of
its anchors by turns, takes the median of each, and reports the ratio; `docs/performance.md` says
what the figures mean.
"""
