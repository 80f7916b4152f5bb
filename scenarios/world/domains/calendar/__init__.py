"""The calendar of the device: calendars, events, and series of events."""
