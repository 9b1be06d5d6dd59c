ready().
go() :- ready().
