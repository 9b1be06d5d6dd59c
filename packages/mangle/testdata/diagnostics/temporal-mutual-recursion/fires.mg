Decl ping(N) temporal bound [/number].
Decl pong(N) temporal bound [/number].
ping(0)@[2024-01-01].
pong(N)@[T] :- ping(N)@[T].
ping(N)@[T] :- pong(N)@[T].
