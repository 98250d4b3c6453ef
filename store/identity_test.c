/*
 * identity_test.c -- the database's id is created once, and a backup and a
 * salvaged database keep it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "store/identity.h"
#include "tests/lib/tap.h"

static char folder[] = "/tmp/gleaner-identity.XXXXXX";

static const char *
identity_test_path(const char *name)
{
	static char path[64];

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	return path;
}

/* Reads the id of a database and closes it. */
static bool
identity_test_read(const char *name, char ret[STORE_UUID_BYTES])
{
	struct store *store = NULL;
	struct err e = ERR_INIT;
	int rc = store_open(identity_test_path(name), STORE_WRITE, &store, &e);

	if (rc == 0)
		rc = store_uuid(store, ret, &e);
	store_close(store);
	return ok(rc == 0, "%s has an id %s", name, e.text);
}

static void
identity_test_copies(const char *uuid)
{
	char copy[STORE_UUID_BYTES], from[64], to[64];
	struct salvage_result result;
	struct store *store = NULL;
	struct err e = ERR_INIT;

	snprintf(from, sizeof(from), "%s", identity_test_path("a.db"));
	snprintf(to, sizeof(to), "%s", identity_test_path("backup.db"));
	store_open(from, STORE_WRITE, &store, &e);
	is_int(store_backup(store, to, &e), 0, "a backup is made");
	store_close(store);
	identity_test_read("backup.db", copy);
	is_text(slice_of(copy), uuid, "the backup has the same id");
	snprintf(to, sizeof(to), "%s", identity_test_path("salvaged.db"));
	is_int(store_salvage(from, to, NULL, NULL, &result, &e), 0,
	    "a salvaged copy is created");
	ok(access(identity_test_path("salvaged.db.new-wal"), F_OK) != 0 &&
		access(identity_test_path("salvaged.db.new-shm"), F_OK) != 0,
	    "a salvage leaves no temporary file");
	identity_test_read("salvaged.db", copy);
	is_text(slice_of(copy), uuid, "the salvaged copy has the same id");
}

int
main(void)
{
	char a[STORE_UUID_BYTES] = "", again[STORE_UUID_BYTES] = "",
	     b[STORE_UUID_BYTES] = "", command[64];

	if (mkdtemp(folder) == NULL)
		return 1;
	identity_test_read("a.db", a);
	identity_test_read("a.db", again);
	identity_test_read("b.db", b);
	is_int((int64_t)strlen(a), 36, "the id has 36 characters");
	ok(a[14] == '4' && strchr("89ab", a[19]) != NULL,
	    "the id has version 4 (RFC 9562, sections 4.1 and 5.4)");
	is_text(slice_of(again), a, "a database has the same id each time");
	ok(strcmp(a, b) != 0, "another database has another id");
	identity_test_copies(a);
	snprintf(command, sizeof(command), "rm -rf %s", folder);
	return system(command) == 0 ? done_testing() : 1;
}
