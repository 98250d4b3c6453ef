/*
 * feedlist.h -- the subscriptions, from `feeds:` and from OPML files.
 */
#ifndef CONFIG_FEEDLIST_H
#define CONFIG_FEEDLIST_H

#include "base/table.h"
#include "config/config.h"
#include "config/faults.h"
#include "config/yaml/yaml.h"

struct listed_feed {
	struct config_feed feed; /* owned */
	char *key;               /* owned; feed_url_key of its URL */
	struct place place;
	bool articles_given;
	bool has_secret; /* a header's value is written in the file itself */
};

struct feedlist {
	struct listed_feed *feeds;
	size_t n, cap;
	struct table by_key; /* → index + 1 */
	/* The place of the first feed with secret headers in the file that is
	 * being read. Line 0: no such feed was read. */
	struct place secret;
};

void feedlist_init(struct feedlist *);
void feedlist_release(struct feedlist *);

/* Reads a list of URLs and maps (schema_feed_keys).  `file` becomes
 * config_feed.file; it is borrowed as long as the feeds exist. */
void feedlist_read(struct feedlist *, const struct yaml_node *,
    const char *file, struct fault_list *);
/* Adds the feeds of an OPML document.  A feed that is listed in two folders
 * gets the tags of both. */
void feedlist_read_opml(struct feedlist *, struct slice bytes, size_t file_n,
    const char *file, struct fault_list *);
/* Moves the feeds to an array (owned) and empties the list.  fetch_articles:
 * the default for feeds that do not set it.  Returns 0 or ERR_MEMORY. */
int feedlist_take(struct feedlist *, bool fetch_articles,
    struct config_feed **ret_feeds, size_t *ret_n);

#endif
