"""The scenarios that come with the package, and the pictures in them."""
