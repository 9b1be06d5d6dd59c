# One tool for each way into the answer, and one for each way out of it.
# Trust level: domain. Reads: intent_type/2, report/1, symptom/2, ward/1, cleared_place/1. Derives: tools of every kind.

known_report(Place) :- report(Place), ward(Place).

fresh_symptom(Place) :- <-[0s, 30m] symptom(Place, "smoke").

probable_cause(Place) :- known_report(Place), fresh_symptom(Place).

mandatory_for_intent("diagnose", "find_cause") :- known_report(Place), probable_cause(Place).

tool_relevant_to_intent("compare", "diagnose", 60) :- known_report(_).
tool_requires("compare", "measure").

macro_tool("enter", "condensed") :- intent_type(_, "diagnose"), cleared_place(_).

needs_resource("find_cause", Place, "where it was seen", 80) :- probable_cause(Place).

# Out of the answer.

tool_relevant_to_intent("banned", "diagnose", 90).
tool_relevant_to_intent("weak", "diagnose", 5).
tool_relevant_to_intent("rival", "diagnose", 50).
conflicts_with("rival", "compare").
tool_relevant_to_intent("stuck", "diagnose", 50).
tool_requires("stuck", "modern").
tool_relevant_to_intent("modern", "diagnose", 50).
requires_capability("modern", "telepathy").
explain_absent("asleep", "there is no night shift") :- intent_type(_, "diagnose").

# For another intent.

macro_tool("evacuate", "full") :- intent_type(_, "flee"), known_report(_).
