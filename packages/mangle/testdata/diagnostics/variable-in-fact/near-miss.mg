likes(/ann, "Tea").
likes(/bob, /tea).
