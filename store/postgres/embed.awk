# embed.awk -- queries and migrations of the PostgreSQL dialect as C strings.
#
# In:  store/sqlite/sql/*.sql and store/postgres/sql/*.sql (README.md), and
#      store/postgres/migrations/NNNN_*.sql; each migration becomes one string.
# Out: build/store/postgres/sql.inc: for each query its text and the names of its
#      parameters in the order of their numbers, each followed by a NUL, and
#      1 if it is planned once (README.md).
#
# The text of a query comes from store/postgres/sql if that folder has the
# query, else from store/sqlite/sql.  `:name` becomes `$1`, `$2` …; comments of
# queries are dropped.

function fail(why) {
	print FILENAME ":" FNR ": " why > "/dev/stderr"
	failed = 1
	exit 1
}
function check_name() {
	if ($3 !~ /^[a-z][a-z0-9_]*$/ || NF != 3)
		fail("a name has lower case letters, digits and _")
}
function quoted(line) {
	gsub(/\\/, "&&", line)
	gsub(/"/, "\\\"", line)
	gsub(/\t/, "\\t", line)
	gsub(/\?\?/, "?\\?", line)
	return "\t    \"" line "\\n\"\n"
}

# Returns a text in which the named parts replace the "-- here:" lines.
function expanded(text, depth,    lines, n, i, out, part) {
	if (depth > 8)
		fail("parts include each other")
	n = split(text, lines, "\n")
	out = ""
	for (i = 1; i < n; i++) {
		if (!match(lines[i], /^[ \t]*-- here: /)) {
			out = out lines[i] "\n"
			continue
		}
		part = substr(lines[i], RLENGTH + 1)
		if (("p", part) in parts)
			out = out expanded(parts["p", part], depth + 1)
		else if (("s", part) in parts)
			out = out expanded(parts["s", part], depth + 1)
		else
			fail("there is no part " part)
	}
	return out
}

# Returns the number of a parameter of the current query.
function number_of(parameter) {
	if (!(parameter in numbers)) {
		numbers[parameter] = ++n_parameters
		list = list "\"" parameter "\\0\" "
	}
	return numbers[parameter]
}

# Replaces the parameters of a text by their numbers, except in literals.
function numbered(text,    out, c, name, length_left) {
	out = ""
	while (text != "") {
		if (match(text, /^('[^']*'|"[^"]*")/) || match(text, /^::/)) {
			out = out substr(text, 1, RLENGTH)
		} else if (match(text, /^--[^\n]*/)) {
			;
		} else if (match(text, /^:[a-z_][a-z0-9_]*/)) {
			out = out "$" number_of(substr(text, 1, RLENGTH))
		} else if (match(text, /^[^:'"-]+/)) {
			out = out substr(text, 1, RLENGTH)
		} else {
			out = out substr(text, 1, 1)
			RLENGTH = 1
		}
		text = substr(text, RLENGTH + 1)
	}
	return out
}
# is_once: the query has the line "-- plan: once".
function print_query(name, text, is_once,    lines, n, i) {
	delete numbers
	n_parameters = 0
	list = ""
	text = numbered(expanded(text, 0))
	n = split(text, lines, "\n")
	printf "\t[SQL_%s] = {\n", name
	for (i = 1; i < n; i++)
		if (lines[i] !~ /^[ \t]*$/)
			printf "%s", quoted(lines[i])
	printf "\t    , %s\"\", %d },\n", list, is_once
}

FNR == 1 {
	name = ""
	place = ""
	dialect = FILENAME ~ /store\/postgres\// ? "p" : "s"
	migration = 0
	if (FILENAME ~ /migrations\/[0-9]+_[^\/]*\.sql$/) {
		number = FILENAME
		sub(/^.*\//, "", number)
		sub(/_.*$/, "", number)
		number += 0
		if (number != n_migrations + 1)
			fail("expected migration " n_migrations + 1)
		migration = ++n_migrations
	}
}
migration {
	migrations[migration] = migrations[migration] quoted($0)
	next
}
/^-- none: / {
	check_name()
	none[$3] = 1
	name = ""
	place = "nothing"
	next
}
/^-- (name|part): / {
	check_name()
	name = $3
	place = $2
	if (($2 == "name:" && (dialect, name) in queries) ||
	    ($2 == "part:" && (dialect, name) in parts))
		fail(name " occurs twice")
	if (place == "part:")
		parts[dialect, name] = ""
	else {
		queries[dialect, name] = ""
		if (!(name in seen))
			names[++n_names] = name
		seen[name] = 1
	}
	next
}
/^-- plan: / {
	if (place != "name:" || $3 != "once" || NF != 3)
		fail("only a query has a plan, and the plan is \"once\"")
	once[dialect, name] = 1
	next
}
!/^[ \t]*-- here: / && (/^[ \t]*--/ || /^[ \t]*$/) { next }
place == "" || place == "nothing" { fail("this statement has no name") }
place == "part:" { parts[dialect, name] = parts[dialect, name] $0 "\n" }
place == "name:" { queries[dialect, name] = queries[dialect, name] $0 "\n" }

END {
	if (failed)
		exit 1
	for (name in none)
		if (!(("s", name) in queries) || ("p", name) in queries)
			fail("-- none: " name " does not name a query of SQLite")
	print "/* Made by store/postgres/embed.awk. */"
	print "#ifdef SQL_WANT_POSTGRES"
	print "static const struct postgres_text postgres_texts[SQL_COUNT] = {"
	for (i = 1; i <= n_names; i++) {
		name = names[i]
		if (name in none)
			continue
		from = (("p", name) in queries) ? "p" : "s"
		print_query(name, queries[from, name], (from, name) in once)
	}
	print "};"
	print "#endif"
	print "#ifdef SQL_WANT_POSTGRES_MIGRATIONS"
	print "#define POSTGRES_MIGRATIONS " n_migrations + 0
	print "static const char *const postgres_migrations[] = {"
	for (i = 1; i <= n_migrations; i++)
		printf "%s\t,\n", migrations[i]
	print "\tNULL };"
	print "#endif"
}
