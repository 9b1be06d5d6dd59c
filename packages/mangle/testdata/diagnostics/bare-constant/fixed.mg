likes(/ann, /tea).
