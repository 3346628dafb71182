"""The platform at work, without a screen: `make demo`."""
