Package Shop!
item(/tea).
