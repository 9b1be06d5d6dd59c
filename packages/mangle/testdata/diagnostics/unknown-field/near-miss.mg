Decl point(P) bound [.Struct</x : /number, /y : /number>].
point({/x : 1, /y : 2}).
height(Y) :- point(P), :match_field(P, /y, Y).
