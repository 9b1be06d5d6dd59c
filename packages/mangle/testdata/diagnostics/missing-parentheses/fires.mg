ready.
go() :- ready.
