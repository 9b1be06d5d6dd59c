Decl score(Who, Points) descr [documentation("points of a player")] bound [/name, /number].
Decl level(Who) descr [extensionl()] bound [/name].
score(/ann, 3).
level(/ann).
