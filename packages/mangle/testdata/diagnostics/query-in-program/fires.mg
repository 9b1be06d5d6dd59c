item(/tea).
?item(X)
