person(/ann).
permit(/bob, /door).
has_permit(X) :- permit(X, _).
denied(X) :- person(X), !has_permit(X).
