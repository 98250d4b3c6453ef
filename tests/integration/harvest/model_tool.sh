#!/bin/sh
# The training tool (tests/model/tool.c) reads pages and writes their features.
# cuter/model/train.py relies on the formats that are tested here.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

[ -x "$BUILD/model-tool" ] || bail 'no model-tool: make check-built'

# Prints the sizes of the first stage's and of the second stage's features.
"$BUILD/model-tool" groups >"$WORK/groups"
is $? 0 'groups: exit code 0'
like "$(head -n 1 "$WORK/groups")" '^[a-z ]+.[0-9]+$' \
	'groups: name and size of each group'

for page in single multi; do
	python3 -c 'import json, sys
print(json.dumps({"id": sys.argv[1], "file": sys.argv[2],
                  "hint_title": "Harbour"}))' \
		"$page" "$TOP/tests/pages/$page.html"
done >"$WORK/lines"
"$BUILD/model-tool" rows "$WORK/rows" <"$WORK/lines" >"$WORK/blocks"
is $? 0 'rows: exit code 0'
# Prints the number of lines, the number of blocks, and the number of bytes of
# the rows divided by the number of blocks.
python3 - "$WORK/blocks" "$WORK/rows" >"$WORK/sizes" <<'END'
import json, os, sys
pages = [json.loads(line) for line in open(sys.argv[1], encoding="utf-8")]
blocks = sum(map(len, pages))
size = os.path.getsize(sys.argv[2])
print(len(pages), blocks > 20, size % (4 * blocks), size > 100 * blocks)
END
is "$(cat "$WORK/sizes")" '2 True 0 True' \
	'rows: the same number of features for each block of both pages'

python3 - "$WORK/blocks" >"$WORK/scores" <<'END'
import json, struct, sys
for line in open(sys.argv[1], encoding="utf-8"):
    sys.stdout.buffer.write(b"".join(
        struct.pack("f", -1.0 if i % 3 else 1.0)
        for i in range(len(json.loads(line)))))
END
"$BUILD/model-tool" second "$WORK/scores" "$WORK/second" <"$WORK/lines"
is $? 0 'second: exit code 0'
ok 'second: features are written' test -s "$WORK/second"
: >"$WORK/none"
"$BUILD/model-tool" second "$WORK/none" "$WORK/second" <"$WORK/lines" \
	2>"$WORK/error"
is $? 1 'second: too few scores are an error'
like "$(cat "$WORK/error")" 'too few scores' 'second: a message'
done_testing
