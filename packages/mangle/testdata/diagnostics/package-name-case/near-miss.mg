Package shop!
item(/tea).
