Decl edge(Node, Node) bound [/name, /name].
edge(/a, /b).
