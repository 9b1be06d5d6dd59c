now(1).
