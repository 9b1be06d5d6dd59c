file_imports("a.ts", "b.ts").
uses(X, Y) :- file_imports(X, Y).
missing(X) :- uses(X, _), !whitelisted(X).
