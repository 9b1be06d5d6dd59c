ratio(fn:div(1, 0)).
