#!/bin/sh
# Tests the metrics for alerts: failing feeds, queues, sizes, transfers and the
# process. The alerts and the dashboard use only metrics that exist.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
start_origin --generate 1x3
origin_scenario <<END
route /gone.xml
  status 404
END
PORT=$(free_port)
EXTRA="listen: 127.0.0.1:$PORT"
write_config "$ORIGIN/feed/1.xml" "$ORIGIN/gone.xml"
start_gleanerd
read_metrics() {
	metrics=$(curl -s --max-time 20 "http://127.0.0.1:$PORT/metrics")
}
value() { # NAME: prints the value of that metric, with its labels
	printf '%s\n' "$metrics" | awk -v name="gleaner_$1" \
		'$1 == name { print $2 }'
}
fetches() { # KIND RESULT
	value "fetches_total{kind=\"$1\",result=\"$2\"}"
}
is_harvested() {
	read_metrics
	[ "$(value articles_done_total)" = 3 ] &&
		[ "$(value feeds_failing)" = 1 ] &&
		[ "$(value articles_queued)" = 0 ] &&
		[ "$(value articles_day)" = 3 ]
}
ok 'failing feeds, queue and new articles are counted' wait_for is_harvested
cmp_ok "$(fetches feed 4xx)" -ge 1 'a poll that got a 404 is counted'
cmp_ok "$(fetches feed 2xx)" -ge 1 'a poll that got a 200 is counted'
is "$(fetches page 2xx) $(value pages_total) $(value pages_again_total)" \
	'3 3 0' 'three pages were fetched, none of them again'
is "$(value 'fetch_duration_seconds_count{kind="page"}')" 3 \
	'the duration of each fetch is counted'
is "$(value 'fetch_duration_seconds_bucket{kind="page",le="+Inf"}')" 3 \
	'the last bucket has all fetches'
now=$(date +%s)
cmp_ok "$(value last_poll_timestamp_seconds)" -ge $((now - 600)) \
	'the last successful poll has its time'
cmp_ok "$(value last_article_timestamp_seconds)" -ge $((now - 600)) \
	'the last article has its time'
if ! is_postgres; then
	is "$(value database_bytes)" "$(stat -c %s "$DB")" \
		'the size of the database is that of its file'
	cmp_ok "$(value database_wal_bytes)" -ge 0 \
		'the size of the write-ahead log is present'
	cmp_ok "$(value disk_free_bytes)" -gt 0 'the free space is present'
fi
like "$metrics" '^gleaner_build_info\{version="[^"]+",sqlite="[0-9.]+",curl="[0-9.]+"\} 1$' \
	'the versions are labels'

# Tests the standard metrics of a process.
process() {
	printf '%s\n' "$metrics" | sed -n "s/^process_$1 //p"
}
started=$(process start_time_seconds)
cmp_ok "${started%.*}" -ge $((now - 600)) 'the start is some seconds ago'
cmp_ok "${started%.*}" -le $((now + 2)) 'the start is not in the future'
cmp_ok "$(process resident_memory_bytes)" -gt 1000000 \
	'the memory of the process is present'
cmp_ok "$(process open_fds)" -gt 3 'the open descriptors are counted'
cmp_ok "$(process max_fds)" -gt "$(process open_fds)" \
	'the limit of the descriptors is present'

# Each metric is documented, and alerts and dashboard use no others.
printf '%s\n' "$metrics" >"$WORK/metrics"
is "$(python3 - "$WORK/metrics" <<'END'
import re, sys
names = set(re.findall(r"^# TYPE (\S+)", open(sys.argv[1]).read(), re.M))
read = lambda path: open(path, encoding="utf-8").read()
known = set(re.findall(r"\b(?:gleaner|process)_[a-z_]+\b",
                       read("docs/monitoring.md") + read("docs/delivery.md")))
for name in sorted(names - known):
    print("not documented:", name)
for path in "docs/examples/alerts.yml", "docs/examples/dashboard.json":
    used = re.findall(r"\b(?:gleaner|process)_[a-z_]+\b", read(path))
    for name in sorted({re.sub("_bucket$", "", n) for n in used}):
        if name not in names | known:
            print(path, "uses", name)
END
)" '' 'metrics, documentation, alerts and dashboard agree'
if python3 -c 'import yaml' 2>/dev/null; then
	ok 'the file of the alerts is YAML' python3 -c 'import yaml
rules = yaml.safe_load(open("docs/examples/alerts.yml"))["groups"][0]["rules"]
assert all(r["alert"] and r["expr"] for r in rules)'
else
	skip 'the file of the alerts is YAML' 'python3-yaml is absent'
fi
ok 'the dashboard is JSON' python3 -m json.tool docs/examples/dashboard.json
if command -v promtool >/dev/null; then
	ok 'promtool accepts the alerts' \
		promtool check rules docs/examples/alerts.yml
	ok 'promtool accepts the metrics' \
		promtool check metrics <"$WORK/metrics"
else
	skip 'promtool accepts the alerts' 'prometheus is absent'
	skip 'promtool accepts the metrics' 'prometheus is absent'
fi
stop_gleanerd
done_testing
