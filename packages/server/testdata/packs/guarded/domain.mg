# The tools of the desk.
# Trust level: domain. Reads: intent_type/2, note/1, alarm/1, trusted_text/1, outside/1, wait_for_leave/2. Derives:
# finding/1, macro_tool/2, tool_requires/2, macro_step/4, macro_param/4.

finding("all is well") :- intent_type(_, "observe").

macro_tool("look", "full") :- intent_type(_, "observe").
macro_step("look", 1, "read_panel", {/panel : "front"}).

# What the client says is handed on, and nothing else becomes of it.
macro_tool("repeat_note", "full") :- intent_type(_, "observe"), note(_).
macro_step("repeat_note", 1, "read_panel", {/panel : {/fact : "note", /column : 0}}).

macro_tool("answer_alarm", "full") :- intent_type(_, "observe"), alarm(_).
macro_step("answer_alarm", 1, "read_panel", {/panel : "alarm"}).

# No client can make this hold.
macro_tool("back_door", "full") :- intent_type(_, _), trusted_text(_).
macro_step("back_door", 1, "read_panel", {/panel : "back"}).

macro_tool("read_all_books", "full") :- intent_type(_, "inspect_books").
macro_step("read_all_books", 1, "read_books", {/shelf : "all"}).

macro_tool("nightly_cleanup", "full") :- intent_type(_, "run_nightly").
macro_step("nightly_cleanup", 1, "write_file", {/folder : "attic", /text : "swept"}).

macro_tool("enter_vault", "full") :- intent_type(_, "visit_vault").
macro_step("enter_vault", 1, "read_panel", {/panel : "vault"}).

# Tools of every kind of effect.

offered_change("save_note").
offered_change("save_to_system").
offered_change("force_vault").
offered_change("pay_bill").
offered_change("purge_table").
offered_change("reset_password").
offered_change("paint_wall").
offered_change("mail_report").
offered_change("browse").
offered_change("shred").
offered_change("read_secrets").
offered_change("report_secrets").

macro_tool(Tool, "full") :- intent_type(_, "modify"), offered_change(Tool).
tool_requires("report_secrets", "read_secrets").

macro_param("save_note", "text", "string", /true).
macro_step("save_note", 1, "write_file", {/folder : "notes", /text : {/arg : "text"}}).
macro_step("save_to_system", 1, "write_file", {/folder : "system", /text : "x"}).
macro_step("force_vault", 1, "open_vault", {/door : "main"}).
macro_param("pay_bill", "amount", "integer", /true).
macro_param("pay_bill", "to", "string", /true).
macro_step("pay_bill", 1, "charge_account", {/amount : {/arg : "amount"}, /to : {/arg : "to"}}).
macro_step("purge_table", 1, "delete_rows", {/table : "notes"}).
macro_step("reset_password", 1, "change_password", {/account : "desk"}).
macro_step("paint_wall", 1, "spray", {/wall : "north"}).
macro_step("mail_report", 1, "send_mail", {/to : "office"}).
macro_step("browse", 1, "fetch_page", {/page : "start"}).
macro_step("shred", 1, "delete_files", {/folder : "notes"}).
macro_step("read_secrets", 1, "read_books", {/shelf : "secret"}).
macro_step("report_secrets", 1, "read_books", {/shelf : "secret"}).

# With an outside: a tool that is visible there, and an answer that waits for it.

macro_tool("call_outside", "full") :- intent_type(_, "modify"), outside(_).
macro_step("call_outside", 1, "delete_rows", {/table : "calls"}).
macro_step("call_outside", 2, "tell_outside", {/address : Address, /what : "called"}) :-
  outside(Address).

macro_tool("leave_granted", "full") :-
  intent_type(_, "wait_outside"),
  outside(Address),
  wait_for_leave(Address, _).
macro_step("leave_granted", 1, "read_panel", {/panel : "door"}).
