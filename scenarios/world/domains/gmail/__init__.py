"""The mail app: sending, drafts, threads, marks and attachments."""
