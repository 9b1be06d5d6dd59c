Package shop.
item(/tea).
