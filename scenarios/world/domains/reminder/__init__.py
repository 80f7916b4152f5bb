"""The reminders app of the device."""
