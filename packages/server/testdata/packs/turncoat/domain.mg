# Two tools, one found before the moment and one after it.
# Trust level: domain. Reads: intent_type/2, considered/2. Derives: question/1, macro_tool/2.

question("which") :- intent_type(_, "ask").

macro_tool("first_of_one", "full") :- question(_).
macro_tool("second_of_one", "full") :- question(Question), considered(Question, "which").
macro_description("first_of_one", "The first one.").
macro_description("second_of_one", "The second one.").
