/*
 * config.h -- the configuration as a struct, with its defaults.
 *
 * config_load() reads the YAML file and what it includes, puts in defaults,
 * and reports every fault it finds, not the first.  Units: seconds for
 * durations, bytes for sizes.
 */
#ifndef CONFIG_CONFIG_H
#define CONFIG_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"

#define CONFIG_FOREVER      INT64_MAX /* `forever` in `retain` */
#define CONFIG_MAX_REVISITS 8

enum log_level { LOG_ERROR, LOG_WARNING, LOG_INFO, LOG_DEBUG };
enum log_format { LOG_FORMAT_TEXT, LOG_FORMAT_JSON };

struct config_header {
	char *name, *value;
};

/* One subscription, from `feeds:` or an OPML file. */
struct config_feed {
	char *url;
	char *title;        /* NULL: what the feed says */
	int64_t interval_s; /* 0: poll.interval */
	char **tags;        /* OPML folders are tags */
	size_t n_tags;
	char **sites; /* that it may speak for, as written */
	size_t n_sites;
	bool fetch_articles;
	struct config_header *headers; /* sent to this feed's origin only */
	size_t n_headers;
	const char *file; /* where it stands; borrowed from the config */
	int line;
};

struct config {
	char *path;     /* of the main file */
	char *database; /* a path, as this process finds it */
	bool database_given; /* else it is the default, and relative to the
				current directory */
	char *contact;  /* NULL: none */
	struct {
		int64_t interval_s, min_s, max_s;
		bool adaptive;
		bool interval_given, min_given, max_given;
	} poll;
	struct {
		int connections;
		int64_t gap_ms;
		bool allow_private, robots;
		char **multi_tenant; /* registrable domains */
		size_t n_multi_tenant;
	} host;
	struct {
		int parallel;
		int64_t timeout_s, feed_bytes, page_bytes;
		char *proxy; /* NULL: none; never from the environment */
	} fetch;
	struct {
		bool fetch;
		int64_t max_age_s, feed_bytes_per_day;
		int64_t revisit_s[CONFIG_MAX_REVISITS];
		size_t n_revisits;
		bool raw_keep, site_memory;
	} articles;
	int workers; /* 0: auto */
	struct {
		int64_t articles_s, raw_s, polls_s;
	} retain;
	char *control; /* socket path */
	char *listen;  /* NULL: none */
	char **listen_names; /* of the server, beside its address */
	size_t n_listen_names;
	struct {
		enum log_level level;
		enum log_format format;
	} log;
	struct config_feed *feeds;
	size_t n_feeds;
	char **files; /* all that were read, the main file first */
	bool *filled; /* of each of them: it has a key */
	size_t n_files;
};

/* Reads `path`.  On success 0 and *ret (owned; config_free).  With faults
 * ERR_CONFIG, nothing in *ret, and one line a fault in `faults`
 * ("file:line:column: what, and what was expected\n"); warnings (secrets in
 * a file that others may read) are lines there too, also on success.
 * ERR_IO when the file cannot be read.  e holds the first fault or a count. */
int config_load(
    const char *path, struct config **ret, struct buf *faults, struct err *e);
/* The same for commands that only read the database: with faults it returns
 * ERR_CONFIG too, but *ret is what could be read, without feeds and with the
 * defaults of faulty keys, if `database` is known in spite of the faults; else
 * *ret is NULL. */
int config_load_faulty(
    const char *path, struct config **ret, struct buf *faults, struct err *e);
void config_free(struct config *);
/* The first file that had keys in `before` and has none any more: truncated
 * by an editor, or by a disk that was full; NULL where there is none.
 * Borrowed from `config`. */
const char *config_emptied(
    const struct config *config, const struct config *before);

/* The configuration of an empty file: all defaults, no feeds.  path is "".
 * 0 or ERR_MEMORY. */
int config_defaults(struct config **ret, struct err *e);

/* As config_load for bytes that are there already; `path` is the name in the
 * faults.  Includes are refused (fuzzing, tests). */
int config_read(const char *path, struct slice bytes, struct config **ret,
    struct buf *faults, struct err *e);

/* Resolves -c, $GLEANER_CONFIG and the default place: `given` or NULL. */
const char *config_default_path(const char *given);

#endif
