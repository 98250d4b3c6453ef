/*
 * feedlist.h -- the subscriptions, from `feeds:` and from OPML files.
 */
#ifndef CONFIG_FEEDLIST_H
#define CONFIG_FEEDLIST_H

#include "base/table.h"
#include "config/config.h"
#include "config/faults.h"
#include "config/yaml.h"

struct listed_feed {
	struct config_feed feed; /* owned */
	char *key;               /* owned; feed_url_key of its URL */
	struct place place;
	bool articles_given;
};

struct feedlist {
	struct listed_feed *feeds;
	size_t n, cap;
	struct table by_key; /* → index + 1 */
	/* Where the first secret of the file being read stands. */
	struct place secret;
};

void feedlist_init(struct feedlist *);
void feedlist_release(struct feedlist *);

/* A list of URLs and of maps (schema_feed_keys).  `file` is the name for
 * config_feed.file, borrowed for as long as the feeds live. */
void feedlist_read(struct feedlist *, const struct yaml_node *,
    const char *file, struct fault_list *);
/* The feeds of an OPML document.  One that stands there twice, in two
 * folders, has the tags of both. */
void feedlist_read_opml(struct feedlist *, struct slice bytes, size_t file_n,
    const char *file, struct fault_list *);
/* The feeds as an array (owned); the list is empty then.  fetch_articles:
 * for those that do not say.  0 or ERR_MEMORY. */
int feedlist_take(struct feedlist *, bool fetch_articles,
    struct config_feed **ret_feeds, size_t *ret_n);

void config_feed_release(struct config_feed *);

#endif
