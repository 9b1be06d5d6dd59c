# Nemo through its Python bindings; facts are imported from TSV.
import time

began = time.perf_counter()
import sys

from common import read_meta, read_rows, report, skip

folder, meta = read_meta(sys.argv[1])
if not meta["nemo"] or "|>" in meta["nemo"]:
    skip("nemo", "not translated")
import nmo_python as nemo


def import_line(predicate):
    first = next(read_rows(folder, predicate))
    types = ",".join("int" if cell.lstrip("-").isdigit() else "string" for cell in first)
    return f'@import {predicate} :- tsv{{resource="{folder}/facts/{predicate}.tsv", format=({types})}} .\n'


imports = "".join(import_line(predicate) for predicate in meta["arity"])
outputs = "".join(f"@output {predicate} .\n" for predicate in meta["check"])
program = nemo.load_string(imports + meta["nemo"] + outputs)
start, cpu_start = time.perf_counter(), time.process_time()
engine = nemo.NemoEngine(program)
engine.reason()
end, cpu_end = time.perf_counter(), time.process_time()
counts = {predicate: sum(1 for _ in engine.result(predicate)) for predicate in meta["check"]}
report("nemo", (began, start, end), cpu_end - cpu_start, counts)
