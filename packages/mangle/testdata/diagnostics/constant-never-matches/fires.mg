age(/ann, 30).
age(/bob, 41).
thirty(X) :- age(X, "30").
