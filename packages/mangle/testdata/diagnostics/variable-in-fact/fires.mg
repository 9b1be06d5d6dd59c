likes(/ann, Tea).
