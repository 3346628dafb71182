"""What the API's description says as a whole, beyond what each view says of itself."""
