# what we sell: 100% // all of it
item(/tea).
