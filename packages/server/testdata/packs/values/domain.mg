# What became of the facts of a request.
# Trust level: domain. Reads: intent_type/2, the facts of the client. Derives: passed/2, passed_place/1, passed_flag/1,
# remark/1, summary/1, macro_tool/2 and the plans of its tools.

# Tools that give back a value, each through a rule.

passed_given(Value) :- given(Value).
macro_tool("echo_given", "full") :- intent_type(_, "echo"), given(_).
macro_step("echo_given", 1, "echo", {/value : {/fact : "passed_given", /column : 0}}).

passed_whole(Value) :- whole(Value).
macro_tool("echo_whole", "full") :- intent_type(_, "echo"), whole(_).
macro_step("echo_whole", 1, "echo", {/value : {/fact : "passed_whole", /column : 0}}).

passed_real(Value) :- real(Value).
macro_tool("echo_real", "full") :- intent_type(_, "echo"), real(_).
macro_step("echo_real", 1, "echo", {/value : {/fact : "passed_real", /column : 0}}).

passed_text(Value) :- text(Value).
macro_tool("echo_text", "full") :- intent_type(_, "echo"), text(_).
macro_step("echo_text", 1, "echo", {/value : {/fact : "passed_text", /column : 0}}).

passed_flag(Value) :- flag(Value).
macro_tool("echo_flag", "full") :- intent_type(_, "echo"), flag(_).
macro_step("echo_flag", 1, "echo", {/value : {/fact : "passed_flag", /column : 0}}).

passed_place(Value) :- place(Value).
macro_tool("echo_place", "full") :- intent_type(_, "echo"), place(_).
macro_step("echo_place", 1, "echo", {/value : {/fact : "passed_place", /column : 0}}).

passed_items(Value) :- items(Value).
macro_tool("echo_items", "full") :- intent_type(_, "echo"), items(_).
macro_step("echo_items", 1, "echo", {/value : {/fact : "passed_items", /column : 0}}).

passed_table(Value) :- table(Value).
macro_tool("echo_table", "full") :- intent_type(_, "echo"), table(_).
macro_step("echo_table", 1, "echo", {/value : {/fact : "passed_table", /column : 0}}).

macro_tool("echo_distance", "full") :- intent_type(_, "echo"), distance(_, _, _).
macro_step(
  "echo_distance",
  1,
  "echo",
  {
    /value : [
      {/fact : "distance", /column : 0},
      {/fact : "distance", /column : 1},
      {/fact : "distance", /column : 2}
    ]
  }
).

macro_tool("saw_signal", "full") :- signal().
macro_tool("saw_twins", "full") :- twins("a", "b").
macro_tool("saw_long_name", "full") :- n_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_x("x").
macro_tool("saw_remark", "full") :- remark("from a client").
macro_tool("saw_text", "full") :- text("trigger").
macro_tool("saw_secret", "full") :- secret(_).
macro_tool("holds_now", "full") :- period(_)@[now].

# What a rule takes a value for: each is a constant of the language.

macro_tool("is_whole_five", "full") :- given(5).
macro_tool("is_float_five", "full") :- given(5.0).
macro_tool("is_text_five", "full") :- given("5").
macro_tool("is_true_name", "full") :- given(/true).
macro_tool("is_true_text", "full") :- given("true").
macro_tool("is_slash_name", "full") :- given(/yard/gate).
macro_tool("is_slash_text", "full") :- given("/yard/gate").
macro_tool("is_list", "full") :- given([1, "a", [2.5]]).
macro_tool("is_map", "full") :- given(["a" : 1, "b" : ["c"]]).
macro_tool("is_struct", "full") :- given({/a : 1, /b : ["c"]}).

macro_tool("is_place_below_yard", "full") :- place(Place), :match_prefix(Place, /yard).
macro_tool("is_flag_true", "full") :- flag(/true).
macro_tool("is_flag_false", "full") :- flag(/false).
macro_tool("has_item_two", "full") :- items(List), :list:member(Item, List), Item = 2.
macro_tool("has_entry_k", "full") :- table(Map), :match_entry(Map, "k", _).
macro_tool("is_least_whole", "full") :- whole(-9223372036854775808).
macro_tool("is_greatest_whole", "full") :- whole(9223372036854775807).
macro_tool("is_more_than_safe", "full") :- whole(Value), Value > 9007199254740991.

remark("from a rule") :- signal().
summary("from a rule") :- signal().
