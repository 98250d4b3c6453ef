#!/bin/sh
# Tests the origin itself with curl, because other tests depend on it.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

mkdir "$WORK/root"
printf 'hello, files\n' >"$WORK/root/a.txt"
awk 'BEGIN { for (i = 0; i < 500; i++) print "<p>line " i "</p>" }' \
	>"$WORK/root/page.html"
cat >"$WORK/scenario" <<'END_OF_SCENARIO'
# how to misbehave
route /steps
  header X-All: yes
  when 1
    status 503 Busy Now
    header Retry-After: 7
  when 2-3
    body text "request ${n} of ${path}\n"
  when 4+
    status 410
route /odd
  revalidate
  header ETag: W/ odd,"tag" é
  header Last-Modified: 2024-05-01 10:00
  body text <<OVER
<here>
 text
OVER
route /chunked
  body repeat "0123456789" 10000
  encode gzip chunked
route /deflate
  body repeat "wet " 1000
  encode deflate
route /deflate-raw
  body repeat "wet " 1000
  encode deflate-raw
route /twice
  body repeat "wet " 1000
  encode gzip gzip
route /silent
  body text "squeezed"
  encode gzip silent
route /late
  delay 300ms before headers
  body text "late"
route /late-body
  delay 300ms before body
  body text "late"
route /drip
  body repeat "x" 20
  drip 50B/s
route /cut
  body size 1MiB
  cut after 1000
route /reset
  body size 1MiB
  reset after 1000
route /lie
  length 99999
  body text "short"
route /until-close
  length none
  body text "no length"
route /endless
  body endless "more and more "
route /huge
  body repeat "x" 5GiB
route /hang/*
  hang
route /moved
  redirect 301 ${origin}/a.txt
route /raw
  raw "HTTP/1.1 299 Odd\r\nX-Bytes: \xff\r\n\r\nraw\n"
route /a.txt?changed
  body text "by query"
route //127.0.0.9/a.txt
  body text "by address"
route /article/1/2.html
  when 1
    status 503
  when 2+
    pass
    revision 2
    header X-Passed: 1
route /feed/2.xml
  pass
  items 5
route /later
  header Retry-After: ${date+3600}
  body text "${iso-60} ${unknown}"
END_OF_SCENARIO

begun=$(date +%s)
start_origin --root "$WORK/root" --scenario "$WORK/scenario" \
	--generate 3x4 --hosts 3 --now 2026-01-02T03:04:05Z
get() { # PATH [CURL'S OPTIONS]
	get_path=$1
	shift
	curl -sg --max-time 60 "$@" "$ORIGIN$get_path"
}
code() {
	get_path=$1
	shift
	get "$get_path" -o "$WORK/body" -w '%{http_code}' "$@"
}
head_of() {
	get "$@" -o /dev/null -D - | tr -d '\r'
}

# ------------------------------------------------------------------- files
is "$(get /a.txt)" 'hello, files' 'a file is served'
like "$(head_of /a.txt)" '^Content-Type: text/plain' 'a file has its media type'
tag=$(head_of /a.txt | sed -n 's/^ETag: //p')
date=$(head_of /a.txt | sed -n 's/^Last-Modified: //p')
is "$(code /a.txt -H "If-None-Match: $tag")" 304 'a matching ETag gives 304'
is "$(code /a.txt -H "If-Modified-Since: $date")" 304 \
	'a matching Last-Modified gives 304'
is "$(code /a.txt -H 'If-None-Match: "x"' -H "If-Modified-Since: $date")" \
	200 'If-None-Match takes precedence over If-Modified-Since'
is "$(code /none.txt)" 404 'a missing file gives 404'
is "$(code /../root/a.txt --path-as-is)" 404 'a path outside the root gives 404'
is "$(get /page.html --compressed | cksum)" "$(cksum <"$WORK/root/page.html")" \
	'a page is complete after gzip'
like "$(head_of /page.html --compressed)" '^Content-Encoding: gzip' \
	'gzip is used if the client accepts it'
gz_tag=$(head_of /page.html --compressed | sed -n 's/^ETag: //p')
isnt "$gz_tag" "$(head_of /page.html | sed -n 's/^ETag: //p')" \
	'the compressed page has another ETag'
is "$(code /page.html --compressed -H "If-None-Match: $gz_tag")" 304 \
	'the ETag of the compressed page gives 304'
is "$(get /a.txt -I | tr -d '\r' | sed -n 's/^Content-Length: //p')" 13 \
	'HEAD returns the length'
is "$(curl -s --max-time 60 -w ' %{num_connects}' "$ORIGIN/a.txt" \
	"$ORIGIN/a.txt" | tail -n 1)" ' 0' 'a connection is reused'
is "$(curl -s --http1.0 --max-time 60 "$ORIGIN/a.txt")" 'hello, files' \
	'HTTP/1.0 is answered'

# ---------------------------------------------------------------- scenario
is "$(code /steps)" 503 'the first step of a route applies'
is "$(get /steps)" 'request 2 of /steps' 'the second step of a route applies'
is "$(head_of /steps | grep -c '^X-All: yes')" 1 \
	'a header of the route applies to all steps'
is "$(code /steps)" 410 'the last step of a route applies'
is "$(get /odd)" '<here>
 text' 'a body may have several lines'
is "$(head_of /odd | sed -n 's/^ETag: //p')" 'W/ odd,"tag" é' \
	'an invalid ETag is sent unchanged'
is "$(code /odd -H 'If-None-Match: W/ odd,"tag" é')" 304 \
	'the same invalid ETag gives 304'
is "$(code /odd -H 'If-None-Match: W/ odd, "tag" é')" 200 \
	'another invalid ETag gives 200'
is "$(code /odd -H 'If-Modified-Since: 2024-05-01 10:00')" 304 \
	'an invalid date gives 304 if it is the same'
is "$(get /chunked --compressed | wc -c | tr -d ' ')" 100000 \
	'gzip works with chunked encoding'
is "$(get /deflate --compressed | wc -c | tr -d ' ')" 4000 'deflate works'
is "$(get /deflate-raw --compressed | wc -c | tr -d ' ')" 4000 \
	'raw deflate works'
is "$(get /twice | gzip -d | gzip -d | wc -c | tr -d ' ')" 4000 \
	'a body can be compressed twice'
like "$(head_of /twice)" '^Content-Encoding: gzip, gzip$' \
	'Content-Encoding names both compressions'
unlike "$(head_of /silent)" '^Content-Encoding' \
	'silent compression sends no Content-Encoding'
is "$(get /silent | gzip -d)" squeezed 'silent compression compresses the body'
like "$(get /late -o /dev/null -w '%{time_starttransfer}')" \
	'^(0\.[3-9]|[1-9])' 'headers can be delayed'
like "$(get /late-body -o /dev/null -w '%{time_starttransfer} %{time_total}')" \
	' (0\.[3-9]|[1-9][0-9.]*$)' 'a body can be delayed'
like "$(get /drip -o /dev/null -w '%{time_total} %{size_download}')" \
	'^(0\.[3-9]|[1-9])[0-9.]* 20' 'a body can be sent slowly'
get /cut -o "$WORK/body"
is "$? $(wc -c <"$WORK/body" | tr -d ' ')" '18 1000' \
	'a body can end after 1000 bytes'
get /reset -o "$WORK/body"
like "$?" '^(18|56)$' 'a connection can be reset'
get /lie -o "$WORK/body"
is "$?" 18 'a wrong Content-Length can be sent'
is "$(get /until-close)" 'no length' 'Content-Length can be omitted'
get /endless --max-time 1 -o "$WORK/body"
is "$?" 28 'a body can be endless'
like "$(get /huge -r 0-1 -I | tr -d '\r')" '^Content-Length: 5368709120' \
	'a body can be larger than memory'
get /hang/1 --max-time 0.5
is "$?" 28 'a request can hang'
is "$(get /moved -L)" 'hello, files' 'a redirect can be followed'
is "$(code /moved)" 301 'a redirect has its status'
is "$(code /raw)" 299 'raw bytes are sent unchanged'
is "$(get '/a.txt?changed')" 'by query' 'a route may contain a query'
is "$(curl -s "http://127.0.0.9:$ORIGIN_PORT/a.txt")" 'by address' \
	'a route may contain an address of 127/8'
like "$(head_of /later)" '^Retry-After: [A-Z][a-z]{2}, .* GMT$' \
	'a header may contain a computed date'
# this time is a minute before the time of the origin, which --now sets
later=$(get /later)
like "$later" '^2026-01-02T[0-9:]{8}Z \$\{unknown\}$' 'dates in a body'
passed=$(($(date -ud "${later%% *}" +%s) -
	$(date -ud 2026-01-02T03:03:05Z +%s)))
cmp_ok "$passed" -ge 0 "a computed date is not before the origin's start"
cmp_ok "$passed" -le $(($(date +%s) - begun + 1)) \
	"a computed date is not after the origin's time"
is "$(get /steps -H "$(awk 'BEGIN { printf "X: "; while (i++ < 70000)
	printf "x" }')" -o /dev/null -w '%{http_code}')" 400 \
	'a request head that is too large is refused'

# ---------------------------------------------------------------- generated
is "$(get /feed/1.xml | grep -c '<item>')" 4 'a generated feed has four items'
is "$(get /feed/2.xml | grep -c '<item>')" 5 \
	'a generated feed can have more items'
is "$(get /feed/1.xml | cksum)" "$(get /feed/1.xml | cksum)" \
	'a generated feed is always the same'
isnt "$(get /feed/1.xml | cksum)" "$(get /feed/3.xml | cksum)" \
	'generated feeds differ'
is "$(code /feed/4.xml)" 404 'a feed with a larger number does not exist'
is "$(get /_origin/feeds | sed -n 2p)" \
	"http://127.0.0.2:$ORIGIN_PORT/feed/2.xml" \
	'generated feeds use several hosts'
like "$(curl -s "http://127.0.0.2:$ORIGIN_PORT/feed/2.xml")" \
	"<link>http://127.0.0.2:$ORIGIN_PORT/article/2/5.html" \
	'the links of a feed point to its own host'
tag=$(head_of /feed/1.xml | sed -n 's/^ETag: //p')
is "$(code /feed/1.xml -H "If-None-Match: $tag")" 304 \
	'the ETag of a generated feed gives 304'
is "$(code /article/1/2.html)" 503 \
	'a step of a generated article can have a status'
like "$(head_of /article/1/2.html)" '^X-Passed: 1' \
	'a step can pass to the generated article'
like "$(get /article/1/2.html)" 'Correction number 2' \
	'a generated article can have another revision'
is "$(get /article/3/1.html | python3 -c '
import html, json, sys, urllib.request
page = sys.stdin.read()
truth = json.load(urllib.request.urlopen(
    sys.argv[1] + "/_origin/truth?path=/article/3/1.html"))
texts = [truth["title"], truth["lead"], truth["author"], *truth["paragraphs"]]
print(sum(html.escape(t, quote=False).replace("\"", "&quot;") in page
          for t in texts) - len(texts), len(truth["paragraphs"]) >= 5)
' "$ORIGIN")" '0 True' 'the page contains the texts that /_origin/truth lists'
is "$(get /feed/1.xml | sed -n 's/.*<pubDate>//p' | head -n 1)" \
	'Fri, 02 Jan 2026 03:03:05 GMT</pubDate>' \
	'the date of the newest item depends on --now'

# ----------------------------------------------------------------- control
origin_get /_origin/forget-log >"$WORK/said"
code /a.txt -H 'X-Odd: a"b' >/dev/null
code /a.txt -H 'If-None-Match: "x"' >/dev/null
code /none >/dev/null
is "$(origin_count '')" 3 'three requests are counted'
is "$(origin_count 'path=/a*')" 2 'requests are counted by path'
is "$(origin_count 'status=404')" 1 'requests are counted by status'
is "$(origin_count 'header=if-none-match')" 1 'requests are counted by header'
is "$(origin_count 'path=/a.txt&status=404')" 0 \
	'requests are counted by path and status'
is "$(origin_get /_origin/log | python3 -c '
import json, sys
lines = [json.loads(line) for line in sys.stdin]
first = lines[0]
print(len(lines), first["method"], first["path"], first["n"] > 1, first["status"],
      first["whole"], first["headers"]["X-Odd"], first["bytes"] > 13)
')" '3 GET /a.txt True 200 True a"b True' 'the log contains each request'
is "$(wc -l <"$ORIGIN_LOG" | tr -d ' ')" 3 'the log file contains each request'
is "$(code /steps)" 410 'forgetting the log does not restart the steps'
origin_set 'path=/a.txt&status=503&header=Retry-After:%205&body=text+%22no%22'
is "$(code /a.txt) $(cat "$WORK/body")" '503 no' '/_origin/set changes a route'
origin_get '/_origin/unset?path=/a.txt' >/dev/null
is "$(code /a.txt)" 200 '/_origin/unset restores a route'
printf 'route /new\nbody text "new"\n' | origin_scenario
is "$(get /new)" new 'a scenario can be posted'
origin_get /_origin/reset >"$WORK/said"
is "$(code /new) $(code /steps)" '404 503' \
	'/_origin/reset restores all routes and steps'
like "$(get '/_origin/set?path=/x&delay=never')" \
	'^line 2: a duration was expected' \
	'a fault in a scenario is reported with its line'

# ------------------------------------------------- a thousand hung requests
python3 - "$ORIGIN_PORT" <<'END' >"$WORK/hung"
import resource, socket, sys, urllib.request
soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
port = int(sys.argv[1])
hung = []
for i in range(1000):
    s = socket.create_connection((f"127.0.1.{i % 250 + 1}", port))
    s.sendall(f"GET /hang/{i} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
    hung.append(s)
good = [urllib.request.urlopen(f"http://127.0.0.1:{port}/a.txt").status
        for _ in range(20)]
print(len(hung), set(good))
END
is "$(cat "$WORK/hung")" '1000 {200}' \
	'beside a thousand hung requests others are answered'
origin_idle
like "$(origin_get /_origin/stats)" '"open":0,"most":100[0-9]' \
	'hung requests end with their clients'
is "$(origin_count 'path=/hang/*&status=0')" 1000 \
	'hung requests are logged as unanswered'

# -------------------------------------- requests while the origin is stopped
python3 - "$ORIGIN_PORT" "$ORIGIN_PID" <<'END'
import os, signal, socket, sys, time
port, origin = map(int, sys.argv[1:])
both = [socket.create_connection(("127.0.0.1", port)) for _ in range(2)]
os.kill(origin, signal.SIGSTOP)
for n, s in enumerate(both):
    s.sendall(b"GET /while-stopped/%d HTTP/1.1\r\nHost: x\r\n\r\n" % n)
    time.sleep(0.3)
os.kill(origin, signal.SIGCONT)
for s in both:
    s.recv(1)
END
cmp_ok "$(origin_get '/_origin/log?path=/while-stopped/*' | python3 -c '
import json, sys
a, b = sorted(json.loads(line)["ms"] for line in sys.stdin)
print(b - a)')" -ge 295 'the logged time is that of arrival, not of reading'

# ------------------------------------------------------------------- faults
printf 'route /x\n  stauts 200\n' >"$WORK/bad"
like "$("$BUILD/origin" --scenario "$WORK/bad" 2>&1)" 'line 2: stauts' \
	'a faulty scenario is refused'
origin_get /_origin/quit >/dev/null
wait "$ORIGIN_PID"
is "$?" 0 '/_origin/quit ends the origin with 0'
tap_forget "$ORIGIN_PID"
done_testing
