#!/bin/sh
# The manual pages and the completions hold every command, option, key, table
# and column, for they are made of the tables that the programs run by.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
G=$BUILD/gleaner
cd "$WORK" || bail 'no folder'

for page in $("$G" manual); do
	name=${page%(*}
	section=${page#*(}
	"$G" manual "$name" >"$name.${section%)}" || bail "no page $name"
done
ok 'gleaner(1), gleanerd(8), gleaner.yaml(5), gleaner-schema(7) are there' \
	test -s gleaner.1 -a -s gleanerd.8 -a -s gleaner.yaml.5 -a \
	-s gleaner-schema.7
fails 'another page is none' "$G" manual gleaner.toml
is "$(cat -- *.[1-8] | grep -c '^@')" 0 'no placeholder is left'

# plain FILE: the words of a page, without roff: a space around each.
plain() {
	sed 's/\\-/-/g; s/\\&//g; s/\\f[BR]//g; s/\\(aq/'"'"'/g
		s/"//g; s/^/ /; s/$/ /' "$1"
}

# Commands, and the options of each as its --help has them.
commands=$("$G" help | sed -n '/^Commands:/,/^$/s/^  \([a-z].*\)/\1/p' |
	sed 's/   .*//; s/ [[A-Z].*//; s/ [a-z]*|.*//')
plain gleaner.1 >page
missing=
n=0
IFS='
'
for command in $commands; do
	grep -q "^ \.It Ic $command " page || missing="$missing, $command"
	n=$((n + 1))
	# shellcheck disable=SC2086
	options=$(IFS=' '; "$G" $command --help |
		sed -n '/^Options:/,/^$/s/^  .*--\([a-z-]*\).*/\1/p')
	sed -n "/^ \.It Ic $command /,/^ \.It Ic /p" page >section
	sed -n '/^ \.Ss Options of every/,/^ \.Ss Times/p' page >>section
	if grep -q 'The same as' section; then
		options=
	fi
	for option in $options; do
		grep -q -- "Fl.* --*$option " section ||
			missing="$missing, $command --$option"
		n=$((n + 1))
	done
	grep -q '^ \$ gleaner ' section || missing="$missing, example: $command"
done
unset IFS
is "$missing" '' 'every command, option and example stands in gleaner(1)'
cmp_ok "$n" -gt 100 'and there are many of them'

plain gleanerd.8 >page
missing=
for option in $("$BUILD/gleanerd" --help | grep -o -- '--[a-z-]*' | sort -u); do
	grep -q -- "^ \.It Fl.* -*${option#--} " page || missing="$missing $option"
done
is "$missing" '' 'every option of gleanerd stands in gleanerd(8)'

plain gleaner.yaml.5 >page
missing=
n=0
for key in $(sed -n 's/^| `\([a-z_.]*\)` .*/\1/p' "$TOP/docs/configuration.md")
do
	grep -q "^ \.It Cm $key : " page || missing="$missing $key"
	n=$((n + 1))
done
is "$missing" '' 'every key stands in gleaner.yaml(5)'
cmp_ok "$n" -gt 30 'and there are many of them'

write_config
gleanerd_once >/dev/null
plain gleaner-schema.7 >page
missing=
n=0
for column in $(sql "SELECT t.name || '.' || c.name FROM pragma_table_list t,
	pragma_table_info(t.name) c WHERE t.schema = 'main' AND t.type = 'table'
	AND t.name NOT LIKE 'sqlite%'"); do
	sed -n "/^ \.Ss .*\<${column%.*}[,:]/,/^ \.S[sh]/p" page |
		grep -q "^ \.It Va .*\<${column#*.}\>" ||
		missing="$missing $column"
	n=$((n + 1))
done
is "$missing" '' 'every column of every table stands in gleaner-schema(7)'
cmp_ok "$n" -gt 100 'and there are many of them'

# ----------------------------------------------------------------- lint

if command -v mandoc >/dev/null; then
	# What refers to pages that are not installed (yet) is no fault.
	is "$(mandoc -Tlint -- *.[1-8] 2>/dev/null | grep -v 'referenced manual not found')" \
		'' 'mandoc finds nothing to say of them'
	like "$(mandoc -Tascii gleaner.1 2>/dev/null | sed "s/.$(printf '\b')//g")" \
		'gleaner show 42' 'and they read as they should'
else
	tap_pass 'mandoc is not here # SKIP'
	tap_pass 'mandoc is not here # SKIP'
fi

# ----------------------------------------------------------- completion

"$G" completion bash >bash.sh
"$G" completion zsh >_gleaner
ok 'bash takes its script' bash -n bash.sh
like "$("$G" completion fish 2>&1)" 'unknown shell "fish"' 'another shell is told of'

# completed WORD…: what bash offers for the last of them.
completed() {
	# shellcheck disable=SC2016
	bash -c '. ./bash.sh
		COMP_WORDS=("$@")
		COMP_CWORD=$(($# - 1))
		_gleaner
		printf "%s\n" "${COMPREPLY[@]}"' - "$@" | tr '\n' ' '
}
like "$(completed gleaner art)" '^articles $' 'a command is completed'
like "$(completed gleaner feed l)" '^list $' 'its second word, too'
like "$(completed gleaner feed list --t)" '^--tag $' 'and its options'
is "$(completed gleaner articles --status d)" 'done ' 'and their words'
is "$(completed gleaner articles --status = fe)" 'feed_only ' \
	'also behind ='
is "$(completed gleaner -c any.yaml sho)" 'show ' 'behind -c FILE'
like "$(completed gleaner cut _gl)" '^_gleaner $' 'files where they belong'
like "$(completed gleaner extract _gl)" '^_gleaner $' \
	'and after the other name of a command'
like "$(completed gleaner reextract --dry)" '^--dry-run $' \
	'whose options are completed, too'
is "$(completed gleaner articles --since 2)" ' ' 'nothing where it knows none'
missing=
for word in $(printf '%s\n' "$commands" | sed 's/ .*//' | sort -u); do
	case " $(completed gleaner '') " in
	*" $word "*) ;;
	*) missing="$missing $word" ;;
	esac
done
is "$missing" '' 'every command is offered'

if command -v zsh >/dev/null; then
	ok 'zsh takes its script' zsh -n _gleaner
	# _arguments and _describe as they are called, without a terminal.
	zsh_said=$(zsh -f -c '
		_arguments() { print -r -- "$@"; line=(list); state=$want; }
		_describe() { print -r -- ${(P)2}; }
		_files() { :; }
		compdef() { :; }
		want=command; . ./_gleaner
		_gleaner_of "feed list"; _gleaner_of show' 2>&1)
	like "$zsh_said" 'articles:list articles, newest first' 'commands are offered'
	like "$zsh_said" '--tag=\[list only feeds' 'options with their help'
	unlike "$zsh_said" 'bad|error|not found' 'without a complaint'
else
	for skipped in 1 2 3 4; do
		tap_pass "zsh is not here # SKIP $skipped"
	done
fi
done_testing
