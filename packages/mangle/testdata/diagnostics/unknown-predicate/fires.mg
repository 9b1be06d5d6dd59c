file_imports("a.ts", "b.ts").
uses(X, Y) :- file_import(X, Y).
missing(X) :- uses(X, _), !whitelisted(X).
