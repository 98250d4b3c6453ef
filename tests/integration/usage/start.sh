#!/bin/sh
# Tests the start of `gleaner`. A command that reads no document and sends no
# request loads neither libcurl nor libxml2 nor tidy, and has few relocations.
# Other commands run in gleaner-read or gleaner-fetch with the same command
# line.
. "${0%/*}/../../lib/tap.sh"

needed() {
	readelf -d "$BUILD/$1" | sed -n 's/.*(NEEDED).*\[\(lib[a-z]*\).*/\1/p'
}
libraries=$(needed gleaner)
like "$libraries" '^libsqlite' 'the libraries of gleaner are listed'
for library in libcurl libxml libtidy libseccomp libevent; do
	unlike "$libraries" "^$library" "gleaner does not load $library"
done
like "$(needed gleaner-read)" '^libxml' 'gleaner-read loads libxml2'
unlike "$(needed gleaner-read)" '^libcurl' 'gleaner-read does not load libcurl'
like "$(needed gleaner-fetch)" '^libcurl' 'gleaner-fetch loads libcurl'
if [ "$(is_sanitized)" = yes ]; then
	skip 'gleaner has few relocations' 'a sanitizer adds relocations'
else
	loaded=$(LD_DEBUG=statistics "$BUILD/gleaner" --version 2>&1 |
		awk -F: '/number of (relative )?relocations:/ { n += $NF }
			END { print n }')
	cmp_ok "$loaded" -lt 25000 'gleaner has few relocations'
fi

echo "database: $DB" >"$WORK/gleaner.yaml"
cat >"$WORK/subscriptions.opml" <<'END'
<opml version="2.0"><body>
<outline text="Lamp" xmlUrl="https://lamp.test/feed"/></body></opml>
END
gleaner import "$WORK/subscriptions.opml" >"$WORK/said" 2>&1
is $? 0 'import runs in gleaner-read'
like "$(gleaner feed list)" 'lamp\.test' 'feed list runs in gleaner'

# The whole configuration is read, with lists of feeds in OPML.
cat >"$WORK/opml.yaml" <<END
database: $DB
include: [subscriptions.opml]
END
like "$(gleaner -c "$WORK/opml.yaml" feed list --json)" 'lamp\.test' \
	'a configuration can include an OPML file'
echo '<opml><body><outline xmlUrl="ftp://lamp.test/"/></body></opml>' \
	>"$WORK/subscriptions.opml"
gleaner -c "$WORK/opml.yaml" status >"$WORK/said" 2>"$WORK/why"
like "$(cat "$WORK/why")" 'subscriptions\.opml:1:1: url: "ftp:' \
	'a fault of the OPML file is reported with its line'

# `gleaner cut` runs in gleaner-read with the same command line. gleaner-read also
# parses the options after an operand.
text=$(printf '<p>The lamp was lit again on Friday, and the town came.</p>' |
	gleaner cut - --format json)
like "$text" '"body": *"The lamp was lit' 'cut reads standard input'
gleaner cut --no-such-option 2>"$WORK/why"
is $? 2 'the exit code is that of the started program'
like "$(cat "$WORK/why")" '^gleaner cut: ' 'messages name the command'
gleaner show 1 --explain >"$WORK/said" 2>"$WORK/why"
is $? 1 'show fails if the article does not exist'
for command in cut 'feed add' doctor manual articles; do
	# shellcheck disable=SC2086
	like "$(gleaner $command --help)" "^usage: gleaner $command" \
		"gleaner $command --help prints the usage"
done
done_testing
