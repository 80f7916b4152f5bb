"""The task app: projects, sections, tasks, sub-tasks, labels, comments and the people who share them."""
