# What the desk talks about.
# Trust level: schema. Predicates with a direction are in the manifest; the others are the desk's own.

Decl active_site(Site)
  descr [
    doc("The warehouse that the client is looking at."),
    arg(Site, "its code, such as HAM-2"),
    direction("input")
  ]
  bound [/string].

Decl shipment_event(Shipment, State) temporal
  descr [
    doc("Something happened to a shipment."),
    arg(Shipment, "the number of the shipment"),
    arg(State, "what happened, such as missed_slot"),
    direction("both")
  ]
  bound [/string, /string].

Decl queue_depth(Queue, Depth)
  descr [
    doc("How many shipments wait in a queue."),
    arg(Queue, "the queue"),
    arg(Depth, "shipments that wait"),
    direction("input")
  ]
  bound [/string, /number].

Decl slot_load(Slot, Value)
  descr [
    doc("How full a slot is, as the yard reports it: a percentage, or a word such as closed."),
    arg(Slot, "the slot"),
    arg(Value, "a number or a word"),
    direction("input")
  ]
  bound [/string, /any].

Decl late_flag(Flag)
  descr [
    doc("Whether somebody complained about a late shipment."),
    arg(Flag, "true if so"),
    direction("input")
  ]
  bound [/bool].

Decl stock_level(Item, Units)
  descr [
    doc("What is in stock at the active site."),
    arg(Item, "the item"),
    arg(Units, "how many there are"),
    direction("output"),
    open("domain")
  ]
  bound [/string, /number].

# Data of the desk, in facts/.

Decl site(Site, City)
  descr [doc("A warehouse."), arg(Site, "its code"), arg(City, "where it is")]
  bound [/string, /string].

Decl carrier_serves(Carrier, Site)
  descr [
    doc("A carrier calls at a warehouse."),
    arg(Carrier, "the carrier"),
    arg(Site, "the warehouse")
  ]
  bound [/string, /string].

Decl bin_stock(Site, Item, Units)
  descr [
    doc("What lies in the bins."),
    arg(Site, "the warehouse"),
    arg(Item, "the item"),
    arg(Units, "how many there are")
  ]
  bound [/string, /string, /number].

# Answered by a function of actions.js.

Decl carrier_delay(Carrier, Minutes)
  descr [
    doc("The current delay of a carrier."),
    arg(Carrier, "the carrier"),
    arg(Minutes, "how late it is"),
    external(),
    mode("+", "-")
  ]
  bound [/string, /number].
