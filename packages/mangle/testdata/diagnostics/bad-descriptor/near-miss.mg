Decl score(Who, Points) descr [doc("points of a player", "in this season")] bound [/name, /number].
Decl level(Who, Rank) descr [arg(Who, "the player"), arg(Rank, "1 is best")] bound [/name, /number].
score(/ann, 3).
level(/ann, 1).
