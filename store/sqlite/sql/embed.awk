# embed.awk -- statements and migrations as one table of C strings.
#
# In:  store/sqlite/sql/*.sql.  "-- name: entry_insert" begins a query.
#      "-- part: article_filter" begins a text that several queries have in
#      common, and "-- here: article_filter" in a later query is replaced by
#      that text.
#      store/sqlite/sql/migrations/NNNN_*.sql.  Each file becomes one string.
#      store/postgres/sql/*.sql.  Only the names of the queries that SQLite
#      does not have are read.
# Out: build/store/sqlite/sql.inc.  It contains the names as an enum, so that a
#      misspelt name does not compile.  If SQL_WANT_TEXTS is defined, it
#      contains the texts; the text of a query that exists only on PostgreSQL
#      is NULL.  If SQL_WANT_MIGRATIONS is defined, it contains the migrations.
#
# Comments of queries are removed.  Comments of migrations are kept, because
# SQLite stores comments inside of a statement with the schema.

function fail(why) {
	print FILENAME ":" FNR ": " why > "/dev/stderr"
	failed = 1
	exit 1
}
function check_name() {
	if ($3 !~ /^[a-z][a-z0-9_]*$/ || NF != 3)
		fail("a name may have lower case letters, digits and _ only")
}
function quoted(line) {
	gsub(/\\/, "&&", line)
	gsub(/"/, "\\\"", line)
	gsub(/\t/, "\\t", line)
	gsub(/\?\?/, "?\\?", line)
	return "\t    \"" line "\\n\"\n"
}

FNR == 1 {
	name = ""
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
FILENAME ~ /store\/postgres\// {
	if (/^-- name: /) {
		check_name()
		if (!($3 in texts)) {
			names[++n_queries] = $3
			texts[$3] = "\t    NULL\n"
		}
	}
	next
}
migration {
	migrations[migration] = migrations[migration] quoted($0)
	next
}
/^-- (name|part): / {
	check_name()
	name = $3
	if (name in texts)
		fail(name " exists twice")
	texts[name] = ""
	if ($2 == "name:")
		names[++n_queries] = name
	else
		parts[name] = 1
	next
}
/^[ \t]*-- here: / {
	check_name()
	if (!($3 in parts))
		fail("there is no part " $3 " before this line")
	texts[name] = texts[name] texts[$3]
	next
}
/^[ \t]*--/ || /^[ \t]*$/ { next }
name == "" { fail("a statement has no name") }
{ texts[name] = texts[name] quoted($0) }

END {
	if (failed)
		exit 1
	print "/* Made by store/sqlite/sql/embed.awk from store/sqlite/sql. */"
	print "#ifndef STORE_SQL_INC"
	print "#define STORE_SQL_INC"
	print "enum sql {"
	for (i = 1; i <= n_queries; i++)
		print "\tSQL_" names[i] ","
	print "\tSQL_COUNT"
	print "};"
	print "#define SQL_MIGRATIONS " n_migrations
	print "#endif"
	print "#ifdef SQL_WANT_TEXTS"
	print "static const struct sql_text sql_texts[SQL_COUNT] = {"
	for (i = 1; i <= n_queries; i++)
		printf "\t{ \"%s\",\n%s\t},\n", names[i], texts[names[i]]
	print "};"
	print "#endif"
	print "#ifdef SQL_WANT_MIGRATIONS"
	print "static const char *const sql_migrations[SQL_MIGRATIONS] = {"
	for (i = 1; i <= n_migrations; i++)
		printf "%s\t,\n", migrations[i]
	print "};"
	print "#endif"
}
