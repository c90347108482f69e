"""A gardener's almanac: when to sow, what frost does, and what the moon has to do with it (nothing)."""
