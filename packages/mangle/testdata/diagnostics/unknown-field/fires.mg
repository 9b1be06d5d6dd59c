Decl point(P) bound [.Struct</x : /number, /y : /number>].
point({/x : 1, /y : 2}).
depth(Z) :- point(P), :match_field(P, /z, Z).
