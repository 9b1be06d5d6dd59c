Decl on_duty(Who) temporal bound [/name].
Decl roster(Who, Shift) bound [/name, /string].
roster(/ann, "early").
on_duty(W)@[S, S] :- roster(W, S).
