path("src/a.ts").
source(P) :- path(P), :string:starts_with(P, "src/").
