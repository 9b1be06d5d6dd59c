p("a\nb").
p("\x7f").
