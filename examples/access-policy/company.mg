# The facts of a small company, for policy.mg: people, groups, documents, and who was granted what.

person(/ann).
person(/bob).
person(/eve).
person(/zoe).

member(/ann, /engineering).
member(/bob, /interns).
member(/zoe, /auditors).
member(/interns, /engineering).
member(/engineering, /staff).

document(/handbook, /public).
document(/roadmap, /internal).
document(/payroll, /secret).
document(/merger, /secret).

grant(/staff, /roadmap, /read).
grant(/engineering, /roadmap, /write).
grant(/auditors, /payroll, /read).
deny(/interns, /roadmap, /write).
