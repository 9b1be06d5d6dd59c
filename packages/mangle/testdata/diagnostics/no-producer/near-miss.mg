# The declaration says that the host supplies the facts.
Decl phase_state(Phase, State) descr [extensional()] bound [/name, /name].
ready(P) :- phase_state(P, /done).
