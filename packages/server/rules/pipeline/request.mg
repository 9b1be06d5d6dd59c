# What the request says, in the words that phases and policy use. It is no phase.
# Trust level: pipeline. Reads: intent_param/3, client_class/1. Derives: intent_text/2, context_value/2, client_class/1.

# Every text begins with the empty one, and nothing else does.
intent_text(Key, Text) :- intent_param(_, Key, Text), :string:starts_with(Text, "").

# The parameters of the intent are context; domains add what facts say.
context_value(Key, Value) :- intent_param(_, Key, Value).

# What policy permits to those who are logged in, it permits to machines that are.
client_class("authenticated") :- client_class("automated").
