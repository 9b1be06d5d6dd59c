ratio(fn:div(1, 2)).
