# Names are written with a slash.
p(/a, /a, /a).
