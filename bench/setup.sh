#!/bin/sh
# `npm run bench:setup`: installs the peers. Each one is optional; one that cannot be installed is named and left out.
set -u
here=$(cd "$(dirname "$0")" && pwd)
build="${BENCH_BUILD:-$here/.cache/build}"
mkdir -p "$build"

command -v swipl >/dev/null || apt-get install -y swi-prolog-nox || echo "absent: swi-prolog"
[ -d "$build/venv" ] || python3 -m venv "$build/venv"
for package in clingo duckdb "pycozo[embedded]" nemo-python; do
  "$build/venv/bin/pip" install -q "$package" || echo "absent: $package"
done
(cd "$here/peers/mangle-go" && go build -o "$build/mangle-runner" .) || echo "absent: mangle-go"
(cd "$here/peers/ascent" && CARGO_TARGET_DIR="$build/ascent" cargo build --release -q) || echo "absent: ascent"
cp "$here/peers/package.json" "$build/package.json"
(cd "$build" && npm install --no-audit --no-fund --silent) || echo "absent: clingo-wasm, datascript"
echo "peers are in $build"
