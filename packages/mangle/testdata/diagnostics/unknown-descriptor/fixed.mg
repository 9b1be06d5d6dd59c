Decl score(Who, Points) descr [documentation("points of a player")] bound [/name, /number].
Decl level(Who) descr [extensional()] bound [/name].
score(/ann, 3).
level(/ann).
