sum(fn:plus(1, 2)).
