Decl best(Who, Points) descr [fundep([Who], [Points]), merge([Points], "larger")] bound [/name, /number].
best(/ann, 3).
