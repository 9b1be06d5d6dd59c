# SQL peers: `sql-peer.py sqlite|duckdb prog.mg` loads the TSV facts and runs the queries of meta.json.
import time

began = time.perf_counter()
import sys

from common import read_meta, read_rows, report, skip

kind = sys.argv[1]
folder, meta = read_meta(sys.argv[2])
sql = meta["sql"]
if not sql:
    skip(kind, "not expressible as one recursive query")
if kind == "sqlite":
    import sqlite3

    connection, version = sqlite3.connect(":memory:"), sqlite3.sqlite_version
    connection.execute("PRAGMA journal_mode=OFF")
else:
    import duckdb

    connection, version = duckdb.connect(":memory:"), duckdb.__version__
    connection.execute("PRAGMA threads=1")


def load(table, types):
    connection.execute(f"CREATE TABLE {table}({', '.join(f'c{at} {name}' for at, name in enumerate(types))})")
    predicate = sql.get("from", {}).get(table, table)
    if kind == "sqlite":
        marks = ",".join("?" * len(types))
        connection.executemany(f"INSERT INTO {table} VALUES({marks})", read_rows(folder, predicate))
    else:
        file = f"{folder}/facts/{predicate}.tsv"
        connection.execute(f"COPY {table} FROM '{file}' (DELIMITER '\t', HEADER false)")


for table, types in sql["tables"].items():
    load(table, types)
start, cpu_start = time.perf_counter(), time.process_time()
if kind == "sqlite":
    for table, types in sql["tables"].items():
        for at in range(min(2, len(types))):
            connection.execute(f"CREATE INDEX ix_{table}_{at} ON {table}(c{at})")
for statement in sql.get("pre", []):
    connection.execute(statement)
counts = {name: connection.execute(query).fetchone()[0] for name, query in sql["queries"].items()}
end, cpu_end = time.perf_counter(), time.process_time()
report(kind, (began, start, end), cpu_end - cpu_start, counts, version=version)
