today(1).
