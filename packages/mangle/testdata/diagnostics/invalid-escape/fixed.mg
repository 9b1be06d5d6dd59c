p("a\\qb").
p("\x4f").
