#!/bin/sh
# Stored pages are written as a WARC file, which an independent reader checks.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
start_origin --generate 2x5
write_config "$ORIGIN/feed/1.xml" "$ORIGIN/feed/2.xml"
ok 'the harvest succeeds' gleanerd_once
gleaner warc >"$WORK/all.warc.gz" 2>"$WORK/err"
is "$?$(cat "$WORK/err")" 0 'warc succeeds'

# The reader follows WARC/1.1, sections 4 and 5; each record is a gzip member
# (annex D).
cat >"$WORK/read.py" <<'END_OF_PYTHON'
import hashlib, re, sys, urllib.request, zlib

rest = open(sys.argv[1], "rb").read()
types, ids, first = [], set(), None
while rest:
    member = zlib.decompressobj(16 + 15)
    record = member.decompress(rest)
    assert member.eof
    rest = member.unused_data
    head, _, block = record.partition(b"\r\n\r\n")
    version, *lines = head.decode("utf-8").split("\r\n")
    assert version == "WARC/1.1", version
    fields = dict(line.split(": ", 1) for line in lines)
    n = int(fields["Content-Length"])
    assert block[n:] == b"\r\n\r\n" and len(block) == n + 4
    assert re.fullmatch(r"<urn:uuid:[0-9a-f]{8}-([0-9a-f]{4}-){3}"
                        r"[0-9a-f]{12}>", fields["WARC-Record-ID"])
    assert fields["WARC-Record-ID"] not in ids
    ids.add(fields["WARC-Record-ID"])
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ",
                        fields["WARC-Date"])
    digest = "sha256:" + hashlib.sha256(block[:n]).hexdigest()
    assert fields["WARC-Block-Digest"] == digest
    types.append(fields["WARC-Type"])
    if types[-1] == "warcinfo":
        first = fields["WARC-Record-ID"]
        info = dict(line.split(": ", 1)
                    for line in block[:n].decode().splitlines())
        assert info["software"].startswith("gleaner/"), info
        assert info["robots"] == "obey", info
        continue
    assert fields["WARC-Warcinfo-ID"] == first
    if types[-1] != "response":
        assert types[-1] == "revisit" and block[:n].endswith(b"\r\n\r\n")
        assert fields["WARC-Refers-To"] in ids
        continue
    assert fields["Content-Type"] == "application/http; msgtype=response"
    answer_head, _, body = block[:n].partition(b"\r\n\r\n")
    assert fields["WARC-Payload-Digest"] == \
        "sha256:" + hashlib.sha256(body).hexdigest()
    status, *answer = answer_head.decode("latin-1").split("\r\n")
    assert status == "HTTP/1.1 200 OK", status
    answer = {k.lower(): v for k, v in
              (line.split(": ", 1) for line in answer)}
    assert int(answer["content-length"]) == len(body)
    assert "content-encoding" not in answer
    assert "transfer-encoding" not in answer
    assert answer["content-type"].startswith("text/html")
    with urllib.request.urlopen(fields["WARC-Target-URI"]) as page:
        assert page.read() == body, fields["WARC-Target-URI"]
assert types[0] == "warcinfo", types
print(len(types) - 1)
END_OF_PYTHON
is "$(python3 "$WORK/read.py" "$WORK/all.warc.gz" 2>&1)" 10 \
	'the file contains each page with the bytes of the site'
ok 'gzip accepts the file' gzip -t "$WORK/all.warc.gz"

# The same pages give the same records; only the first record has a new date.
gleaner warc >"$WORK/again.warc.gz"
ids() { # FILE: prints the identifiers of all records but the first
	gzip -dc "$1" | grep -a '^WARC-Record-ID' | sed 1d
}
is "$(ids "$WORK/again.warc.gz")" "$(ids "$WORK/all.warc.gz")" \
	'a second output has the same identifiers'
like "$(gzip -dc "$WORK/all.warc.gz" | sed -n 1,30p)" '^operator: ' \
	'the first record names the operator'

# A body that occurs twice is written once: as a response for the page that was
# fetched first.
sql "UPDATE page SET (body, bytes, dictionary_id, fetched_at) =
	(SELECT body, bytes, dictionary_id, fetched_at FROM page
	WHERE article_id = 1) WHERE article_id = 3"
gleaner warc >"$WORK/twice.warc.gz"
is "$(gzip -dc "$WORK/twice.warc.gz" | grep -ac '^WARC-Type: revisit')" 1 \
	'a body that occurs again is a revisit record'
is "$(python3 "$WORK/read.py" "$WORK/twice.warc.gz" 2>&1)" 10 \
	'a file with a revisit record can be read'

# The npm package warcio reads the files, too. The script prints the number of
# records of each type, and "bad" for each digest that differs.
cat >"$WORK/warcio.js" <<'END_OF_NODE'
const crypto = require("crypto");
const fs = require("fs");
const { WARCParser } = require("warcio");

async function read(file) {
  const count = {};
  for await (const record of new WARCParser(fs.createReadStream(file))) {
    count[record.warcType] = (count[record.warcType] || 0) + 1;
    const payload = await record.readFully(false);
    if (record.warcType === "warcinfo" || record.warcType === "revisit")
      continue;
    const digest = "sha256:" +
      crypto.createHash("sha256").update(payload).digest("hex");
    if (digest !== record.warcPayloadDigest ||
        record.httpHeaders.statusCode !== 200 ||
        !record.warcTargetURI.startsWith("http://127.0.0.1:"))
      console.log("bad", record.warcTargetURI, digest);
  }
  console.log(Object.keys(count).sort()
    .map((type) => `${type} ${count[type]}`).join(", "));
}
read(process.argv[2]).catch((e) => { console.log(e); process.exit(1); });
END_OF_NODE
if node -e 'require.resolve("warcio")' >/dev/null 2>&1; then
	is "$(node "$WORK/warcio.js" "$WORK/all.warc.gz" 2>&1)" \
		'response 10, warcinfo 1' 'warcio reads each record'
	is "$(node "$WORK/warcio.js" "$WORK/twice.warc.gz" 2>&1)" \
		'response 9, revisit 1, warcinfo 1' \
		'warcio reads a file with a revisit record'
else
	skip 'warcio reads each record' \
		'node with the npm package warcio (NODE_PATH) is absent'
	skip 'warcio reads a file with a revisit record' \
		'node with the npm package warcio (NODE_PATH) is absent'
fi

sql "UPDATE page SET fetched_at = fetched_at - 10 * 86400
	WHERE article_id % 2 = 0"
old=$(sql 'SELECT count(*) FROM page WHERE article_id % 2 = 0')
gleaner warc --until 7d >"$WORK/old.warc.gz"
is "$(python3 "$WORK/read.py" "$WORK/old.warc.gz" 2>&1)" "$old" \
	'warc --until excludes later pages'
gleaner warc --since 7d >"$WORK/new.warc.gz"
is "$(python3 "$WORK/read.py" "$WORK/new.warc.gz" 2>&1)" "$((10 - old))" \
	'warc --since excludes earlier pages'
gleaner warc --since 1h --until 1h >"$WORK/none.warc.gz"
is "$?$(python3 "$WORK/read.py" "$WORK/none.warc.gz" 2>&1)" 10 \
	'without a page, warc writes only a header record and ends with 1'

sql "UPDATE page SET body = zeroblob(1) WHERE article_id = 2"
gleaner warc >"$WORK/rest.warc.gz" 2>"$WORK/err"
is "$?$(python3 "$WORK/read.py" "$WORK/rest.warc.gz" 2>&1)" 19 \
	'a damaged page is skipped, and the exit code is 1'
like "$(cat "$WORK/err")" 'article 2: the stored page cannot be unpacked' \
	'a damaged page is reported'

done_testing
