"""Live streams of matches: served by asyncio, read from the store."""
