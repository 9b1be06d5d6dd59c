Decl color(Item, Color) bound [/name, fn:Union(fn:Singleton(/red), fn:Singleton(/blue))].
color(/ball, /red).
age(/ann, 30).
age(/bob, 41).
thirty(X) :- age(X, 50).
sky(X) :- color(X, /blue).
