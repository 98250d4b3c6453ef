/* control_key_test.c -- the socket has no path of the database's files. */
#include "base/array.h"
#include "config/config.h"
#include "config/testing.h"
#include "tests/lib/tap.h"

#define FAULTS_BYTES ((size_t)1 << 16)

static const struct {
	const char *text;
	const char *faults; /* "": valid */
} rows[] = {
	{ "database: a.db\ncontrol: a.sock\n", "" },
	{ "database: a.db\ncontrol: a.db.sock\n", "" },
	{ "database: a.db\ncontrol: a.d\n", "" },
	{ "database: a.db\ncontrol: a.db\n",
	    "f:2:10: control: a.db belongs to the database, expected the path "
	    "of another file\n" },
	{ "control: a.db-wal\ndatabase: a.db\n",
	    "f:1:10: control: a.db-wal belongs to the database, expected the "
	    "path of another file\n" },
	{ "database: a.db\ncontrol: a.db-shm\n",
	    "f:2:10: control: a.db-shm belongs to the database, expected the "
	    "path of another file\n" },
	{ "database: a.db\ncontrol: a.db-journal\n",
	    "f:2:10: control: a.db-journal belongs to the database, expected "
	    "the path of another file\n" },
	{ "database: a.db\ncontrol: a.db.lock\n",
	    "f:2:10: control: a.db.lock belongs to the database, expected the "
	    "path of another file\n" },
	{ "control: var/gleaner.db\n",
	    "f:1:10: control: var/gleaner.db belongs to the database, expected "
	    "the path of another file\n" },
	{ "database: run/gleaner.sock\n",
	    "f:1:11: control: run/gleaner.sock belongs to the database, "
	    "expected the path of another file\n" },
	{ "database: postgresql://h/d\ncontrol: postgresql://h/d\n", "" },
};

int
main(void)
{
	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++) {
		struct config *config = NULL;
		struct err e = ERR_INIT;
		struct buf faults;
		int rc;

		buf_init(&faults, FAULTS_BYTES);
		rc = config_read(
		    "f", slice_of(rows[i].text), &config, &faults, &e);
		ok((rc == 0) == (rows[i].faults[0] == '\0'), "row %zu", i);
		is_text(buf_slice(&faults), rows[i].faults, "the faults");
		buf_release(&faults);
		config_free(config);
	}
	return done_testing();
}
