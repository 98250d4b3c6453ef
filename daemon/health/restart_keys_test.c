/*
 * restart_keys_test.c -- keys that are compared with the start of the daemon.
 */
#include "base/array.h"
#include "config/testing.h"
#include "daemon/health/restart_keys.h"
#include "tests/lib/tap.h"

static struct config *
restart_keys_test_read(const char *text)
{
	struct config *config = NULL;
	struct err e = ERR_INIT;
	struct buf faults;

	buf_init(&faults, 4096);
	if (config_read("f", slice_of(text), &config, &faults, &e) != 0)
		ok(false, "%s", e.text);
	buf_release(&faults);
	return config;
}

static const char start[] = "database: a.db\nlisten: 127.0.0.1:7415\n"
			    "fetch: { parallel: 8, proxy: 'http://u:p@a:1' }\n";

static const struct {
	const char *text, *changed;
} rows[] = {
	{ start, "" },
	{ "database: a.db\nlisten: 127.0.0.1:7415\npoll: { min: 1m }\n"
	  "fetch: { parallel: 8, proxy: 'http://u:p@a:1', timeout: 5s }\n",
	    "" },
	{ "database: b.db\nfetch: { parallel: 9 }\nhost: { allow_private: true "
	  "}\n"
	  "contact: a\nfleet: { lease: 10s, node: n }\nworkers: 2\n",
	    "database, listen, contact, fetch.proxy, fetch.parallel, "
	    "host.allow_private, workers, fleet.node, fleet.lease" },
	{ start, "" },
};

int
main(void)
{
	struct config *config = restart_keys_test_read(start);
	struct restart_keys *keys = restart_keys_new(config);
	struct buf changed;

	config_free(config);
	buf_init(&changed, 4096);
	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++) {
		config = restart_keys_test_read(rows[i].text);
		buf_clear(&changed);
		restart_keys_write_changed(keys, config, &changed);
		is_text(buf_slice(&changed), rows[i].changed,
		    "the changed keys are listed");
		config_free(config);
	}
	buf_release(&changed);
	restart_keys_free(keys);
	restart_keys_free(NULL);
	return done_testing();
}
