# Who may enter, and what is not for everybody.
# Trust level: policy. Reads: ward/1, report/1. Derives: cleared_place/1, inner_circle/1, prohibited/2.

inner_circle(Place) :- report(Place), ward(Place).

cleared_place("the back room") :- inner_circle(_).

prohibited("banned", "a reason that is nobody's business").
