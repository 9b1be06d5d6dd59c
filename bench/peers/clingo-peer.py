# clingo: grounding a stratified program evaluates it; counts are read from the symbolic atoms.
import time

began = time.perf_counter()
import sys

import clingo

from common import read_meta, report

folder, meta = read_meta(sys.argv[1])
control = clingo.Control(["--warn=none"])
control.load(f"{folder}/prog.lp")
start, cpu_start = time.perf_counter(), time.process_time()
control.ground([("base", [])])
end, cpu_end = time.perf_counter(), time.process_time()

counts = {}
atoms = control.symbolic_atoms
for name, arity, _ in atoms.signatures:
    if name in meta["check"]:
        counts[name] = counts.get(name, 0) + sum(1 for _ in atoms.by_signature(name, arity))
report("clingo", (began, start, end), cpu_end - cpu_start, counts, version=clingo.__version__)
