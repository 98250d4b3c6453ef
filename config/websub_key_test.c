/* websub_key_test.c -- the keys of WebSub must be given together. */
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
		ok((rc == 0) == rows[i].is_valid, "%s",
		    rows[i].is_valid ? "valid" : "refused");
		if (rows[i].faults != NULL)
			is_text(
			    buf_slice(&faults), rows[i].faults, "the faults");
		buf_release(&faults);
		config_free(config);
	}
	return done_testing();
}
