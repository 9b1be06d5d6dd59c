Decl phase_state(Phase, State) bound [/name, /name].
ready(P) :- phase_state(P, /done).
