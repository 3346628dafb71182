"""What reaches people, and how: notifications, channels, preferences, deliveries."""
