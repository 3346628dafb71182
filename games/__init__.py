"""Rules engines: pure Python without Django, clock or chance."""
