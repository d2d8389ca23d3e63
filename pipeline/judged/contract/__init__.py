"""The evaluation contract: fields and their values, presets, and where a contract comes from."""
