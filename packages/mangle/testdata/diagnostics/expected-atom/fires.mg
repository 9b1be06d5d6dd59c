fn:plus(1, 2).
