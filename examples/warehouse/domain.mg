# Which tools fit a question, and what they are made of.
# Trust level: domain. Reads: intent_type/2, the facts of the client, site/2, carrier_serves/2, bin_stock/3,
# carrier_delay/2, final_selected/3, step_result/5, macro_arg/3. Derives: stock_level/2, macro_tool/2,
# tool_relevant_to_intent/3, the plans and texts of five tools, and what follows from their use.

# A site that the desk knows; what clients say is not taken for granted.
known_site(Site) :- active_site(Site), site(Site, _).

# A look back of half an hour: the tool below lapses by itself.
recent_miss(Shipment) :- <-[0s, 30m] shipment_event(Shipment, "missed_slot").

delayed_carrier(Carrier, Minutes) :-
  known_site(Site),
  carrier_serves(Carrier, Site),
  carrier_delay(Carrier, Minutes),
  Minutes > 0.

stock_level(Item, Units) :- known_site(Site), bin_stock(Site, Item, Units).

# trace_missed_slot: why a shipment missed its slot. It only reads.

macro_tool("trace_missed_slot", "full") :-
  intent_type(_, "find_late_shipments"),
  known_site(_),
  recent_miss(_).

# A complaint alone is a reason to look, too.
tool_relevant_to_intent("trace_missed_slot", "find_late_shipments", 60) :- late_flag(/true).

macro_description("trace_missed_slot", "Follow a shipment that missed its slot through the dock log and the state of the gate.").
macro_param("trace_missed_slot", "shipment", "string", /true).
macro_param_doc("trace_missed_slot", "shipment", "The number of the shipment, such as S-881.").
macro_step("trace_missed_slot", 1, "read_dock_log", {/shipment : {/arg : "shipment"}, /site : {/fact : "known_site", /column : 0}}).
macro_step("trace_missed_slot", 2, "read_gate_state", {/gate : {/step : 1, /path : "gate"}}).

macro_instruction("trace_missed_slot", 1, "Begin with the dock log; the gate that it names tells the cause.") :-
  recent_miss(_).

needs_resource("trace_missed_slot", Uri, "holds the events of the slot", 90) :-
  final_selected("trace_missed_slot", _, _),
  known_site(Site),
  Uri = fn:string:concat("dock://", Site, "/log").

# compare_carrier_delay: is it the carrier? Offered where one of the site's carriers is late.

macro_tool("compare_carrier_delay", "condensed") :-
  intent_type(_, "find_late_shipments"),
  delayed_carrier(_, _).

macro_description("compare_carrier_delay", "Compare the current delays of the carriers of this site.").
macro_step("compare_carrier_delay", 1, "list_delays", {/site : {/fact : "known_site", /column : 0}}).

# rebook: a new slot for a shipment. The old one is lost, so it needs confirmation.

macro_tool("rebook", "full") :- intent_type(_, "rebook_shipment"), known_site(_).

macro_description("rebook", "Find a free slot and move a shipment there; the old slot is given up.").
macro_param("rebook", "shipment", "string", /true).
macro_param_doc("rebook", "shipment", "The number of the shipment, such as S-881.").
macro_step("rebook", 1, "find_free_slot", {/site : {/fact : "known_site", /column : 0}}).
macro_step("rebook", 2, "book_slot", {/shipment : {/arg : "shipment"}, /slot : {/step : 1, /path : "slot"}}).

macro_instruction("rebook", 1, "Some slots are closed; expect a slot later in the day.") :-
  slot_load(_, "closed").

# override_slot: for administrators, beside rebook.

tool_relevant_to_intent("override_slot", "rebook_shipment", 50) :- known_site(_).

macro_description("override_slot", "Open a slot by hand.").
macro_param("override_slot", "slot", "string", /true).
macro_step("override_slot", 1, "open_slot", {/slot : {/arg : "slot"}}).

# show_stock: for an intent that the manifest does not list.

macro_tool("show_stock", "full") :- intent_type(_, "check_stock"), stock_level(_, _).

macro_description("show_stock", "What is in stock at the active site.").
macro_step("show_stock", 1, "list_bins", {/site : {/fact : "known_site", /column : 0}}).

# What follows from the use of a tool.

suggest_intent("rebook_shipment", {/shipment : Shipment}, "The slot is lost; a new one is needed.") :-
  step_result("trace_missed_slot", 2, "read_gate_state", "success", _),
  macro_arg("trace_missed_slot", "shipment", Shipment).

emit_assert("shipment_event", [Shipment, "rebooked"]) :-
  step_result("rebook", 2, "book_slot", "success", _),
  macro_arg("rebook", "shipment", Shipment).
