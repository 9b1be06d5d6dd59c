Decl user(Id, Age) bound [/name, /number].
