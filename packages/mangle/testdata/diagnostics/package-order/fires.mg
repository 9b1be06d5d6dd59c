item(/tea).
Package shop!
