"""From a resolved tree to a page, a picture, measured elements and real input. Knows no protocol version."""
