#!/bin/sh
# The manual pages and the completions contain every command, option, key, table
# and column, because they are generated from the tables of the programs.
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
fails 'an unknown manual page is an error' "$G" manual gleaner.toml
is "$(cat -- *.[1-8] | grep -c '^@')" 0 'no placeholder is left'

# plain FILE: prints the words of a page without roff markup, with a space
# around each line.
plain() {
	sed 's/\\-/-/g; s/\\&//g; s/\\f[BR]//g; s/\\(aq/'"'"'/g
		s/"//g; s/^/ /; s/$/ /' "$1"
}

# Prints the commands, and the options that the --help of each command lists.
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
is "$missing" '' \
	'gleaner(1) documents every command and option, with an example of each'
cmp_ok "$n" -gt 100 'gleaner(1) has more than 100 commands and options'

plain gleanerd.8 >page
missing=
for option in $("$BUILD/gleanerd" --help | grep -o -- '--[a-z-]*' | sort -u); do
	grep -q -- "^ \.It Fl.* -*${option#--} " page || missing="$missing $option"
done
is "$missing" '' 'gleanerd(8) documents every option'

plain gleaner.yaml.5 >page
missing=
n=0
for key in $(sed -n 's/^| `\([a-z_.]*\)` .*/\1/p' "$TOP/docs/configuration.md")
do
	grep -q "^ \.It Cm $key : " page || missing="$missing $key"
	n=$((n + 1))
done
is "$missing" '' 'gleaner.yaml(5) documents every key'
cmp_ok "$n" -gt 30 'gleaner.yaml(5) has more than 30 keys'

# Each page of serve/page_routes.c, and each route of feeds, is in the manual.
sed 's/\\-/-/g; s/^\.[IP][ta] \(Pa \)*//; s/[ ,?]/\n/g' \
	"$TOP/docs/man/gleaner-serve.8" >page
missing=
n=0
for route in $(sed -n 's/^	PAGE("\([^"]*\)".*/\1/p' "$TOP/serve/page_routes.c" |
	grep -v '[.]css$'); do
	route=$(printf '%s\n' "$route" | sed 's/{id}/ID/; s/{name}/NAME/')
	grep -qxF "$route" page || missing="$missing $route"
	n=$((n + 1))
done
for route in /index.atom /index.json /category/NAME.atom /profile/NAME.atom; do
	grep -qxF "$route" page || missing="$missing $route"
done
is "$missing" '' 'gleaner-serve(8) documents every page'
cmp_ok "$n" -gt 10 'gleaner-serve(8) has more than 10 pages'

write_config
gleanerd_once >/dev/null
plain gleaner-schema.7 >page
missing=
n=0
if is_postgres; then
	sql "SELECT c.table_name || '.' || c.column_name
		FROM information_schema.columns c
		JOIN information_schema.tables t USING (table_schema, table_name)
		WHERE c.table_schema = 'gleaner' AND t.table_type = 'BASE TABLE'
		AND c.column_name <> 'shard' AND c.table_name NOT IN (
		'article_fts', 'change_counter', 'node', 'schema_migration',
		'shard_lease', 'websub_relay')"
else
	sql "SELECT t.name || '.' || c.name FROM pragma_table_list t,
		pragma_table_info(t.name) c WHERE t.schema = 'main'
		AND t.type = 'table' AND t.name NOT LIKE 'sqlite%'"
fi >columns
while read -r column; do
	sed -n "/^ \.Ss .*\<${column%.*}[,:]/,/^ \.S[sh]/p" page |
		grep -q "^ \.It Va .*\<${column#*.}\>" ||
		missing="$missing $column"
	n=$((n + 1))
done <columns
is "$missing" '' 'gleaner-schema(7) documents every column of every table'
cmp_ok "$n" -gt 100 'gleaner-schema(7) has more than 100 columns'

# ----------------------------------------------------------------- lint

if command -v mandoc >/dev/null; then
	# A reference to a page that is not installed (yet) is not a fault.
	is "$(mandoc -Tlint -- *.[1-8] 2>/dev/null | grep -v 'referenced manual not found')" \
		'' 'mandoc reports no fault in the pages'
	like "$(mandoc -Tascii gleaner.1 2>/dev/null | sed "s/.$(printf '\b')//g")" \
		'gleaner show 42' 'mandoc prints an example of gleaner(1)'
else
	tap_pass 'mandoc is not installed # SKIP'
	tap_pass 'mandoc is not installed # SKIP'
fi

# ----------------------------------------------------------- completion

"$G" completion bash >bash.sh
"$G" completion zsh >_gleaner
ok 'the completion script is valid bash' bash -n bash.sh
"$G" completion fish >gleaner.fish
like "$("$G" completion tcsh 2>&1)" 'unknown shell "tcsh"' \
	'an unknown shell is an error'

# completed WORD…: prints the completions that bash offers for the last word.
completed() {
	# shellcheck disable=SC2016
	bash -c '. ./bash.sh
		COMP_WORDS=("$@")
		COMP_CWORD=$(($# - 1))
		_gleaner
		printf "%s\n" "${COMPREPLY[@]}"' - "$@" | tr '\n' ' '
}
like "$(completed gleaner art)" '^articles $' 'bash completes a command'
like "$(completed gleaner feed l)" '^list $' \
	'bash completes the second word of a command'
like "$(completed gleaner feed list --t)" '^--tag $' 'bash completes an option'
is "$(completed gleaner articles --status d)" 'done ' \
	'bash completes the value of an option'
is "$(completed gleaner articles --status = fe)" 'feed_only ' \
	'bash completes the value after ='
is "$(completed gleaner -c any.yaml sho)" 'show ' \
	'bash completes a command after -c FILE'
like "$(completed gleaner cut _gl)" '^_gleaner $' \
	'bash completes a file name after a command that reads files'
like "$(completed gleaner extract _gl)" '^_gleaner $' \
	'bash completes a file name after an alias of a command'
like "$(completed gleaner reextract --dry)" '^--dry-run $' \
	'bash completes the options of an alias'
is "$(completed gleaner articles --since 2)" ' ' \
	'bash offers nothing for a value without a fixed set'
# Tests the completion of the names of feeds, tags and consumers. Because bash
# splits a word at ":", only the part of a name after the ":" is completed.
printf 'database: %s\nprofiles:\n  - { name: energy, keywords: [grid] }\n' \
	"$PWD/names.db" >names.yaml
"$G" -c names.yaml feed add --as-is --tag 'two words' --tag world \
	https://example.org/a >/dev/null
"$G" -c names.yaml feed add --as-is http://example.net/b >/dev/null
"$G" -c names.yaml follow --consumer digest >/dev/null
is "$("$G" -c names.yaml completion --words tags)" 'two words
world' 'completion --words lists the tags'
is "$("$G" -c names.yaml completion --words consumers)" digest \
	'completion --words lists the consumers'
"$G" --db none.db completion --words feeds 2>/dev/null
is "$?" 1 \
	'completion --words fails without a database'
# named LINE WORD…: like completed(), for a line that bash has split into words.
named() {
	# shellcheck disable=SC2016
	bash -c '. ./bash.sh
		COMP_LINE=$1
		COMP_POINT=${#COMP_LINE}
		shift
		COMP_WORDS=("$@")
		COMP_CWORD=$(($# - 1))
		_gleaner
		printf "%s\n" "${COMPREPLY[@]}"' - "$@" | tr '\n' ' '
}
is "$(named 'gleaner -c names.yaml feed pause https://ex' \
	"$G" -c names.yaml feed pause https : //ex)" '//example.org/a ' \
	'bash completes the URL of a feed after a colon'
is "$(named 'gleaner -c names.yaml follow --tag w' \
	"$G" -c names.yaml follow --tag w)" 'world ' 'bash completes a tag'
is "$(named 'gleaner -c names.yaml profile e' \
	"$G" -c names.yaml profile e)" 'explain energy ' \
	'bash completes a profile, and the second word of a command'
like "$(named 'gleaner -c names.yaml profile energy --si' \
	"$G" -c names.yaml profile energy --si)" '^--since $' \
	'bash completes the options of a command that is a group, too'
is "$(named 'gleaner -c names.yaml follow --consumer=' \
	"$G" -c names.yaml follow --consumer =)" 'digest ' \
	'bash completes a consumer after ='
missing=
for word in $(printf '%s\n' "$commands" | sed 's/ .*//' | sort -u); do
	case " $(completed gleaner '') " in
	*" $word "*) ;;
	*) missing="$missing $word" ;;
	esac
done
is "$missing" '' 'bash offers every command'

if command -v zsh >/dev/null; then
	ok 'the completion script is valid zsh' zsh -n _gleaner
	# _arguments and _describe print their arguments, so that no terminal is
	# needed.
	zsh_said=$(zsh -f -c '
		_arguments() { print -r -- "$@"; line=(list); state=$want; }
		_describe() { print -r -- ${(P)2}; }
		_files() { :; }
		compdef() { :; }
		want=command; . ./_gleaner; _gleaner
		_gleaner_of "feed list"; _gleaner_of show' 2>&1)
	like "$zsh_said" 'articles:list articles, newest first' \
		'zsh offers the commands with their help'
	like "$zsh_said" '--tag=\[list only feeds' \
		'zsh offers the options with their help'
	unlike "$zsh_said" 'bad|error|not found' \
		'the zsh script prints no error'
	is "$(zsh -f -c 'autoload -U compinit && compinit -D
		source ./_gleaner && print ${_comps[gleaner]}' 2>&1)" _gleaner \
		'the zsh script can be sourced'
	# Completes lines in an interactive zsh. The function `finish` writes the
	# completed line to a file.
	cat >pty.zsh <<'EOF'
zmodload zsh/zpty zsh/zselect
zpty shell zsh -f -i
zpty -w shell 'PS1=; autoload -U compinit; compinit -D -u; source ./_gleaner'
zpty -w shell 'finish() { zle complete-word; print -r -- $BUFFER >>lines; BUFFER=; }'
zpty -w shell 'zle -N finish; bindkey "^T" finish; print >ready'
# The shell stops if nobody reads its output.
await() {
	local -F end=$((SECONDS + 60))
	local rest
	until eval $1 || ((SECONDS > end)); do
		zpty -rt shell rest
		zselect -t 5
	done
}
await '[[ -s ready ]]'
for ((n = 1; n <= $#; n++)); do
	zpty -n -w shell $argv[n]$'\C-t'
	await "[[ -f lines && \$(wc -l <lines) -ge $n ]]"
done
zpty -d shell
cat lines
EOF
	# A name that is known only from the configuration of -c or --config.
	is "$(PATH=$BUILD:$PATH zsh -f pty.zsh \
		'gleaner -c names.yaml feed pause https://ex' \
		'gleaner --config=names.yaml follow --tag wor' \
		'gleaner -c names.yaml follow --consumer=d' \
		'gleaner follow --db names.db --consumer d' \
		'gleaner -c names.yaml profile en' \
		'gleaner -c none.yaml follow --consumer d' 2>&1)" \
		'gleaner -c names.yaml feed pause https://example.org/a 
gleaner --config=names.yaml follow --tag world 
gleaner -c names.yaml follow --consumer=digest 
gleaner follow --db names.db --consumer digest 
gleaner -c names.yaml profile energy 
gleaner -c none.yaml follow --consumer d' \
		'zsh completes feeds, tags, consumers and profiles'
else
	for skipped in 1 2 3 4 5 6; do
		tap_pass "zsh is not installed # SKIP $skipped"
	done
fi

# offered LINE: prints the completions that fish offers, without their help.
offered() {
	PATH=$BUILD:$PATH fish --no-config -c "source gleaner.fish
		complete -C '$1'" | sed "s/$(printf '\t').*//" | sort | tr '\n' ' '
}
if command -v fish >/dev/null; then
	ok 'the completion script is valid fish' fish --no-execute gleaner.fish
	is "$(offered 'gleaner art')" 'articles ' 'fish completes a command'
	is "$(offered 'gleaner feed pa')" 'pause ' \
		'fish completes the second word of a command'
	is "$(offered 'gleaner articles --status d')" 'done ' \
		'fish completes the value of an option'
	is "$(offered 'gleaner -c names.yaml feed pause http')" \
		'http://example.net/b https://example.org/a ' \
		'fish completes the URL of a feed'
	is "$(offered 'gleaner -c names.yaml profile e')" 'energy explain ' \
		'fish completes a profile, and the second word of a command'
	is "$(offered 'gleaner -c names.yaml follow --tag ')" \
		'two words world ' 'fish completes a tag'
else
	for skipped in 1 2 3 4 5 6 7; do
		tap_pass "fish is not installed # SKIP $skipped"
	done
fi
done_testing
