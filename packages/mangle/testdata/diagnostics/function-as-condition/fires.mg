path("src/a.ts").
source(P) :- path(P), fn:starts_with(P, "src/").
