#!/bin/sh
# Tests the tokens of gleaner serve: requests without a token or with a wrong
# one, the scopes of tokens, and the rate limit of each token.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"
# shellcheck source=../../lib/serve.sh
. "$(dirname "$0")/../../lib/serve.sh"

[ -x "$BUILD/store-writer" ] || bail "no $BUILD/store-writer: make first"
write_config
"$BUILD/store-writer" --batch 10 "$DB" 40 >"$WORK/writer.out" ||
	bail 'the writer failed'
(
	umask 077
	printf '%s\n' '# tokens' 'reader-token read' 'whole-token' \
		'consumer-token consume' 'busy-token read' >"$WORK/tokens"
)
start_serve --token-file "$WORK/tokens"
as() { # TOKEN PATH [ARGUMENT…]: prints the status
	as_token=$1
	shift
	status_of "$@" -H "Authorization: Bearer $as_token"
}

for path in / /index.atom /api/v1/articles /api/v1/openapi.json /status \
	/nothing; do
	is "$(status_of $path)" 401 "$path needs a token"
	is "$(as wrong $path)" 401 "$path: a wrong one is not enough"
done
like "$(header WWW-Authenticate /)" '^Bearer' \
	'WWW-Authenticate names the scheme'
is "$(status_of / -H 'Authorization: Basic cmVhZGVyLXRva2Vu')" 401 \
	'another scheme is refused'
is "$(status_of '/?token=whole-token')" 401 \
	'a token in the address is not accepted'
for path in / /index.atom /api/v1/articles '/api/v1/changes?limit=1'; do
	is "$(as reader-token "$path")" 200 "read: $path"
done
is "$(as reader-token '/api/v1/changes?consumer=a')" 403 \
	'a token with read cannot use a cursor'
is "$(as reader-token /api/v1/ack -d '{"consumer":"a","seq":1}')" 403 \
	'a token with read cannot acknowledge'
is "$(as consumer-token /)" 403 'a token with consume cannot read pages'
is "$(as consumer-token /api/v1/changes)" 403 \
	'a token with consume cannot read the log alone'
is "$(as consumer-token '/api/v1/changes?consumer=a')" 503 \
	'a token with consume can use a consumer (503: no daemon)'
is "$(as whole-token /api/v1/ack -d '{"consumer":"a","seq":1}')" 404 \
	'a token without scopes has all of them'
is "$(as whole-token / -H 'Host: news.example.org')" 200 \
	'with a token any Host is accepted'
like "$(get /index.atom -H 'Authorization: Bearer whole-token' \
	-H 'Host: news.example.org' -H 'X-Forwarded-Proto: https')" \
	'rel="self" [^>]*href="https://news.example.org/index.atom"' \
	'links contain the Host of the request'

# ---------------------------------------------------------------------- rate

cat >"$WORK/rate.py" <<'END_OF_PYTHON'
import http.client, sys
c = http.client.HTTPConnection(sys.argv[1].split("//")[1], timeout=60)
token = {"Authorization": "Bearer " + sys.argv[2]}
for n in range(5000):
    c.request("GET", "/style.css", headers=token)
    answer = c.getresponse()
    answer.read()
    if answer.status != 200:
        print(answer.status, int(answer.headers["Retry-After"]) > 0, n >= 200)
        break
END_OF_PYTHON
is "$(python3 "$WORK/rate.py" "$SERVE" busy-token 2>&1)" '429 True True' \
	'a token with too many requests gets 429'
is "$(as reader-token /style.css)" 200 'the limit of one token does not affect another token'
stop_serve
is "$SERVE_STATUS" 0 'SIGTERM ends gleaner-serve'
unlike "$(cat "$WORK/serve.out")" 'token of\|reader-token' \
	'no token is in the log'

# --------------------------------------------------------------------- files

refused() { # NAME TEXT
	printf '%b' "$2" >"$WORK/wrong"
	"$BUILD/gleaner-serve" -c "$CONFIG" --listen 127.0.0.1:1 \
		--token-file "$WORK/wrong" >"$WORK/refused" 2>&1
	is "$?" 2 "refused: $1"
	like "$(cat "$WORK/refused")" "$WORK/wrong" 'the message names the file'
}
refused 'an empty file' ''
refused 'a file of comments' '# x\n'
refused 'an unknown scope' 'token write\n'
timeout -k 1 "$(paced 20)" "$BUILD/gleaner-serve" -c "$CONFIG" \
	--listen 127.0.0.1:1 --token-file /dev/zero >"$WORK/refused" 2>&1
is "$?" 2 'refused: a file without an end'
like "$(cat "$WORK/refused")" '/dev/zero: is larger than' \
	'the message gives the reason'
faulty() {
	{ cat "$CONFIG"; echo "$1"; } >"$WORK/faulty.yaml"
}
for fault in 'serve: { token_file: [] }' 'serve: { tokenfile: /x }' \
	'sevre: { token_file: /x }'; do
	faulty "$fault"
	timeout 20 "$BUILD/gleaner-serve" -c "$WORK/faulty.yaml" \
		--listen 127.0.0.1:0 >"$WORK/refused" 2>&1
	is "$?" 2 "no start without the token file: $fault"
	like "$(cat "$WORK/refused")" 'faulty.yaml:[0-9]' \
		'the message names the place of the fault'
	like "$(cat "$WORK/refused")" 'names no token file' \
		'the message names the reason'
done
faulty 'colour: red'
config=$CONFIG CONFIG=$WORK/faulty.yaml
start_serve --token-file "$WORK/tokens"
is "$(as reader-token /)" 200 'a token file permits the start with a fault'
is "$(status_of /)" 401 'each request needs a token then'
stop_serve
CONFIG=$config
chmod 644 "$WORK/tokens"
start_serve --token-file "$WORK/tokens"
like "$(cat "$WORK/serve.out")" 'warning.*every user can read' \
	'a file that every user can read is reported'
stop_serve
done_testing
