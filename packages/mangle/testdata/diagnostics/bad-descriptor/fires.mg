Decl score(Who, Points) descr [doc(3)] bound [/name, /number].
Decl level(Who, Rank) descr [arg(Who, "the player")] bound [/name, /number].
score(/ann, 3).
level(/ann, 1).
