"""Everything that is wrong with a payload, each fault with its place and its remedy."""
