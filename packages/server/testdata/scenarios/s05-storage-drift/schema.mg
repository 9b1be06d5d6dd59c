# Collections.
# Trust level: schema. What clients send, and what the domain derives.

Decl code_collection(Collection)
  descr [doc("The code uses a collection."), arg(Collection, "its name"), direction("input")]
  bound [/string].

Decl db_collection(Collection, Rows)
  descr [
    doc("The database has a collection."),
    arg(Collection, "its name"),
    arg(Rows, "how many rows it holds"),
    direction("both")
  ]
  bound [/string, /number].

# What the domain derives.

Decl in_db(Collection)
  descr [doc("The database has the collection."), arg(Collection, "its name"), open("domain")]
  bound [/string].

Decl ghost(Collection)
  descr [doc("Only the code knows the collection."), arg(Collection, "its name"), open("domain")]
  bound [/string].

Decl orphan(Collection, Rows)
  descr [
    doc("Only the database knows the collection."),
    arg(Collection, "its name"),
    arg(Rows, "how many rows it holds"),
    open("domain")
  ]
  bound [/string, /number].

Decl orphan_rows(Collection)
  descr [doc("An orphan that holds rows."), arg(Collection, "its name"), open("domain")]
  bound [/string].
