born(/ann, fn:time:parse_rfc3339("2001-02-03T00:00:00Z")).
