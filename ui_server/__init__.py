"""What is on the screen and whether it may be there: protocol versions, diagnostics, sessions, HTTP, WebSocket, MCP."""
