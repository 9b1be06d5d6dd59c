# Who may do what with which document?
#
# Reads people, groups, documents, grants and denials (company.mg). Derives who may read and write what, and which
# documents nobody can reach. What is denied stays denied, whatever else is granted.

Decl person(Person) bound [/name].
Decl member(Who, Group) descr [doc("a person or a group belongs to a group")] bound [/name, /name].
Decl document(Document, Level) bound [/name, fn:Union(fn:Singleton(/public), fn:Singleton(/internal), fn:Singleton(/secret))].
Decl grant(Who, Document, Right) descr [doc("a person or a group was given a right")] bound [/name, /name, /name].
Decl deny(Who, Document, Right) descr [doc("a person or a group was refused a right")] bound [/name, /name, /name].

# A person acts for themselves and for every group they belong to, also through other groups.
acts_as(Person, Person) :- person(Person).
acts_as(Person, Group) :- acts_as(Person, Who), member(Who, Group).

# Everybody may read what is public.
granted(Person, Document, /read) :- person(Person), document(Document, /public).
granted(Person, Document, Right) :- acts_as(Person, Who), grant(Who, Document, Right).

# Whoever may write may read.
granted(Person, Document, /read) :- granted(Person, Document, /write).

denied(Person, Document, Right) :- acts_as(Person, Who), deny(Who, Document, Right).

may(Person, Right, Document) :- granted(Person, Document, Right), !denied(Person, Document, Right).

# What a review should look at.
unreachable(Document) :- document(Document, _), !may(_, _, Document).
readers(Document, Count) :- may(_, /read, Document) |> do fn:group_by(Document), let Count = fn:count().
