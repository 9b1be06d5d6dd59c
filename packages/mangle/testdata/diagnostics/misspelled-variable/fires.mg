emp(/ann, /sales).
dept(/sales, /berlin).
located(P, C) :- emp(P, Dept), dept(Detp, C).
