# Which macro-tools the user must confirm (Spec 08 §2.2 and §4).
# Trust level: policy. Reads: macro_has_side_effect/2. Derives: high_risk_effect/1, requires_confirmation/1.
# A pack's policy adds to both.

high_risk_effect("authentication").
high_risk_effect("destructive").
high_risk_effect("payments").

requires_confirmation(Macro) :- macro_has_side_effect(Macro, Effect), high_risk_effect(Effect).
