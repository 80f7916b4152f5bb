"""Sessions for MCP clients: tools that draw, show and operate screens, and surfaces and pictures as resources."""
