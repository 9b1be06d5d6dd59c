# What happened, who was there, and what may have caused it?
#
# Reads outages, deployments and shifts, each with the time at which it holds. Derives who responded to an outage, which
# deployments came shortly before it, how long each service was down, and whom to call now.

Decl service(Service, Team) bound [/name, /name].
Decl calls(Service, Other) bound [/name, /name].
Decl deployed(Service, Version) temporal bound [/name, /string].
Decl outage(Service) temporal bound [/name].
Decl on_call(Team, Person) temporal bound [/name, /name].

service(/shop, /web).
service(/payments, /money).
service(/ledger, /money).
calls(/shop, /payments).
calls(/payments, /ledger).

deployed(/shop, "8.1.3")@[2024-05-28T15:00:00Z].
deployed(/ledger, "2.4.0")@[2024-05-30T09:40:00Z].
deployed(/payments, "5.0.1")@[2024-05-31T22:10:00Z].

outage(/payments)@[2024-05-30T10:00:00Z, 2024-05-30T10:45:00Z].
outage(/shop)@[2024-05-30T10:05:00Z, 2024-05-30T10:50:00Z].
outage(/payments)@[2024-05-31T22:15:00Z, _].

on_call(/web, /ann)@[2024-05-27T08:00:00Z, 2024-06-03T08:00:00Z].
on_call(/money, /bob)@[2024-05-27T08:00:00Z, 2024-05-30T10:30:00Z].
on_call(/money, /eve)@[2024-05-30T10:30:00Z, 2024-06-03T08:00:00Z].

# Who was on call for a service during an outage, and when: the time that the two intervals share.
responded(Person, Service)@[Start, End] :-
  outage(Service)@[Down, Up],
  service(Service, Team),
  on_call(Team, Person)@[From, To],
  Start = fn:time:max([Down, From]),
  End = fn:time:min([Up, To]),
  :time:le(Start, End).

# A service needs itself, those it calls, and those they need.
needs(Service, Service) :- service(Service, _).
needs(Service, Far) :- calls(Service, Near), needs(Near, Far).

# A deployment is suspect if something that the service needs changed within the hour before the outage.
suspect(Service, Changed, Version, Delay) :-
  outage(Service)@[Down, _],
  needs(Service, Changed),
  deployed(Changed, Version)@[Live],
  :time:le(Live, Down),
  Delay = fn:time:sub(Down, Live),
  :duration:le(Delay, fn:duration:parse("1h")).

# How long a service was down, in outages that are over.
downtime(Service, Total) :-
  outage(Service)@[Down, Up],
  :time:le(Up, fn:time:now()),
  Length = fn:time:sub(Up, Down)
  |> do fn:group_by(Service),
     let Total = fn:duration:sum(Length).

# Open outages and whom to call.
page(Person, Service) :-
  outage(Service)@[now],
  service(Service, Team),
  on_call(Team, Person)@[now].

# Services that had no trouble within the last day, nor anything they need.
troubled(Service) :- needs(Service, Other), <-[0d, 1d] outage(Other).
calm(Service) :- service(Service, _), !troubled(Service).
