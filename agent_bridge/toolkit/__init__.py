"""What an agent can call: tools made of plain functions, their registry, and the tiers that a run can offer."""
