"""The UI-state server: sessions over HTTP, Server-Sent Events and WebSocket (`docs/http-api.md`)."""
