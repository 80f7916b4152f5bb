"""From the lines and folders of a run to what people read: a table and one self-contained page."""
