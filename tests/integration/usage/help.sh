#!/bin/sh
# Tests `gleaner help`: topics, commands, and suggestions for misspelt words.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

gleaner_of() {
	OUT=$("$BUILD/gleaner" "$@" 2>&1)
	CODE=$?
}

gleaner_of help topics
is "$CODE" 0 'help topics succeeds'
TOPICS=$(printf '%s\n' "$OUT" | sed -n 's/^  \([a-z-]*\) .*/\1/p')
is "$(printf '%s\n' "$TOPICS")" \
	"$(cd "$TOP/docs/help" && printf '%s\n' *.txt | sed 's/\.txt$//')" \
	'help topics lists each file of docs/help'
gleaner_of help
listed=$OUT
for topic in $TOPICS; do
	gleaner_of help "$topic"
	is "$CODE" 0 "help $topic succeeds"
	is "$OUT" "$(sed "1s/^/$topic: /" "$TOP/docs/help/$topic.txt")" \
		"help $topic prints its file"
	is "$(printf '%s\n' "$OUT" | awk 'length > 80')" '' \
		"help $topic fits 80 columns"
	like "$listed" "^  $topic " "help lists $topic"
	fails "$topic is not a command" "$BUILD/gleaner" "$topic" --help
done
for topic in config exit-codes selectors queries cursors; do
	like "$TOPICS" "^$topic\$" "$topic is a topic"
done

# Each command has its --help, and `help COMMAND` prints the same.
printf '%s\n' "$listed" | sed -n '/^Commands:/,/^$/s/^  \([a-z]\)/\1/p' |
	sed 's/ *[A-Z].*//; s/  .*//' | sort -u >"$WORK/commands"
cmp_ok "$(wc -l <"$WORK/commands")" -gt 40 'help lists the commands'
while read -r command; do
	# shellcheck disable=SC2086
	gleaner_of $command --help
	of_option=$OUT
	is "$CODE" 0 "$command --help succeeds"
	# shellcheck disable=SC2086
	gleaner_of help $command
	is "$OUT" "$of_option" "help $command prints the same"
	like "$(printf '%s\n' "$OUT" | sed -n 3p)" '^[A-Z].*\.$' \
		"help $command begins with a sentence"
	is "$(printf '%s\n' "$OUT" | sed '/^Example:/,$d' | wc -L | awk '$1 > 80')" \
		'' "help $command fits 80 columns"
done <"$WORK/commands"

# suggests WORD… EXPECTED: a misspelt word gets a suggestion and exit code 2.
suggests() {
	expected=$1
	shift
	gleaner_of "$@"
	is "$CODE" 2 "$* is an error of usage"
	like "$OUT" "did you mean \"$expected\"\\?" "$* suggests $expected"
}
suggests exit-codes help exit-code
suggests queries help querys
suggests cursors help cursosr
suggests config help cofnig
suggests articles help artcles
suggests topics help topcis
suggests articles artciles
suggests status staus
suggests 'feed list' feed lst
suggests help hlep
gleaner_of help something-else
is "$CODE" 2 'an unknown topic is an error of usage'
like "$OUT" 'gleaner help topics' 'the message names the list of topics'
gleaner_of articles --liimt 5
is "$CODE" 2 'a misspelt option is an error of usage'
like "$OUT" 'did you mean --limit' 'a misspelt option gets a suggestion'

like "$("$BUILD/gleaner" completion bash)" 'exit-codes' \
	'the completion of bash has the topics'
like "$("$BUILD/gleaner" completion zsh)" "'exit-codes:" \
	'the completion of zsh has the topics'
like "$("$BUILD/gleaner" completion fish)" '"help".* -a exit-codes' \
	'the completion of fish has the topics'
like "$("$BUILD/gleaner" manual gleaner)" 'It Cm "exit.*codes' \
	'the manual has the topics'
done_testing
