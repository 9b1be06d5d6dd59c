# How much is told of the tools of the answer (Spec 05 §5), before anything has to give way to a token budget. It is no
# phase.
# Trust level: pipeline. Reads: final_selected/3, disclosure_preference/1, disclosure_threshold/2. Derives:
# disclosure_level/2.

disclosure_level(Tool, "full") :- disclosure_preference("full"), final_selected(Tool, _, _).
disclosure_level(Tool, "condensed") :-
  disclosure_preference("condensed"),
  final_selected(Tool, _, _).
disclosure_level(Tool, "minimal") :- disclosure_preference("minimal"), final_selected(Tool, _, _).

disclosure_level(Tool, "full") :-
  disclosure_preference("adaptive"),
  final_selected(Tool, Score, _),
  disclosure_threshold("full", Full),
  Score >= Full.
disclosure_level(Tool, "condensed") :-
  disclosure_preference("adaptive"),
  final_selected(Tool, Score, _),
  disclosure_threshold("full", Full),
  disclosure_threshold("condensed", Condensed),
  Score < Full,
  Score >= Condensed.

# A prerequisite may be below the floor, and is shown all the same.
disclosure_level(Tool, "minimal") :-
  disclosure_preference("adaptive"),
  final_selected(Tool, Score, _),
  disclosure_threshold("full", Full),
  disclosure_threshold("condensed", Condensed),
  Score < Full,
  Score < Condensed.
