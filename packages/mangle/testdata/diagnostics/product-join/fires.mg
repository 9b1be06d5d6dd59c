user(/ann).
user(/bob).
room(/red).
room(/blue).
may_enter(U, R) :- user(U), room(R).
