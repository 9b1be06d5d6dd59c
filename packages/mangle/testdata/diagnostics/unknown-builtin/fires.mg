path("src/a.ts").
source(P) :- path(P), :string:start_with(P, "src/").
