# What the Python adapters share: where the data is, and the line they print.
import json
import os
import resource
import sys


def read_meta(program):
    folder = os.path.dirname(os.path.abspath(program))
    with open(os.path.join(folder, "meta.json")) as file:
        return folder, json.load(file)


def read_rows(folder, predicate):
    with open(os.path.join(folder, "facts", f"{predicate}.tsv")) as file:
        for line in file:
            yield line.rstrip("\n").split("\t")


def skip(engine, reason):
    print(json.dumps({"engine": engine, "skip": reason}))
    sys.exit(0)


def report(engine, times, cpu, counts, **more):
    began, start, end = times
    line = {
        "engine": engine,
        "parse_ms": (start - began) * 1e3,
        "eval_ms": (end - start) * 1e3,
        "eval_cpu_ms": cpu * 1e3,
        "total_ms": (end - began) * 1e3,
        "rss_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
        "counts": counts,
        **more,
    }
    print(json.dumps(line))
