Decl on_duty(Who) temporal bound [/name].
Decl roster(Who, From) bound [/name, /time].
on_duty(W)@[S, S] :- roster(W, S).
