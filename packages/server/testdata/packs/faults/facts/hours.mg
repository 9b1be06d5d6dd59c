# The desk is open for ten minutes.

office_hours("desk")@[2026-03-01T09:00:00Z, 2026-03-01T09:10:00Z].
