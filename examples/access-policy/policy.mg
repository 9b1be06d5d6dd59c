# Who may do what with which document?
#
# Reads people, groups, documents, grants and denials (company.mg). Derives who may read and write what, and what a
# review should look at. What is denied stays denied, whatever else is granted.

Decl person(Person) bound [/name].
Decl member(Who, Group) bound [/name, /name].
Decl document(Document, Level)
  bound [/name, fn:Union(fn:Singleton(/public), fn:Singleton(/internal), fn:Singleton(/secret))].
Decl grant(Who, Document, Right) bound [/name, /name, /name].
Decl deny(Who, Document, Right) bound [/name, /name, /name].

# People act for themselves and for every group they belong to, also through other groups. All belong to /everyone.
acts_as(Person, Person) :- person(Person).
acts_as(Person, /everyone) :- person(Person).
acts_as(Person, Group) :- acts_as(Person, Who), member(Who, Group).

# Everyone may read what is public.
grant(/everyone, Document, /read) :- document(Document, /public).

# Whoever may write may read.
granted(Person, Right, Document) :- acts_as(Person, Who), grant(Who, Document, Right).
granted(Person, /read, Document) :- granted(Person, /write, Document).

denied(Person, Right, Document) :- acts_as(Person, Who), deny(Who, Document, Right).

may(Person, Right, Document) :- granted(Person, Right, Document), !denied(Person, Right, Document).

# Documents that nobody can reach, and how many can read the others.
reached(Document) :- may(_, _, Document).
unreachable(Document) :- document(Document, _), !reached(Document).

readers(Document, Count) :-
  may(Person, /read, Document)
  |> do fn:group_by(Document),
     let Count = fn:count().
