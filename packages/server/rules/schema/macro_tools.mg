# What macro-tools are made of: plans, parameters, texts, effects.
# Trust level: schema. Open to domains, which compose macro-tools, and to policy, which judges them.

Decl macro_tool(Macro, Level)
  descr [
    doc("The domain offers a macro-tool for the intent that is asked."),
    arg(Macro, "its name"),
    kind(Macro, "tool"),
    arg(Level, "how relevant it is, as a score of 100, 55 or 30"),
    kind(Level, "level"),
    open("domain")
  ]
  bound [/string, /string].

Decl macro_step(Macro, Position, Action, Template)
  descr [
    doc("A step of the plan behind a macro-tool."),
    arg(Macro, "the macro-tool"),
    kind(Macro, "tool"),
    arg(Position, "steps run in ascending order"),
    arg(Action, "the name of the action"),
    kind(Action, "registered action"),
    arg(Template, "a struct with its arguments, whose leaves may refer to {/arg: …}, {/step: …} and {/fact: …}"),
    open("domain")
  ]
  bound [/string, /number, /string, /any].

Decl macro_step_optional(Macro, Position)
  descr [
    doc("The plan goes on if this step fails."),
    arg(Macro, "the macro-tool"),
    kind(Macro, "tool"),
    arg(Position, "the position of the step"),
    open("domain")
  ]
  bound [/string, /number].

Decl macro_param(Macro, Name, Type, Required)
  descr [
    doc("A parameter that the caller of a macro-tool gives."),
    arg(Macro, "the macro-tool"),
    kind(Macro, "tool"),
    arg(Name, "the name of the parameter"),
    kind(Name, "parameter"),
    arg(Type, "a type of JSON Schema"),
    one_of(Type, "string", "number", "integer", "boolean", "array", "object"),
    arg(Required, "/true or /false"),
    open("domain")
  ]
  bound [/string, /string, /string, .Union<.Singleton</true>, .Singleton</false>>].

Decl macro_param_doc(Macro, Name, Text)
  descr [
    doc("What a parameter means."),
    arg(Macro, "the macro-tool"),
    kind(Macro, "tool"),
    arg(Name, "the name of the parameter"),
    kind(Name, "parameter"),
    arg(Text, "one line"),
    kind(Text, "text"),
    open("domain")
  ]
  bound [/string, /string, /string].

Decl macro_description(Macro, Text)
  descr [
    doc("What a macro-tool does."),
    arg(Macro, "the macro-tool"),
    kind(Macro, "tool"),
    arg(Text, "one line"),
    kind(Text, "text"),
    open("domain")
  ]
  bound [/string, /string].

Decl macro_has_description(Macro)
  descr [
    doc("The domain says what the macro-tool does."),
    arg(Macro, "the macro-tool"),
    kind(Macro, "tool"),
    open("pipeline")
  ]
  bound [/string].

Decl macro_text(Macro, Order, Text)
  descr [
    doc("What is told of a macro-tool: its description, or else those of its actions."),
    arg(Macro, "the macro-tool"),
    kind(Macro, "tool"),
    arg(Order, "texts are joined in ascending order"),
    arg(Text, "a sentence or two"),
    kind(Text, "text"),
    open("pipeline")
  ]
  bound [/string, /number, /string].

Decl macro_instruction(Macro, Order, Text)
  descr [
    doc("What the caller of a macro-tool should know, for this intent and these facts."),
    arg(Macro, "the macro-tool"),
    kind(Macro, "tool"),
    arg(Order, "texts are joined in ascending order"),
    arg(Text, "a sentence or two"),
    kind(Text, "text"),
    open("domain")
  ]
  bound [/string, /number, /string].

Decl macro_output(Macro, Schema)
  descr [
    doc("What the result of a macro-tool looks like."),
    arg(Macro, "the macro-tool"),
    kind(Macro, "tool"),
    arg(Schema, "a JSON Schema, as text"),
    kind(Schema, "text"),
    open("domain")
  ]
  bound [/string, /string].

Decl macro_lifetime(Macro, Duration)
  descr [
    doc("How long a macro-tool may be used where no fact with a time says so; the settings say it for all others."),
    arg(Macro, "the macro-tool"),
    kind(Macro, "tool"),
    arg(Duration, "such as 1h"),
    open("domain")
  ]
  bound [/string, /duration].

Decl macro_valid_from(Macro, Time)
  descr [
    doc("The macro-tool cannot be used before; of several times the latest counts."),
    arg(Macro, "the macro-tool"),
    kind(Macro, "tool"),
    arg(Time, "the instant"),
    open("domain")
  ]
  bound [/string, /time].

Decl macro_valid_until(Macro, Time)
  descr [
    doc("The macro-tool cannot be used any more from then on; of several times the earliest counts."),
    arg(Macro, "the macro-tool"),
    kind(Macro, "tool"),
    arg(Time, "the instant"),
    open("domain")
  ]
  bound [/string, /time].

Decl macro_planned_action(Macro, Action)
  descr [
    doc("The action is a step of the plan."),
    arg(Macro, "the macro-tool"),
    kind(Macro, "tool"),
    arg(Action, "the action"),
    kind(Action, "registered action"),
    open("pipeline")
  ]
  bound [/string, /string].

Decl macro_includes_action(Macro, Action)
  descr [
    doc("The action is part of what a macro-tool does: a step of its plan, or something that the domain adds."),
    arg(Macro, "the macro-tool"),
    kind(Macro, "tool"),
    arg(Action, "the action"),
    kind(Action, "action"),
    open("domain")
  ]
  bound [/string, /string].

Decl action_effect(Action, Effect)
  descr [
    doc("What an action does to the world. The actions of a pack say it themselves; rules may add to it."),
    arg(Action, "the action"),
    kind(Action, "action"),
    arg(Effect, "a category of Spec 06 §2.3, or one that begins with x-"),
    kind(Effect, "effect"),
    open("domain")
  ]
  bound [/string, /string].

Decl action_writes_file(Action)
  descr [
    doc("The action writes files."),
    arg(Action, "the action"),
    kind(Action, "action"),
    open("domain")
  ]
  bound [/string].

Decl action_makes_request(Action)
  descr [
    doc("The action makes requests over the network."),
    arg(Action, "the action"),
    kind(Action, "action"),
    open("domain")
  ]
  bound [/string].

Decl macro_planned_effect(Macro, Effect)
  descr [
    doc("What the actions of a macro-tool do to the world."),
    arg(Macro, "the macro-tool"),
    kind(Macro, "tool"),
    arg(Effect, "a category, never \"none\""),
    kind(Effect, "effect"),
    open("pipeline")
  ]
  bound [/string, /string].

Decl macro_has_side_effect(Macro, Effect)
  descr [
    doc("What a macro-tool does to the world."),
    arg(Macro, "the macro-tool"),
    kind(Macro, "tool"),
    arg(Effect, "a category, never \"none\""),
    kind(Effect, "effect"),
    open("domain")
  ]
  bound [/string, /string].

Decl macro_has_effect(Macro)
  descr [
    doc("The macro-tool has some effect."),
    arg(Macro, "the macro-tool"),
    kind(Macro, "tool"),
    open("pipeline")
  ]
  bound [/string].

Decl macro_irreversible(Macro)
  descr [
    doc("Something that the macro-tool does cannot be undone."),
    arg(Macro, "the macro-tool"),
    kind(Macro, "tool"),
    open("pipeline")
  ]
  bound [/string].

Decl macro_reversible(Macro)
  descr [
    doc("What the macro-tool does can be undone: everything that its actions change, or because the domain says so."),
    arg(Macro, "the macro-tool"),
    kind(Macro, "tool"),
    open("domain")
  ]
  bound [/string].

Decl macro_unrepeatable(Macro)
  descr [
    doc("Some action of the macro-tool does more if it runs again."),
    arg(Macro, "the macro-tool"),
    kind(Macro, "tool"),
    open("pipeline")
  ]
  bound [/string].

Decl macro_idempotent(Macro)
  descr [
    doc("To use the macro-tool again changes nothing: all its actions are so, or the domain says so."),
    arg(Macro, "the macro-tool"),
    kind(Macro, "tool"),
    open("domain")
  ]
  bound [/string].

Decl macro_effect_label(Macro, Effect)
  descr [
    doc("The effects as they are sent: \"none\" stands alone (C-26)."),
    arg(Macro, "the macro-tool"),
    kind(Macro, "tool"),
    arg(Effect, "a category"),
    kind(Effect, "effect"),
    open("pipeline")
  ]
  bound [/string, /string].
