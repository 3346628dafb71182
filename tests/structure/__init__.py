"""The figures of docs/decisions/0008-one-kernel.md, counted again: `python -m tests.structure`."""
