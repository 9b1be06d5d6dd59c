p("a\qb").
p("\xFF").
