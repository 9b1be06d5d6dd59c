# One tool for each source, offered if the source says something.
# Trust level: domain. Reads: intent_type/2, the facts of the client, stock/3, price/2, delay/2, oracle/2. Derives: found/2,
# macro_tool/2.

found("units", Units) :- wanted(Site, Item), stock(Site, Item, Units).
found("cents", Cents) :- priced(Item), price(Item, Cents).
found("minutes", Minutes) :- carrier(Carrier), delay(Carrier, Minutes).

macro_tool("reorder", "full") :-
  intent_type(_, "reorder"),
  found("units", Units),
  Units < 10.
macro_tool("count_up", "full") :- intent_type(_, "reorder"), found("units", 9007199254740993).
macro_tool("quote", "full") :-
  intent_type(_, "quote"),
  found("cents", Cents),
  0 < Cents.
macro_tool("wait", "full") :-
  intent_type(_, "ship"),
  found("minutes", Minutes),
  0 < Minutes.
macro_tool("tell", "full") :-
  intent_type(_, "consult"),
  question(Text),
  oracle(Text, "42").
