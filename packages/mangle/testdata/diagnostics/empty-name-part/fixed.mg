p(/a).
q(/a/b).
