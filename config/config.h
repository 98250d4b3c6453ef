/*
 * config.h -- the configuration as a struct, with its defaults.
 *
 * config_load() reads the YAML file and its includes, adds defaults, and
 * reports every fault that it finds (load.c).  Units: seconds for durations,
 * bytes for sizes.
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

/* What happens with a secret that is kept in a file or a credential of its own
 * (config/site/site_secret.h).  A secret that was not read has no value. */
enum config_secrets {
	CONFIG_SECRETS_NEEDED, /* it must be readable, otherwise it is a fault
				*/
	CONFIG_SECRETS_OF_SERVICE, /* if only the service can read it, this is
				      reported by a note */
	CONFIG_SECRETS_UNUSED      /* the reference is checked, the file is not
				      opened */
};

struct filter_set;

struct config_header {
	char *name, *value;
};

/* One subscription, from `feeds:` or an OPML file. */
struct config_feed {
	char *url;
	char *title;        /* NULL: use the title that the feed gives */
	int64_t interval_s; /* 0: poll.interval */
	char **tags;        /* OPML folders are tags */
	size_t n_tags;
	char **sites; /* sites that the feed is trusted for, as written */
	size_t n_sites;
	bool fetch_articles;
	struct config_header *headers; /* sent to this feed's origin only */
	size_t n_headers;
	const char
	    *file; /* file that lists the feed; borrowed from the config */
	int line;
};

/* A file of site rules (rules/rules.h). */
struct config_rules {
	char *path;
	char *text; /* the text of the file; for a file in a folder, followed
		       by the text of the folder's SITE_RULES_GLOBAL */
	size_t bytes;
	uint32_t line_end; /* first line of the text of SITE_RULES_GLOBAL;
			      UINT32_MAX: there is none */
	int64_t digest;    /* rules_digest() of the text */
	struct config_header *headers; /* of http_header */
	size_t n_headers;
};

/* An entry of `sites`: the settings of requests to one site. The texts are
 * owned; an absent text is NULL. */
struct config_site {
	char *match;       /* as written; shown in messages */
	char *host;        /* lower case, Punycode, without a final dot; an IPv6
			      address is in brackets */
	int port;          /* 0: any */
	bool only_tls;     /* only https URLs */
	bool whole_domain; /* the host is a registrable domain; its hosts
			      belong to the entry, too */
	struct config_header *headers;
	size_t n_headers;
	char *user_agent;
	char *cookies_file; /* path */
	char *cookies;      /* valid lines of that file, "\n" after each; secret
			     */
	char *proxy;        /* "": none; NULL: fetch.proxy.  Secret */
	bool lacks_proxy;   /* `proxy` was not read; no request may be sent */
	char *client_certificate, *client_key; /* paths */
	char *client_key_password;             /* secret */
	char *rules;                           /* path of a file or a folder */
	bool rules_in_folder; /* `rules` is a folder with a file for each
				 host */
	struct config_rules *rule_files; /* the files that `rules` names
					    (config/site/site_rules.h) */
	size_t n_rule_files;
	bool render;
	bool ignores_robots;
	char *reason; /* reason for ignores_robots; not NULL if ignores_robots
			 is true */
	const char
	    *file; /* file that lists the site; borrowed from the config */
	int line;
};

/* Interests of one reader, from `profiles:`.  The texts are owned. */
struct config_profile {
	char *name;
	char **keywords;
	size_t n_keywords;
	char **categories; /* names of config/profile/category.h */
	size_t n_categories;
	char **feeds; /* addresses, or parts of titles */
	size_t n_feeds;
	char **languages; /* language tags */
	size_t n_languages;
	double min_score; /* 0 .. 1 */
	const char
	    *file; /* file that lists the profile; borrowed from the config */
	int line;
};

struct config {
	char *path;     /* path of the main file */
	char *database; /* path that can be opened from the current directory */
	bool database_given; /* false: the default path, relative to the current
				directory */
	char *contact;       /* NULL: none */
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
		bool allow_downgrade;
	} fetch;
	struct {
		bool fetch;
		int64_t max_age_s, feed_bytes_per_day;
		int64_t revisit_s[CONFIG_MAX_REVISITS];
		size_t n_revisits;
		bool raw_keep, site_memory;
		char *renderer; /* URL on this machine; NULL: none */
	} articles;
	struct {
		bool enabled;
		int keywords,
		    sentences; /* largest numbers for one article; 0: none */
		bool categories;
	} enrich;
	int workers; /* 0: auto */
	struct {
		int64_t articles_s, raw_s, polls_s;
	} retain;
	char *control;       /* socket path */
	char *listen;        /* NULL: none */
	char **listen_names; /* additional names of the server */
	size_t n_listen_names;
	struct {
		char *listen;
		char *token_file;   /* NULL: none */
		bool token_given;   /* a file that was read has the key */
		bool remote_images; /* pages show images of other sites (key
				       `images`) */
	} serve;
	struct {
		char *listen;   /* NULL: WebSub is off; then callback is NULL */
		char *callback; /* public URL of the server of `listen` */
	} websub;
	struct {
		char *node; /* NULL: the name of the machine */
		int64_t lease_s;
	} fleet;
	struct {
		enum log_level level;
		enum log_format format;
	} log;
	struct config_site *sites;
	size_t n_sites;
	struct filter_set *filters; /* the filters
				       (config/filter/filter_rule.h) */
	struct config_profile *profiles;
	size_t n_profiles;
	struct config_feed *feeds;
	size_t n_feeds;
	char **files; /* all files read, the main file first */
	bool *filled; /* filled[i]: files[i] contains a key */
	char *unread; /* the first included file that only the service can
			 read; its keys are not known.  NULL: none, or
			 CONFIG_SECRETS_NEEDED */
	size_t n_files;
};

/* Reads the file `path` with all its secrets. On success it returns 0 and sets
 * *ret (owned; config_free()). If there are faults, it returns ERR_CONFIG,
 * leaves *ret unchanged and writes one line for each fault to `faults`
 * ("FILE:LINE:COLUMN: FAULT, expected …"). Warnings are also written to
 * `faults`, even on success; a warning is for example a secret in a file that
 * other users may read. Returns ERR_IO if the file cannot be read,
 * ERR_REFUSED if it is a pipe, and ERR_MEMORY. After faults e contains the
 * first fault, and the number of faults if there are several. */
int config_load(
    const char *path, struct config **ret, struct buf *faults, struct err *e);
/* Like config_load(), for the start of a program: also reads a pipe, and waits
 * for its writer. `secrets` states whether secrets are needed. */
int config_load_without(const char *path, enum config_secrets,
    struct config **ret, struct buf *faults, struct err *e);
/* Like config_load_without(), but for commands that only read the database. If
 * there are faults, it returns ERR_CONFIG, and sets *ret to NULL unless
 * `database` is known despite the faults. If `database` is known, *ret is a
 * configuration without feeds and sites, in which faulty keys have their
 * defaults. */
int config_load_faulty(const char *path, enum config_secrets,
    struct config **ret, struct buf *faults, struct err *e);
void config_free(struct config *);
/* Frees the members of a feed. */
void config_feed_release(struct config_feed *);
/* Overwrites the secrets of a site and frees its members. */
void config_site_release(struct config_site *);
void config_profile_release(struct config_profile *);
/* Returns the first file that had keys in `before` and has none now.  An editor
 * or a full disk may have truncated it.  Returns NULL if there is no such file.
 * Borrowed from `config`. */
const char *config_emptied(
    const struct config *config, const struct config *before);

/* True if articles.renderer is set, or if a file that was not read may set it. */
bool config_may_render(const struct config *);

/* Returns the path of the configuration: `given` (option -c, or NULL), else
 * $GLEANER_CONFIG, else the default path. */
const char *config_default_path(const char *given);

#endif
