# Who may do what at the desk.
# Trust level: policy. Reads: intent_type/2, client_identity/1, outside/1, clearance/3, action_request/3. Derives:
# permitted_intent/2, permitted_fact/2, safe_action/1, dangerous_content/3, high_risk_effect/1, requires_confirmation/1,
# requires_privilege/2.

permitted_intent("anonymous", "observe").
permitted_intent("authenticated", "observe").
permitted_intent("authenticated", "modify").
permitted_intent("authenticated", "wait_outside").
permitted_intent("automated", "run_nightly").
permitted_intent("authenticated", "inspect_books") :- client_identity("auditor").
permitted_intent("authenticated", "visit_vault") :-
  intent_type(_, "visit_vault"),
  client_identity(Identity),
  outside(Address),
  clearance(Address, Identity, "high").

permitted_fact("anonymous", "note").
permitted_fact("authenticated", "note").
permitted_fact("authenticated", "alarm").
permitted_fact("authenticated", "sighting").

# `open_vault` is not among them.
safe_action("charge_account").
safe_action("change_password").
safe_action("delete_files").
safe_action("delete_rows").
safe_action("fetch_page").
safe_action("read_books").
safe_action("read_panel").
safe_action("send_mail").
safe_action("spray").
safe_action("tell_outside").
safe_action("write_file").

dangerous_content("write_file", Target, Payload) :-
  action_request("write_file", Target, Payload),
  :match_field(Payload, /folder, Folder),
  Folder = "system".

high_risk_effect("x-paint").

requires_confirmation("mail_report").

requires_privilege("read_secrets", "secrets").
