Decl user(Id, Age) bounds [/name, /number].
