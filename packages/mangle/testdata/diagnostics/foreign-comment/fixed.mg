# what we sell
item(/tea).
# and more
item(/cake).
