"""The pages: what people see in a browser. They call services and selectors, and keep nothing."""
