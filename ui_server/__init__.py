"""Sessions of A2UI state: messages checked and applied, screens shown, acts of a person turned into events."""
