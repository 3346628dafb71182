"""What a site says of itself: name, logo, colours, legal pages, banner, and who may sign up."""
