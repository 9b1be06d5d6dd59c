# Which tools should an agent be offered for the task at hand?
#
# A tool is offered if it is relevant to the task and no policy forbids it. Tools that failed lately rest for a while,
# and the agent is told how much choice it has.

# What there is.
tool(/search_code, /read).
tool(/read_file, /read).
tool(/run_tests, /execute).
tool(/deploy, /execute).
tool(/delete_branch, /destroy).

# What each tool is about, and how well it fits a topic, from 0 to 100.
about(/search_code, /code, 90).
about(/read_file, /code, 60).
about(/run_tests, /code, 80).
about(/run_tests, /release, 70).
about(/deploy, /release, 95).
about(/delete_branch, /code, 55).

# The task, and what the user has agreed to.
task(/code).
task(/release).
allowed(/read).
allowed(/execute).

# `run_tests` was broken on the last day of May.
Decl failing(Tool) temporal bound [/name].
failing(/run_tests)@[2024-05-31, 2024-05-31T12:00:00Z].

# A tool that failed within the last day rests.
resting(Tool) :- <-[0d, 1d] failing(Tool).

# A tool is relevant if it fits a topic of the task well enough.
relevant(Tool, Topic, Fit) :-
  task(Topic),
  about(Tool, Topic, Fit),
  Fit >= 60.

forbidden(Tool) :- tool(Tool, Effect), !allowed(Effect).

offer(Tool) :-
  relevant(Tool, _, _),
  !forbidden(Tool),
  !resting(Tool).

# The best fit of each offered tool, and how many tools each topic has left.
best_fit(Tool, Best) :-
  offer(Tool),
  relevant(Tool, _, Fit)
  |> do fn:group_by(Tool),
     let Best = fn:max(Fit).

choice(Topic, Tool) :- relevant(Tool, Topic, _), offer(Tool).

choices(Topic, Count) :- choice(Topic, Tool) |> do fn:group_by(Topic), let Count = fn:count().
