# Cozo, embedded and in memory: facts are imported as stored relations, one script counts every checked predicate.
import time

began = time.perf_counter()
import json
import re
import sys

from common import read_meta, read_rows, report, skip

folder, meta = read_meta(sys.argv[1])
if not meta["cozo"]:
    skip("cozo", "not translated")
from cozo_embedded import CozoDbPy

database = CozoDbPy("mem", "", "{}")
rows_at_once = 50000


def run(script):
    result = database.run_script(script, {}, False)
    return json.loads(result) if isinstance(result, str) else result


def value_of(cell):
    try:
        return int(cell)
    except ValueError:
        return cell


for predicate, arity in meta["arity"].items():
    columns = [f"c{at}" for at in range(arity)]
    run(f":create {predicate} {{{', '.join(columns)}}}")
    rows = [[value_of(cell) for cell in row] for row in read_rows(folder, predicate)]
    for at in range(0, len(rows), rows_at_once):
        database.import_relations({predicate: {"headers": columns, "rows": rows[at : at + rows_at_once]}})
start, cpu_start = time.perf_counter(), time.process_time()

rules, check = meta["cozo"], meta["check"]
arities = {}
for name, args in re.findall(r"^(\w+)\[(.*?)\] :=", rules, re.MULTILINE):
    arities[name] = len(re.sub(r"\([^)]*\)", "", args).split(","))
script = rules
for at, name in enumerate(check):
    variables = ", ".join(f"x{column}" for column in range(arities[name]))
    key = "x0" if arities[name] == 1 else f"[{variables}]"
    script += f"n{at}[count(k)] := {name}[{variables}], k = {key}\n"
script += "?[p, n] := " + " or ".join(f"(n{at}[n], p = '{name}')" for at, name in enumerate(check))
counts = {name: 0 for name in check} | dict(run(script)["rows"])
end, cpu_end = time.perf_counter(), time.process_time()
report("cozo", (began, start, end), cpu_end - cpu_start, counts)
