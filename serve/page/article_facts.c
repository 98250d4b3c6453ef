/*
 * article_facts.c -- the list of an article's values, with the source of each.
 * page.h declares the function.
 */
#include <jansson.h>

#include "base/array.h"
#include "base/date/date.h"
#include "serve/page/page.h"

struct facts {
	struct buf *out;
	struct store *store;
	const struct article_row *row;
	json_t *fields; /* parsed row->fields; NULL: none */
};

/* Appends where a field of the page was found: "meta, 98 %". */
static void
article_facts_put_source(const struct facts *facts, const char *field)
{
	const json_t *entry = json_object_get(facts->fields, field);
	const char *source =
	    json_string_value(json_object_get(entry, "source"));
	const json_t *confidence = json_object_get(entry, "confidence");

	if (source == NULL)
		return;
	buf_append_string(facts->out, " <span class=\"soft\">(");
	html_put_line(facts->out, slice_of(source));
	if (json_is_number(confidence))
		buf_printf(facts->out, ", %.0f %%",
		    json_number_value(confidence) * 100);
	buf_append_string(facts->out, ")</span>");
}

static void
article_facts_begin(const struct facts *facts, const char *name)
{
	buf_printf(facts->out, "<dt>%s</dt><dd>", name);
}

static void
article_facts_end(const struct facts *facts)
{
	buf_append_string(facts->out, "</dd>\n");
}

/* Writes a text of one or more lines, separated by commas.  Nothing is written
 * for an absent text. */
static void
article_facts_put_lines(const struct facts *facts, const char *name,
    struct slice lines, const char *field)
{
	struct slice rest = lines, line;
	bool is_first = true;

	if (lines.len == 0)
		return;
	article_facts_begin(facts, name);
	while (slice_next(&rest, '\n', &line)) {
		buf_append_string(facts->out, is_first ? "<bdi>" : ", <bdi>");
		html_put_line(facts->out, line);
		buf_append_string(facts->out, "</bdi>");
		is_first = false;
	}
	if (field != NULL)
		article_facts_put_source(facts, field);
	article_facts_end(facts);
}

static void
article_facts_put_date(
    const struct facts *facts, const char *name, int64_t at, const char *field)
{
	if (at == DATE_NONE)
		return;
	article_facts_begin(facts, name);
	html_put_time(facts->out, at);
	if (field != NULL)
		article_facts_put_source(facts, field);
	article_facts_end(facts);
}

static void
article_facts_put_url(
    const struct facts *facts, const char *name, struct slice url)
{
	bool is_link;

	if (url.len == 0)
		return;
	article_facts_begin(facts, name);
	is_link = html_open_link(facts->out, url);
	html_put_line(facts->out, url);
	if (is_link)
		buf_append_string(facts->out, "</a>");
	article_facts_end(facts);
}

static void
article_facts_put_category_path(struct buf *out, struct slice category)
{
	buf_append_string(out, "/category/");
	html_put_encoded(out, category);
}

/* Writes a list of names, each with a link to the list of its articles. */
static void
article_facts_put_links(const struct facts *facts, const char *name,
    void (*put_path)(struct buf *, struct slice), struct slice names)
{
	struct slice rest = names, part;
	bool is_first = true;

	if (names.len == 0)
		return;
	article_facts_begin(facts, name);
	while (slice_next(&rest, '\n', &part)) {
		buf_append_string(
		    facts->out, is_first ? "<a href=\"" : ", <a href=\"");
		put_path(facts->out, part);
		buf_append_string(facts->out, "\"><bdi>");
		html_put_line(facts->out, part);
		buf_append_string(facts->out, "</bdi></a>");
		is_first = false;
	}
	article_facts_end(facts);
}

static int
article_facts_put_feeds(const struct facts *facts, struct err *e)
{
	struct slice rest = facts->row->feeds, url;
	bool is_first = true;

	if (rest.len == 0)
		return 0;
	article_facts_begin(facts, "Feeds");
	while (slice_next(&rest, '\n', &url)) {
		int64_t id;
		int rc = store_feed_find(facts->store, url, &id, e);

		if (rc != 0 && rc != ERR_NOT_FOUND)
			return rc;
		if (!is_first)
			buf_append_string(facts->out, "<br>");
		if (rc == 0)
			buf_printf(facts->out, "<a href=\"/feed/%lld\">",
			    (long long)id);
		html_put_line(facts->out, url);
		if (rc == 0)
			buf_append_string(facts->out, "</a>");
		is_first = false;
	}
	article_facts_end(facts);
	return 0;
}

static void
article_facts_put_quality(const struct facts *facts)
{
	const struct article_row *row = facts->row;

	article_facts_begin(facts, "Status");
	html_put_line(facts->out, row->status);
	if (row->status_why.len > 0) {
		buf_append_string(facts->out, ": <bdi>");
		html_put_line(facts->out, row->status_why);
		buf_append_string(facts->out, "</bdi>");
	}
	article_facts_end(facts);
	article_facts_begin(facts, "Confidence");
	buf_printf(facts->out, "%.0f %% that the text is complete and clean",
	    row->confidence * 100);
	article_facts_end(facts);
	article_facts_begin(facts, "Length");
	buf_printf(facts->out, "%lld words, revision %lld",
	    (long long)row->word_count, (long long)row->revision);
	article_facts_end(facts);
	article_facts_put_lines(facts, "Flags", row->flags, NULL);
}

/* If the page of the article is stored, writes a link to its explanation. */
static int
article_facts_put_stored(const struct facts *facts, struct err *e)
{
	bool is_stored = false;
	int rc =
	    store_page_is_stored(facts->store, facts->row->id, &is_stored, e);

	if (rc != 0 || !is_stored)
		return rc;
	article_facts_begin(facts, "Page");
	buf_printf(facts->out,
	    "stored as fetched; <a href=\"/article/%lld/explain\">how each "
	    "part "
	    "of it was classified</a>",
	    (long long)facts->row->id);
	article_facts_end(facts);
	return 0;
}

/* "empty 3 text 21" is shown as "3 empty, 21 text". */
static void
article_facts_put_classes(const struct facts *facts)
{
	struct slice rest = facts->row->node_classes, name, count;
	bool is_first = true;

	if (rest.len == 0)
		return;
	article_facts_begin(facts, "Parts of page");
	while (
	    slice_next(&rest, ' ', &name) && slice_next(&rest, ' ', &count)) {
		if (!is_first)
			buf_append_string(facts->out, ", ");
		html_put_line(facts->out, count);
		buf_append_char(facts->out, ' ');
		html_put_line(facts->out, name);
		is_first = false;
	}
	article_facts_end(facts);
}

static int
article_facts_put_all(const struct facts *facts, struct err *e)
{
	const struct article_row *row = facts->row;
	int rc;

	article_facts_put_lines(facts, "Title", row->title, "title");
	if (row->lead.len > 0)
		article_facts_put_lines(
		    facts, "Lead", SLICE("above the text"), "lead");
	article_facts_put_lines(facts, "Authors", row->authors, "authors");
	article_facts_put_date(
	    facts, "Published", row->published_at, "published_at");
	article_facts_put_date(
	    facts, "Modified", row->modified_at, "modified_at");
	article_facts_put_date(facts, "First seen", row->first_seen_at, NULL);
	article_facts_put_date(facts, "Fetched", row->fetched_at, NULL);
	article_facts_put_lines(facts, "Language", row->lang, "lang");
	article_facts_put_lines(facts, "Section", row->section, "section");
	article_facts_put_lines(
	    facts, "Publisher", row->publisher, "publisher");
	article_facts_put_lines(facts, "License", row->license, "license");
	article_facts_put_lines(facts, "Access", row->access, "access");
	article_facts_put_lines(facts, "Usage rules", row->usage, NULL);
	article_facts_put_url(facts, "Address", row->url);
	article_facts_put_url(facts, "Canonical address", row->canonical_url);
	article_facts_put_links(
	    facts, "Tags", html_put_tag_path, facts->row->tags);
	article_facts_put_links(facts, "Categories",
	    article_facts_put_category_path, facts->row->categories);
	rc = article_facts_put_feeds(facts, e);
	if (rc != 0)
		return rc;
	article_facts_put_lines(facts, "Text from", row->origin, NULL);
	article_facts_put_lines(facts, "Kind of page", row->page_class, NULL);
	article_facts_put_classes(facts);
	article_facts_put_quality(facts);
	return article_facts_put_stored(facts, e);
}

/* Links to the story if it has other articles. */
static int
article_facts_put_story(const struct facts *facts, struct err *e)
{
	int64_t id = facts->row->cluster_id, n = 0;
	int rc = id != 0 ? store_cluster_size(facts->store, id, &n, e) : 0;

	if (rc == 0 && n > 1)
		buf_printf(facts->out,
		    "<p><a href=\"/story/%lld\">%lld articles with nearly the "
		    "same text</a></p>\n",
		    (long long)id, (long long)n);
	return rc;
}

int
article_facts_put(struct buf *out, struct store *store,
    const struct article_row *row, struct err *e)
{
	struct facts facts = { .out = out, .store = store, .row = row };
	int rc;

	if (row->fields.len > 0)
		facts.fields =
		    json_loadb(row->fields.p, row->fields.len, 0, NULL);
	buf_append_string(
	    out, "<h2>About this article</h2>\n<dl class=\"facts\">\n");
	rc = article_facts_put_all(&facts, e);
	buf_append_string(out, "</dl>\n");
	if (rc == 0)
		rc = article_facts_put_story(&facts, e);
	json_decref(facts.fields);
	return rc;
}
