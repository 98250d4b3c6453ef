#!/bin/sh
# Compares statements of the manual with the programs: exit codes, log
# destination, restarts of the unit, paths, options, states, flags, bounds.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
G=$BUILD/gleaner
D=$BUILD/gleanerd
UNIT=$TOP/systemd/gleanerd.service
cd "$WORK" || bail 'no folder'
for page in gleaner gleanerd gleaner.yaml; do
	# The page in one line, because a sentence may be wrapped anywhere.
	"$G" manual "$page" | sed 's/\\-/-/g; s/\\(aq/'"'"'/g' |
		tee "$page.lines" | tr '\n' ' ' >"$page"
done

# unit KEY: prints the number that gleanerd.service sets for KEY.
unit() {
	sed -n "s/^$1=\([0-9]*\)\$/\1/p" "$UNIT"
}

# ------------------------------------------------------------- exit codes

# codes PAGE: prints the exit codes in the section EXIT STATUS of the page.
codes() {
	sed -n '/^\.Sh EXIT STATUS/,/^\.El/s/^\.It \([0-9]\).*/\1/p' "$1.lines" |
		tr '\n' ' '
}
is "$(codes gleanerd)" '0 1 2 3 ' 'N5: gleanerd(8) lists exit codes 0 to 3'
is "$("$D" --help | tr '\n' ' ' | grep -o '[0-9] [a-z]* *[a-z]*' |
	sed -n 's/^\([0-3]\) \(done\|failed\|configuration\|database\).*/\1/p' |
	tr '\n' ' ')" '0 1 2 3 ' 'N5: gleanerd --help lists exit codes 0 to 3'
is "$(codes gleaner)" '0 1 2 3 ' 'N5: gleaner(1) lists exit codes 0 to 3'
got() {
	"$@" >out 2>err
	echo $?
}
printf 'feeds: []\ndatabase: %s\n' "$WORK/a.db" >good.yaml
printf 'fedes: []\n' >bad.yaml
printf 'database: %s\n' "$WORK/empty.db" >refused.yaml
: >empty.db
printf 'database: %s\nhost: { allow_private: true, gap: 0s }\nfeeds: [%s]\n' \
	"$WORK/b.db" 'http://127.0.0.1:1/rss' >fails.yaml
is "$(got "$D" -c good.yaml --once)" 0 \
	'N5: gleanerd ends with 0 after a run without a failure'
is "$(got "$D" -c fails.yaml --once)" 1 \
	'N5: gleanerd ends with 1 if a feed failed'
is "$(got "$D" -c bad.yaml --once)" 2 \
	'N5: gleanerd ends with 2 if the configuration is invalid'
is "$(got "$D" --frobnicate)" 2 'N5: gleanerd ends with 2 for an unknown option'
is "$(got "$D" -c refused.yaml --once)" 3 \
	'N5: gleanerd ends with 3 if it refuses the database'
is "$(got "$G" --db a.db feed list)" 1 \
	'N5: gleaner ends with 1 if nothing was found'
is "$(got "$G" --db empty.db push --consumer c http://127.0.0.1:9/)" 3 \
	'N5: gleaner push ends with 3 if the database cannot be opened'
push=$TOP/systemd/gleaner-push@.service
is "$(sed -n 's/^RestartPreventExitStatus=//p' "$push")" '1 2' \
	'N5: gleaner-push@ is not started again after exit codes 1 and 2'
is "$(got "$G" frobnicate)" 2 'N5: gleaner ends with 2 for an unknown command'

# ---------------------------------------------------------------- the log

"$D" -c good.yaml --once >out 2>err
is "$(cat out)" '' 'N5: the log does not go to standard output'
isnt "$(cat err)" '' 'N5: the log goes to standard error'
like "$(cat gleanerd)" 'writes one line for each event to standard error' \
	'N5: gleanerd(8) states that the log goes to standard error'
unlike "$(cat gleanerd)" 'standard output' \
	'N5: gleanerd(8) does not mention standard output'

# --------------------------------------------------------------- the unit

words='zero one two three four five six seven eight nine ten'
number() { # WORD: "three" gives 3
	n=0
	for word in $words; do
		[ "$word" = "$1" ] && echo "$n"
		n=$((n + 1))
	done
}
after=$(sed -n 's/.*starts the daemon again after \([a-z]*\) seconds.*/\1/p' gleanerd)
is "$(number "$after")" "$(unit RestartSec)" \
	'N5: gleanerd(8) gives the restart pause of the unit'
like "$(cat gleanerd)" 'seconds, until the start succeeds' \
	'N5: gleanerd(8) states that restarts are repeated without end'
cmp_ok $(($(unit RestartSec) * $(unit StartLimitBurst))) -gt \
	"$(unit StartLimitIntervalSec)" \
	'N5: the start limit of the unit is never reached'
is "$(sed -n 's/^RestartPreventExitStatus=//p' "$UNIT")" '2 3' \
	'N5: the unit does not restart the service after exit codes 2 and 3'
like "$(cat gleanerd)" 'service is started again' \
	'N5: gleanerd(8) states that the service is restarted after exit code 1'
is "$(sed -n 's/^database: //p' "$TOP/systemd/gleaner.yaml")" \
	"$(grep -o '/var/lib/gleaner/[a-z.]*' gleanerd | sort -u)" \
	'N5: gleanerd(8) names the database of the service'
is "$(sed -n 's/^control: //p' "$TOP/systemd/gleaner.yaml")" \
	"$(grep -o '/run/gleaner/[a-z.]*' gleanerd | sort -u)" \
	'N5: gleanerd(8) names the control socket of the service'

# ------------------------------------------------------------------ bounds

limit_s() {
	sed -n "s/^#define $1 *\([0-9]*\).*/\1/p" "$TOP/base/limits.h"
}
like "$(cat gleanerd)" \
	"at growing intervals for $(echo "$words" | cut -d ' ' -f \
	$(($(limit_s LIMIT_STORE_FAULT_S) / 60 + 1))) minutes" \
	'N5: gleanerd(8) gives the time limit for a failing disk'

# ---------------------------------------------------------- names and words

missing=
for option in $("$D" --help | grep -o -- '-[-a-zA-Z]*[a-zA-Z]' |
	grep '^--\?[a-z]' | sort -u); do
	grep -q -- "^\.It.*Fl ${option#-}\( \|\$\)" gleanerd.lines ||
		missing="$missing $option"
done
is "$missing" '' 'N5: gleanerd(8) documents every option of gleanerd --help'
for option in -h --help -V --version; do
	is "$(got "$D" "$option")$(cat err)" 0 "N5: gleanerd $option works"
	is "$(got "$G" "$option")$(cat err)" 0 "N5: gleaner $option works"
done
is "$("$D" -V)" "$("$D" --version)" \
	'N5: gleanerd -V prints the same as --version'
is "$("$D" -h)" "$("$D" --help)" 'N5: gleanerd -h prints the same as --help'

# Compares the statuses that gleaner(1) lists with those that an error message
# lists.
statuses=$(sed -n '/^An article has a status/,/^\.El/s/^\.It Cm //p' \
	gleaner.lines | sort | tr '\n' ' ')
"$G" --db a.db articles --status nonesuch 2>err
is "$(sed -n 's/.*--status must be one of \([a-z_, ]*\), not.*/\1/p' err |
	tr -d ' ' | tr ',' '\n' | sort | tr '\n' ' ')" "$statuses" \
	'N5: gleaner(1) lists every status of an article'
flags=$(sed -n '/^The flags of an article name/,/gleaner-schema/s/^\.Cm \([a-z-]*\).*/\1/p' \
	gleaner.lines | sort | tr '\n' ' ')
is "$(sed -n '/^## Flags/,/^## /s/^| `\([a-z-]*\)`.*/\1/p' \
	"$TOP/docs/output.md" | sort | tr '\n' ' ')" "$flags" \
	'N5: gleaner(1) lists every flag of an article'

# ------------------------------------------------- the other documentation

unlike "$(sed -n '/^## Confidence/,/^## /p' "$TOP/docs/output.md")" \
	'for now|is a weighted sum' \
	'N5: output.md states how the confidence is computed'
ok 'N5: the program that fits the confidence exists' \
	test -s "$TOP/cuter/model/confidence.py"
is "$(grep -c '^WEIGHT(' "$TOP/cuter/article/class/confidence.inc")" \
	"$(number "$(sed -n '/^## Confidence/,/^## /p' "$TOP/docs/output.md" |
		grep -o '[a-z]* measures' | head -n 1 | cut -d ' ' -f 1)")" \
	'N5: output.md gives the number of measures'
done_testing
