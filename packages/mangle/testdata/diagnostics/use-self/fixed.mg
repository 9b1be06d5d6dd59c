Package shop!

item(/tea).
