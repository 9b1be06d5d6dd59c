person(/ann).
