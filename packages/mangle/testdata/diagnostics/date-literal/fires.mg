born(/ann, 2001-02-03).
