emp(/ann, /sales).
dept(/sales, /berlin).
located(P, C) :- emp(P, Dept), dept(Dept, C).
pair(P, C) :- emp(P, Dept1), dept(Dept2, C).
