/* keys_test.c -- keys whose values depend on each other: those of WebSub, and
 * `control` with `database`. */
#include "base/array.h"
#include "config/config.h"
#include "config/testing.h"
#include "tests/lib/tap.h"

#define FAULTS_BYTES ((size_t)1 << 16)

static const struct {
	const char *text;
	bool is_valid;
	const char *faults;
} rows[] = {
	/* the keys of WebSub must be given together */
	{ "websub: null\n", true, "" },
	{ "websub:\n", true, "" },
	{ "websub: { listen: null, callback: null }\n", true, "" },
	{ "websub: { listen: 127.0.0.1:7417, callback: "
	  "https://a.example/w }\n",
	    true, "" },
	{ "websub: { listen: 127.0.0.1:7417 }\n", false,
	    "f:1:19: websub.listen without websub.callback, expected both or "
	    "neither\n" },
	{ "websub: { callback: https://a.example/w }\n", false,
	    "f:1:21: websub.callback without websub.listen, expected both or "
	    "neither\n" },
	{ "websub: { listen: 127.0.0.1:7417, callback: http://a.example/w "
	  "}\n",
	    true,
	    "f:1:45: warning: a callback without TLS, expected https: only "
	    "signatures then protect deliveries\n" },
	{ "database: postgresql://h/d\nwebsub: { listen: 127.0.0.1:7417, "
	  "callback: https://a.example/w }\n",
	    true, "" },
	{ "websub: { listen: 7417, callback: https://a.example/w }\n", false,
	    NULL },
	{ "websub: { listen: 127.0.0.1:7417, callback: ftp://a.example/w }\n",
	    false, NULL },
	{ "websub: { listen: 127.0.0.1:7417, callback: "
	  "'https://u:p@a.example/w' }\n",
	    false, NULL },
	{ "websub: { listen: 127.0.0.1:7417, callback: "
	  "'https://a.example/w?x' }\n",
	    false, NULL },
	/* the socket must not have the path of a file of the database */
	{ "database: a.db\ncontrol: a.sock\n", true, "" },
	{ "database: a.db\ncontrol: a.db.sock\n", true, "" },
	{ "database: a.db\ncontrol: a.d\n", true, "" },
	{ "database: a.db\ncontrol: a.db\n", false,
	    "f:2:10: control: a.db belongs to the database, expected the path "
	    "of another file\n" },
	{ "control: a.db-wal\ndatabase: a.db\n", false,
	    "f:1:10: control: a.db-wal belongs to the database, expected the "
	    "path of another file\n" },
	{ "database: a.db\ncontrol: a.db-shm\n", false,
	    "f:2:10: control: a.db-shm belongs to the database, expected the "
	    "path of another file\n" },
	{ "database: a.db\ncontrol: a.db-journal\n", false,
	    "f:2:10: control: a.db-journal belongs to the database, expected "
	    "the path of another file\n" },
	{ "database: a.db\ncontrol: a.db.lock\n", false,
	    "f:2:10: control: a.db.lock belongs to the database, expected the "
	    "path of another file\n" },
	{ "control: var/gleaner.db\n", false,
	    "f:1:10: control: var/gleaner.db belongs to the database, expected "
	    "the path of another file\n" },
	{ "database: run/gleaner.sock\n", false,
	    "f:1:11: control: run/gleaner.sock belongs to the database, "
	    "expected the path of another file\n" },
	{ "database: postgresql://h/d\ncontrol: postgresql://h/d\n", true, "" },
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
		ok((rc == 0) == rows[i].is_valid, "row %zu is %s", i,
		    rows[i].is_valid ? "valid" : "refused");
		if (rows[i].faults != NULL)
			is_text(buf_slice(&faults), rows[i].faults,
			    "the faults of the row are reported");
		buf_release(&faults);
		config_free(config);
	}
	return done_testing();
}
