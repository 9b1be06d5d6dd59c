item(/tea).

