p("a\qb").
p("\x4F").
