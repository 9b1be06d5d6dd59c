# Ten mistakes that people make in their first Mangle programs.

Decl employee(Id.Type<name>, Salary.Type<number>).
employee(/ann, 100).
employee(/bob, 90).
on_leave(/bob).

% A comment in the style of Prolog.
working(X) :- employee(X, _), not on_leave(X).
modest(X) :- employee(X, Salary), Salary =< 95.
raised(X, New) :- employee(X, Old), New := fn:plus(Old, 10).
friend(ann).
bonus(X, B) :- employee(X, S), B = S + 5.
status(X) :- employee(X, _), X != /bob.
headcount(N) :- employee(X, _) |> do fn:group_by(), let N = fn:Count().
paired(X, Y) :- employee(X, _).
