"""The stateful world of an episode: rows in SQLite, tools that change them, and the record of every change.

`plan` makes worlds, `calls` runs tools in them, `domains` holds the apps. Read `world` for what a tool can use.
"""
