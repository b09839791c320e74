#!/usr/bin/env bash
# The pattern that @flow is measured against: a shell guard that asks python3 for each JSON field and git for each fact.
# Our own re-creation of the published kind, for the benchmark only.
set -u
input=$(cat)
command=$(printf '%s' "$input" | python3 -c "import json,sys; print(json.load(sys.stdin).get('tool_input',{}).get('command',''))")
printf '%s' "$command" | grep -q 'git push' || exit 0
cwd=$(printf '%s' "$input" | python3 -c "import json,sys; print(json.load(sys.stdin).get('cwd',''))")
root=$(git -C "$cwd" rev-parse --show-toplevel 2>/dev/null)
branch=$(git -C "$root" branch --show-current 2>/dev/null)
head=$(git -C "$root" rev-parse --short HEAD 2>/dev/null)
results="$root/develop/$branch/test-results.json"
problems=""
if [ -f "$results" ]; then
  commit=$(python3 -c "import json; print(json.load(open('$results')).get('commit','')[:7])")
  failed=$(python3 -c "import json; print(json.load(open('$results')).get('tests_fail',0))")
  [ "$commit" = "$head" ] || problems="tests are stale"
  [ "$failed" = 0 ] || problems="$problems tests fail"
else
  problems="no test results"
fi
if [ "${1:-}" = --dirty ] && ! git -C "$root" diff --quiet HEAD; then problems="$problems uncommitted changes"; fi
[ -z "$problems" ] || { echo "$problems" >&2; exit 2; }
exit 0
