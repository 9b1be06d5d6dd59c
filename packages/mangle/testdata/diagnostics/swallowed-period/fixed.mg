state(/done).
finished(X) :- state(X), X = /done .
