Decl node(Name) bound [/name].
Decl edge(From, To) bound [/name, /name] inclusion [node(From)].
node(/a).
edge(/a, /a).
