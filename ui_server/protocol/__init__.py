"""Each protocol version's messages, read into operations that are the same for all."""
