Package shop!
Use shop!
item(/tea).
