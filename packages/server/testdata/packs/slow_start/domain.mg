# One tool, for whoever comes in.
# Trust level: domain. Reads: door/1, opened/2. Derives: door/1, room/1, macro_tool/2 and its plan.

door("front").

room(Room) :- door(Door), opened(Door, Room).

macro_tool("enter", "full") :- intent_type(_, "look"), room("hall").
macro_description("enter", "Enter the hall.").
