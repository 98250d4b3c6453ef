/*
 * database_url_test.c -- tests of database_url.c.
 */
#include "base/array.h"
#include "tests/lib/tap.h"
#include "url/database_url.h"

static const struct {
	const char *name, *shown;
	bool is_url, has_password;
} rows[] = {
	{ "var/gleaner.db", "var/gleaner.db", false, false },
	{ "/a:b@c/x.db?password=1", "/a:b@c/x.db?password=1", false, false },
	{ "postgresql://host/name", "postgresql://host/name", true, false },
	{ "POSTGRES://host/name", "POSTGRES://host/name", true, false },
	{ "postgresql://user@host/name", "postgresql://user@host/name", true,
	    false },
	{ "postgresql://user:secret@host:5432/name?sslmode=require",
	    "postgresql://user:***@host:5432/name?sslmode=require", true,
	    true },
	{ "postgresql://user:se@cr:et@host/name",
	    "postgresql://user:***@host/name", true, true },
	{ "postgresql://user:se/cret@host/name",
	    "postgresql://user:***@host/name", true, true },
	{ "postgresql://user:se?cret@host/name",
	    "postgresql://user:***@host/name", true, true },
	{ "postgresql://user:@host/name", "postgresql://user:***@host/name",
	    true, true },
	{ "postgresql:///name?host=/run&user=x",
	    "postgresql:///name?host=/run&user=x", true, false },
	{ "postgresql:///n?password=secret", "postgresql:///n?password=***",
	    true, true },
	{ "postgresql://h/"
	  "n?user=x&Password=secret&sslmode=require&sslpassword=s",
	    "postgresql://h/"
	    "n?user=x&Password=***&sslmode=require&sslpassword=***",
	    true, true },
	{ "postgresql://u:p@h/n?password=secret",
	    "postgresql://u:***@h/n?password=***", true, true },
};

int
main(void)
{
	char shown[DATABASE_URL_SHOWN_BYTES], longest[2000];

	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++) {
		is_text(slice_of(database_url_show(rows[i].name, shown)),
		    rows[i].shown, rows[i].name);
		is_int(database_url_is(rows[i].name), rows[i].is_url,
		    "is it a URL?");
		is_int(database_url_has_password(rows[i].name),
		    rows[i].has_password, "does it contain a password?");
	}
	memset(longest, 'x', sizeof(longest));
	longest[sizeof(longest) - 1] = '\0';
	is_int((int64_t)strlen(database_url_show(longest, shown)),
	    DATABASE_URL_SHOWN_BYTES - 1, "a long name is truncated");
	return done_testing();
}
