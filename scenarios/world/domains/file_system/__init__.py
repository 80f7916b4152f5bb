"""The file system of the device: the rows that attachments are read from and saved to."""
