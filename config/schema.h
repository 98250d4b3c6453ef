/*
 * schema.h -- every key of the configuration: type, range, default, help.
 *
 * The reader, the hints in faults, the comments of the sample (gleaner.yaml)
 * and the tables of docs/configuration.md (schema_doc.h) are derived from one
 * table.
 *
 * profile/schema_profile.c has the keys of a profile.  schema_text.c writes the
 * types, ranges and expected values of keys as text.
 */
#ifndef CONFIG_SCHEMA_H
#define CONFIG_SCHEMA_H

#include "config/config.h"

enum schema_type {
	SCHEMA_SECTION,     /* a map of further keys */
	SCHEMA_BOOL,        /* bool */
	SCHEMA_INT,         /* int */
	SCHEMA_SIZE,        /* int64_t, bytes */
	SCHEMA_DURATION,    /* int64_t, seconds */
	SCHEMA_DURATION_MS, /* int64_t, milliseconds */
	SCHEMA_DURATIONS,   /* int64_t[CONFIG_MAX_REVISITS], and size_t for the
			       length */
	SCHEMA_CHOICE,      /* int (an enum), index into `words` */
	SCHEMA_CHOICE_BOOL, /* bool, index into `words` */
	SCHEMA_TEXT,        /* char *; the types up to SCHEMA_URL are char *,
			       too */
	SCHEMA_PATH,
	SCHEMA_SOCKET,   /* a path that fits into sun_path */
	SCHEMA_DATABASE, /* a path, or a URL of PostgreSQL */
	SCHEMA_LISTEN,   /* host:port */
	SCHEMA_PROXY,    /* http, https or socks URL */
	SCHEMA_RENDERER, /* http URL on this machine */
	SCHEMA_CALLBACK, /* http or https URL without query */
	SCHEMA_URL,      /* the URL of a feed */
	SCHEMA_TAGS,     /* list of texts: char **, and size_t for the length */
	SCHEMA_SITES,    /* one site or a list of sites: char **, and size_t for
			    the length */
	SCHEMA_HEADERS,  /* map of texts: struct config_header *, and size_t for
			    the length */
	SCHEMA_INCLUDE,  /* list of patterns; read by load_include.c */
	SCHEMA_FILTERS,  /* list of filters; read by filter/filter_list.c */
	SCHEMA_FEEDS,    /* list of feeds; read by feedlist.c */
	SCHEMA_SITE_LIST, /* list of sites; read by site/site_list.c */
	SCHEMA_PROFILES, /* list of profiles; read by profile/profile_list.c */
	SCHEMA_SHARE     /* double, 0 .. 1 */
};

struct schema_key {
	const char *path; /* "poll.interval" */
	enum schema_type type;
	size_t offset;    /* offset of the field in the struct that the table
			     describes, such as struct config */
	size_t n_offset;  /* lists: offset of their length */
	int64_t min, max; /* numbers: in the unit of the field; texts: bytes;
			     lists: number of items */
	const char
	    *words; /* choices separated by bars; for other types one word that
		       is allowed in addition (auto, forever, null) */
	int64_t word_value; /* the value that the additional word stands for;
			       the word null stands for NULL */
	const char
	    *default_text; /* the default, as it is written in the file */
	const char *help;
};

/* The keys of the file, in the order of the sample.  A section precedes its
 * keys. */
extern const struct schema_key schema_keys[];
extern const size_t schema_n_keys;
/* The keys of a feed that is written as a map. */
extern const struct schema_key schema_feed_keys[];
extern const size_t schema_n_feed_keys;
/* The keys of a site (schema_site.c); the first one is `match`. */
extern const struct schema_key schema_site_keys[];
extern const size_t schema_n_site_keys;

/* The keys of a profile (profile/schema_profile.c); the first one is `name`. */
extern const struct schema_key schema_profile_keys[];
extern const size_t schema_n_profile_keys;

/* The keys of one map: the keys in `section` (NULL: top level). */
struct schema_level {
	const struct schema_key *keys;
	size_t n_keys;
	const char *section;
};

/* Returns the part of the path after the last point. */
const char *schema_name(const struct schema_key *);
/* Returns the key with this name, or NULL if the level has no such key. */
const struct schema_key *schema_find(
    const struct schema_level *, struct slice name);
/* Returns the key with that path, which must exist. */
const struct schema_key *schema_of(const char *path);
/* Writes "expected KEY" with the most similar key, else "expected one of ..."
 * with all keys of the level. */
void schema_hint(
    const struct schema_level *, struct slice name, struct buf *out);
/* Writes what a key expects, such as "a duration from 1s to 365d, such as 90s,
 * 15m, 2h or 7d". */
void schema_expected(const struct schema_key *, struct buf *out);
/* Writes the range, such as "1s to 365d", or the choices, and the word that is
 * allowed in addition. Writes nothing if the key has none of these. */
void schema_range(const struct schema_key *, struct buf *out);
const char *schema_type_name(const struct schema_key *);

#endif
