likes(/ann, "tea").
