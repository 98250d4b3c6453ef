/*
 * feedlist.c -- the list of subscriptions, each address once.
 */
#include "config/feedlist.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/limits.h"
#include "base/text/utf8.h"
#include "config/opml/opml.h"
#include "config/schema.h"
#include "config/site/site_secret.h"
#include "config/yaml/address_text.h"
#include "config/yaml/value.h"
#include "url/feed_url.h"

#define HINT_BYTES 512

static const struct schema_key *
feedlist_url_key(void)
{
	return &schema_feed_keys[0];
}

void
feedlist_init(struct feedlist *list)
{
	*list = (struct feedlist){ 0 };
	table_init(&list->by_key);
}

static void
feedlist_release_feed(struct listed_feed *listed)
{
	config_feed_release(&listed->feed);
	free(listed->key);
}

void
feedlist_release(struct feedlist *list)
{
	for (size_t i = 0; i < list->n; i++)
		feedlist_release_feed(&list->feeds[i]);
	free(list->feeds);
	table_release(&list->by_key);
	feedlist_init(list);
}

/* --------------------------------------------------------------------- list */

static struct listed_feed *
feedlist_find(const struct feedlist *list, const char *key)
{
	uintptr_t at = (uintptr_t)table_get(&list->by_key, slice_of(key));

	return at > 0 ? &list->feeds[at - 1] : NULL;
}

static bool
feedlist_reserve(struct feedlist *list)
{
	size_t cap = list->cap > 0 ? 2 * list->cap : 16;
	struct listed_feed *feeds;

	if (list->n < list->cap)
		return true;
	feeds = reallocarray(list->feeds, cap, sizeof(*feeds));
	if (feeds == NULL)
		return false;
	list->feeds = feeds;
	list->cap = cap;
	return true;
}

static bool
feedlist_append(struct feedlist *list, struct listed_feed *listed)
{
	if (!feedlist_reserve(list) ||
	    table_put(&list->by_key, slice_of(listed->key),
		(void *)(uintptr_t)(list->n + 1)) != 0)
		return false;
	list->feeds[list->n++] = *listed;
	return true;
}

/* Replaces "feed://host/x" by "http://host/x". */
static void
feedlist_drop_feed_scheme(struct config_feed *feed, struct fault_list *faults)
{
	struct slice rest;
	const char *scheme = feed_url_plain_scheme(slice_of(feed->url), &rest);
	char *url;

	if (rest.p == feed->url)
		return;
	if (asprintf(&url, "%s%.*s", scheme, SLICE_ARG(rest)) < 0) {
		faults->out_of_memory = true;
		return;
	}
	free(feed->url);
	feed->url = url;
}

/* Takes ownership of *listed, whose feed has a valid URL.  Returns the existing
 * feed if the address is already listed, else NULL. */
static struct listed_feed *
feedlist_add(struct feedlist *list, struct listed_feed *listed,
    struct fault_list *faults)
{
	struct listed_feed *first;

	feedlist_drop_feed_scheme(&listed->feed, faults);
	listed->key = feed_url_key(slice_of(listed->feed.url));
	first = listed->key ? feedlist_find(list, listed->key) : NULL;
	if (first != NULL) {
		feedlist_release_feed(listed);
		return first;
	}
	if (listed->key != NULL && list->n < LIMIT_FEEDS &&
	    feedlist_append(list, listed))
		return NULL;
	if (list->n == LIMIT_FEEDS)
		fault_add(faults, listed->place,
		    "too many feeds, expected at most %d", LIMIT_FEEDS);
	else
		faults->out_of_memory = true;
	feedlist_release_feed(listed);
	return NULL;
}

static void
feedlist_report_second(struct place place, const struct listed_feed *first,
    struct fault_list *faults)
{
	char quoted[FAULT_QUOTE_BYTES];

	fault_add(faults, place,
	    "feed %s is given twice, expected once (first in %s:%d)",
	    fault_quote(slice_of(first->feed.url), quoted), first->feed.file,
	    first->feed.line);
}

/* --------------------------------------------------------------------- YAML */

static void
feedlist_report_unknown(const struct yaml_node *node,
    const struct schema_level *level, struct fault_list *faults)
{
	char quoted[FAULT_QUOTE_BYTES];
	struct buf hint;

	buf_init(&hint, HINT_BYTES);
	schema_hint(level, node->key, &hint);
	fault_add(faults, node->key_place, "unknown key %s of a feed, %s",
	    fault_quote(node->key, quoted), hint.p);
	buf_release(&hint);
}

/* Reads all keys of a feed that is a map. Returns false if there is a fault. */
static bool
feedlist_read_keys(struct listed_feed *listed, const struct yaml_node *map,
    const char *file, struct fault_list *faults)
{
	struct schema_level level = { schema_feed_keys, schema_n_feed_keys,
		NULL };
	bool good = true, lacks_url = true;

	for (const struct yaml_node *node = map->children; node != NULL;
	     node = node->next) {
		const struct schema_key *key = schema_find(&level, node->key);

		if (key == NULL) {
			/* An unknown key may be a misspelt "url". */
			feedlist_report_unknown(node, &level, faults);
			good = lacks_url = false;
			continue;
		}
		lacks_url = lacks_url && key != feedlist_url_key();
		listed->articles_given |=
		    key->offset == offsetof(struct config_feed, fetch_articles);
		if (key->type == SCHEMA_HEADERS
			? !site_secret_read_headers(key, node, file, faults,
			      &listed->feed, &listed->has_secret)
			: !value_read(key, node, &listed->feed, faults))
			good = false;
	}
	if (lacks_url) {
		fault_add(faults, map->place,
		    "a feed without url, expected url: https://…");
		good = false;
	}
	return good && listed->feed.url != NULL;
}

static void
feedlist_read_feed(struct feedlist *list, const struct yaml_node *node,
    const char *file, struct fault_list *faults)
{
	struct listed_feed listed = { .place = node->place };
	const struct listed_feed *first;
	bool good;

	if (node->kind == YAML_MAP)
		good = feedlist_read_keys(&listed, node, file, faults);
	else
		good = value_read(
			   feedlist_url_key(), node, &listed.feed, faults) &&
		       listed.feed.url != NULL;
	if (listed.has_secret && list->secret.line == 0)
		list->secret = node->place;
	if (!good) {
		feedlist_release_feed(&listed);
		return;
	}
	listed.feed.file = file;
	listed.feed.line = node->place.line;
	first = feedlist_add(list, &listed, faults);
	if (first != NULL)
		feedlist_report_second(node->place, first, faults);
}

void
feedlist_read(struct feedlist *list, const struct yaml_node *node,
    const char *file, struct fault_list *faults)
{
	if (yaml_is_null(node))
		return;
	if (node->kind != YAML_LIST) {
		value_refuse(schema_of("feeds"), node, NULL, faults);
		return;
	}
	for (node = node->children; node != NULL; node = node->next)
		feedlist_read_feed(list, node, file, faults);
}

/* --------------------------------------------------------------------- OPML */

struct opml_walk {
	struct feedlist *list;
	struct fault_list *faults;
	size_t file_n;
	const char *file;
};

static bool
feedlist_has_tag(const struct config_feed *feed, const char *tag)
{
	for (size_t i = 0; i < feed->n_tags; i++)
		if (strcmp(feed->tags[i], tag) == 0)
			return true;
	return false;
}

/* Adds the tags that the feed does not have yet. */
static void
feedlist_add_tags(struct config_feed *feed, const struct opml_feed *from,
    struct fault_list *faults)
{
	char **tags = reallocarray(
	    feed->tags, feed->n_tags + from->n_tags + 1, sizeof(*tags));

	if (tags == NULL) {
		faults->out_of_memory = true;
		return;
	}
	feed->tags = tags;
	for (size_t i = 0; i < from->n_tags; i++) {
		struct slice tag =
		    utf8_prefix(slice_of(from->tags[i]), LIMIT_TAG_BYTES);

		if (feed->n_tags >= LIMIT_ENTRY_LIST)
			break;
		tags[feed->n_tags] = value_copy(tag, faults);
		if (tags[feed->n_tags] == NULL)
			break;
		if (feedlist_has_tag(feed, tags[feed->n_tags]))
			free(tags[feed->n_tags]);
		else
			feed->n_tags++;
	}
}

/* Checks the URL of a feed in an OPML file. A fault has the form "FILE:LINE:1:
 * url: …". */
static bool
feedlist_check_url(
    const struct opml_feed *feed, struct place place, struct fault_list *faults)
{
	struct slice url = slice_of(feed->url);
	struct yaml_node node = {
		.kind = YAML_TEXT, .text = url, .place = place
	};
	const char *problem = feed_url_problem(url);

	if (problem == NULL && url.len > LIMIT_URL_BYTES)
		problem = "a text that is too long";
	if (problem == NULL)
		return true;
	return value_refuse(
	    feedlist_url_key(), &node, problem[0] ? problem : NULL, faults);
}

static int
feedlist_take_outline(const struct opml_feed *feed, void *arg)
{
	struct opml_walk *walk = arg;
	struct place place = { walk->file_n, feed->line, 1 };
	struct listed_feed listed = { .place = place };
	struct listed_feed *first;

	if (!feedlist_check_url(feed, place, walk->faults))
		return 0;
	listed.feed.url = value_copy(slice_of(feed->url), walk->faults);
	if (feed->title != NULL)
		listed.feed.title = value_copy(
		    utf8_prefix(slice_of(feed->title), LIMIT_TITLE_BYTES),
		    walk->faults);
	listed.feed.file = walk->file;
	listed.feed.line = feed->line;
	feedlist_add_tags(&listed.feed, feed, walk->faults);
	if (walk->faults->out_of_memory) {
		feedlist_release_feed(&listed);
		return ERR_MEMORY;
	}
	first = feedlist_add(walk->list, &listed, walk->faults);
	if (first != NULL && first->feed.file == walk->file)
		feedlist_add_tags(&first->feed, feed, walk->faults);
	else if (first != NULL)
		feedlist_report_second(place, first, walk->faults);
	return walk->faults->out_of_memory ? ERR_MEMORY : 0;
}

/* Adds the fault of an OPML file. The text of the error from opml_read() begins
 * with the place, "line N: ". */
static void
feedlist_report_opml(
    const struct err *e, size_t file_n, struct fault_list *faults)
{
	struct slice text = slice_of(e->text), number;
	struct place place = { file_n, 1, 1 };
	int64_t line;

	if (slice_starts(text, SLICE("line "))) {
		struct slice rest = slice_sub(text, 5, text.len);

		if (slice_next(&rest, ':', &number) &&
		    slice_to_int64(number, &line) && line > 0 &&
		    line <= INT32_MAX && rest.p != NULL) {
			place.line = (int)line;
			text = slice_trim(rest);
		}
	}
	fault_add(faults, place, "%.*s, expected OPML", SLICE_ARG(text));
}

void
feedlist_read_opml(struct feedlist *list, struct slice bytes, size_t file_n,
    const char *file, struct fault_list *faults)
{
	struct opml_walk walk = { list, faults, file_n, file };
	struct err e = ERR_INIT;
	int rc = opml_read(bytes, feedlist_take_outline, &walk, NULL, &e);

	if (rc == ERR_MEMORY)
		faults->out_of_memory = true;
	else if (rc != 0)
		feedlist_report_opml(&e, file_n, faults);
}

int
feedlist_take(struct feedlist *list, bool fetch_articles,
    struct config_feed **ret_feeds, size_t *ret_n)
{
	struct config_feed *feeds = NULL;

	if (list->n > 0) {
		feeds = calloc(list->n, sizeof(*feeds));
		if (feeds == NULL)
			return ERR_MEMORY;
	}
	for (size_t i = 0; i < list->n; i++) {
		feeds[i] = list->feeds[i].feed;
		if (!list->feeds[i].articles_given)
			feeds[i].fetch_articles = fetch_articles;
		free(list->feeds[i].key);
	}
	*ret_feeds = feeds;
	*ret_n = list->n;
	list->n = 0;
	feedlist_release(list);
	return 0;
}
