p(fn:pair(1, 2)).
