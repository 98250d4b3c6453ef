/*
 * load.c -- reads the configuration files into struct config.
 *
 * The normal case: read the main file, store each key in its field, read the
 * feeds, read the included files in the same way, check that the keys do not
 * contradict each other, return the config.  After a fault the reader
 * continues, so that all faults are reported at once; config_load() then
 * returns no config.
 */
#include <string.h>

#include "base/array.h"
#include "base/limits.h"
#include "config/config.h"
#include "config/loader.h"
#include "config/testing.h"
#include "config/units.h"
#include "url/database_url.h"

/* -------------------------------------------------------------------- rules */

/* Reports a conflict such as "poll.interval: 1m is below poll.min, expected at
 * least 5m". */
static void
load_report_conflict(struct loader *l, const char *lower, int64_t lower_s,
    const char *upper, int64_t upper_s, bool reports_lower)
{
	struct buf a, b;

	buf_init(&a, 64);
	buf_init(&b, 64);
	duration_write(&a, lower_s * 1000);
	duration_write(&b, upper_s * 1000);
	if (reports_lower)
		fault_add(&l->faults, loader_place_of(l, lower),
		    "%s: %s is below %s, expected at least %s", lower, a.p,
		    upper, b.p);
	else
		fault_add(&l->faults, loader_place_of(l, upper),
		    "%s: %s is above %s, expected at most %s", upper, b.p,
		    lower, a.p);
	buf_release(&a);
	buf_release(&b);
}

/* If only one of two keys is given, the default of the other one is adjusted.
 * Two given keys that contradict each other are a fault. */
static void
load_fit_poll(struct loader *l)
{
	struct config *c = l->config;
	int64_t *interval = &c->poll.interval_s;
	int64_t *min = &c->poll.min_s, *max = &c->poll.max_s;
	bool has_interval = loader_place_of(l, "poll.interval").line > 0;
	bool has_min = loader_place_of(l, "poll.min").line > 0;
	bool has_max = loader_place_of(l, "poll.max").line > 0;

	c->poll.interval_given = has_interval;
	c->poll.min_given = has_min;
	c->poll.max_given = has_max;
	if (has_min && has_max && *min > *max)
		load_report_conflict(
		    l, "poll.max", *max, "poll.min", *min, false);
	if (has_interval && has_min && *interval < *min)
		load_report_conflict(
		    l, "poll.interval", *interval, "poll.min", *min, true);
	if (has_interval && has_max && *interval > *max)
		load_report_conflict(
		    l, "poll.max", *max, "poll.interval", *interval, false);
	if (!has_interval && has_min && *interval < *min)
		*interval = *min;
	if (!has_interval && has_max && *interval > *max)
		*interval = *max;
	if (!has_min && *min > *interval)
		*min = *interval;
	if (!has_max && *max < *interval)
		*max = *interval;
}

/* ------------------------------------------------------------------- websub */

/* `listen` and `callback` must be given together, unless a file that was not
 * read may have the other key.  A callback without TLS is a warning
 * (docs/websub.md). */
static void
load_check_websub(struct loader *l)
{
	struct config *config = l->config;
	struct place listen = loader_place_of(l, "websub.listen");

	if (config->unread != NULL &&
	    (config->websub.listen == NULL || config->websub.callback == NULL))
		return;
	if ((config->websub.listen == NULL) !=
	    (config->websub.callback == NULL))
		fault_add(&l->faults,
		    config->websub.listen != NULL
			? listen
			: loader_place_of(l, "websub.callback"),
		    "websub.%s without websub.%s, expected both or neither",
		    config->websub.listen != NULL ? "listen" : "callback",
		    config->websub.listen != NULL ? "callback" : "listen");
	else if (config->websub.listen != NULL &&
		 slice_starts_nocase(
		     slice_of(config->websub.callback), SLICE("http:")))
		fault_warn(&l->faults, loader_place_of(l, "websub.callback"),
		    "a callback without TLS, expected https: only signatures "
		    "then protect deliveries");
}

/* ----------------------------------------------------------------- renderer */

static void
load_check_renderer(struct loader *l)
{
	if (l->sites.render.line > 0 && !config_may_render(l->config))
		fault_warn(&l->faults, l->sites.render,
		    "render: true without articles.renderer: no page is "
		    "rendered, expected articles: { renderer: URL }");
}

/* ------------------------------------------------------------------ control */

/* The socket must not have the path of the database or of a file that belongs
 * to the database. */
static void
load_check_control(struct loader *l)
{
	static const char *const suffixes[] = { "", "-wal", "-shm", "-journal",
		".lock" };
	const struct config *config = l->config;
	const size_t n = strlen(config->database);
	struct place place = loader_place_of(l, "control");

	if (database_url_is(config->database) ||
	    strncmp(config->control, config->database, n) != 0)
		return;
	if (place.line == 0)
		place = loader_place_of(l, "database");
	for (size_t i = 0; i < ARRAY_LENGTH(suffixes); i++)
		if (strcmp(config->control + n, suffixes[i]) == 0)
			fault_add(&l->faults, place,
			    "control: %s belongs to the database, expected the "
			    "path of another file",
			    config->control);
}

/* ------------------------------------------------------------------ include */

/* A program that uses the database must know its path. The path may be in an
 * included file that only the service can read. */
static void
load_check_unread(struct loader *l)
{
	if (l->config->unread != NULL &&
	    l->faults.secrets == CONFIG_SECRETS_UNUSED &&
	    !loader_knows_database(l))
		fault_add(&l->faults, l->unread_place,
		    "include: %s cannot be read by this user and may contain "
		    "`database`, expected `database` in a file that can be "
		    "read",
		    l->config->unread);
}

/* --------------------------------------------------------------------- load */

/* Reads the main file. If there are no faults, the caller owns the config. */
static int
load_all(struct loader *l, const char *path, struct slice bytes, unsigned mode,
    struct file_id id, struct config **ret, struct buf *faults, struct err *e)
{
	int rc = 0;

	size_t file = loader_add_file(l, path, id);

	if (file == SIZE_MAX)
		return ERR_MEMORY;
	l->open[file] = true;
	loader_read_yaml(l, bytes, file, mode);
	load_fit_poll(l);
	load_check_websub(l);
	load_check_renderer(l);
	load_check_control(l);
	load_check_unread(l);
	if (l->faults.out_of_memory)
		return ERR_MEMORY;
	fault_list_write(&l->faults, l->config->files, faults);
	if (faults->no_memory)
		return ERR_MEMORY;
	l->config->database_given = loader_place_of(l, "database").line > 0;
	l->config->serve.token_given =
	    loader_place_of(l, "serve.token_file").line > 0;
	if (l->faults.n_faults > 0) {
		rc = fault_list_sum_up(&l->faults, l->config->files, e);
		if (!l->keeps_faulty || !loader_knows_database(l))
			return rc;
	} else if (feedlist_take(&l->feeds, l->config->articles.fetch,
		       &l->config->feeds, &l->config->n_feeds) != 0)
		return ERR_MEMORY;
	if (rc == 0)
		site_list_take(
		    &l->sites, &l->config->sites, &l->config->n_sites);
	*ret = l->config;
	l->config = NULL;
	return rc;
}

typedef int load_reader(const char *path, size_t max_bytes, struct buf *bytes,
    unsigned *ret_mode, struct file_id *ret_id, struct err *e);

static int
load_file(const char *path, load_reader *read, bool keeps_faulty,
    enum config_secrets secrets, struct config **ret, struct buf *faults,
    struct err *e)
{
	struct loader l;
	struct file_id id = { 0 };
	struct buf bytes;
	unsigned mode = 0;
	int rc;

	buf_init(&bytes, LIMIT_CONFIG_BYTES + 1);
	rc = loader_init(&l, path, true);
	l.keeps_faulty = keeps_faulty;
	l.faults.secrets = secrets;
	if (rc == 0)
		rc = read(path, LIMIT_CONFIG_BYTES, &bytes, &mode, &id, e);
	if (rc == 0)
		rc = load_all(
		    &l, path, buf_slice(&bytes), mode, id, ret, faults, e);
	if (rc == ERR_MEMORY)
		err_set(e, rc, "%s: out of memory", path);
	loader_release(&l);
	buf_release(&bytes);
	return rc;
}

int
config_load(
    const char *path, struct config **ret, struct buf *faults, struct err *e)
{
	return load_file(path, include_read_file, false, CONFIG_SECRETS_NEEDED,
	    ret, faults, e);
}

int
config_load_without(const char *path, enum config_secrets secrets,
    struct config **ret, struct buf *faults, struct err *e)
{
	return load_file(
	    path, include_await_file, false, secrets, ret, faults, e);
}

int
config_load_faulty(const char *path, enum config_secrets secrets,
    struct config **ret, struct buf *faults, struct err *e)
{
	*ret = NULL;
	return load_file(
	    path, include_await_file, true, secrets, ret, faults, e);
}

int
config_read(const char *path, struct slice bytes, struct config **ret,
    struct buf *faults, struct err *e)
{
	struct file_id id = { 0 };
	struct loader l;
	int rc = loader_init(&l, path, false);

	if (rc == 0)
		rc = load_all(&l, path, bytes, 0, id, ret, faults, e);
	if (rc == ERR_MEMORY)
		err_set(e, rc, "%s: out of memory", path);
	loader_release(&l);
	return rc;
}
