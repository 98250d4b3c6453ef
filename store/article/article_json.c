/*
 * article_json.c -- writes an article as JSON; see article_json.h.
 */
#include "store/article/article_json.h"

#include "base/text/utf8.h"
#include "cuter/article/article.h"
#include "cuter/article/html_check.h"
#include "store/change/change_json.h"

static void
article_json_put_lines(
    struct json_writer *json, const char *key, struct slice lines)
{
	change_json_put_list(json, key, lines, '\n');
}

void
article_json_put(struct json_writer *json, const struct article_row *row)
{
	json_write_int(json, "id", row->id);
	json_write_int(json, "revision", row->revision);
	json_write_text_or_null(json, "url", row->url);
	json_write_text_or_null(json, "canonical_url", row->canonical_url);
	json_write_text_or_null(json, "status", row->status);
	json_write_text_or_null(json, "status_why", row->status_why);
	json_write_text_or_null(json, "title", row->title);
	json_write_text_or_null(json, "lead", row->lead);
	json_write_text_or_null(json, "byline", row->byline);
	article_json_put_lines(json, "authors", row->authors);
	json_write_text_or_null(json, "lang", row->lang);
	json_write_date(json, "published_at", row->published_at);
	change_json_put_minutes(json, "published_zone", row->published_zone);
	json_write_date(json, "modified_at", row->modified_at);
	json_write_text_or_null(json, "section", row->section);
	json_write_text_or_null(json, "publisher", row->publisher);
	json_write_text_or_null(json, "license", row->license);
	json_write_text_or_null(json, "access", row->access);
	json_write_date(json, "first_seen_at", row->first_seen_at);
	json_write_date(json, "fetched_at", row->fetched_at);
	json_write_date(json, "extracted_at", row->extracted_at);
	json_write_text_or_null(json, "origin", row->origin);
	json_write_number(json, "confidence", row->confidence, 4);
	change_json_put_list(json, "flags", row->flags, ' ');
	json_write_int(json, "word_count", row->word_count);
	json_write_text_or_null(json, "feed_title", row->feed_title);
	article_json_put_lines(json, "feeds", row->feeds);
	article_json_put_lines(json, "tags", row->tags);
	article_json_put_lines(json, "usage", row->usage);
	change_json_put_fields(json, row);
	change_json_put_cluster(json, row);
	change_json_put_enrichment(json, row);
}

static void
article_json_put_size(struct json_writer *json, const char *key, int64_t pixels)
{
	if (pixels > 0)
		json_write_int(json, key, pixels);
	else
		json_write_null(json, key);
}

static void
article_json_put_media(
    struct json_writer *json, const struct article_media *media)
{
	json_write_object(json, NULL);
	json_write_text_or_null(json, "kind", media->kind);
	json_write_text_or_null(json, "role", media->role);
	json_write_text_or_null(json, "url", media->url);
	json_write_text_or_null(json, "alt", media->alt);
	json_write_text_or_null(json, "caption", media->caption);
	json_write_text_or_null(json, "credit", media->credit);
	article_json_put_size(json, "width", media->width);
	article_json_put_size(json, "height", media->height);
	json_write_number(json, "relevance", media->relevance, 4);
	json_write_end_object(json);
}

/* Writes "empty 3 text 21" as {"empty":3,"text":21}. */
static void
article_json_put_node_classes(struct json_writer *json, struct slice text)
{
	struct slice name, count;
	char key[32];
	int64_t n;

	json_write_object(json, "node_classes");
	while (
	    slice_next(&text, ' ', &name) && slice_next(&text, ' ', &count)) {
		if (name.len == 0 || name.len >= sizeof key ||
		    !slice_to_int64(count, &n))
			continue;
		memcpy(key, name.p, name.len);
		key[name.len] = '\0';
		json_write_int(json, key, n);
	}
	json_write_end_object(json);
}

/* The daemon checks the HTML of a worker (worker/message/message_article.c),
 * but another program or an earlier version may have written the row.  The
 * check takes about 3 ns per byte, so every output repeats it. */
struct slice
article_safe_html(const struct article_row *row, struct buf *scratch)
{
	if (row->body_html.p == NULL ||
	    (utf8_valid(row->body_html) && article_html_check(row->body_html)))
		return row->body_html;
	buf_clear(scratch);
	article_text_to_html(row->body, scratch);
	return buf_slice(scratch);
}

void
article_json_put_parts(struct json_writer *json, const struct article_row *row,
    const struct article_media *media, size_t n)
{
	struct buf html;

	json_write_text_or_null(json, "page_class", row->page_class);
	article_json_put_node_classes(json, row->node_classes);
	article_json_put_lines(json, "images", row->images);
	json_write_array(json, "media");
	for (size_t i = 0; i < n; i++)
		article_json_put_media(json, &media[i]);
	json_write_end_array(json);
	json_write_text_or_null(json, "body", row->body);
	buf_init(&html, ARTICLE_JSON_MAX_BYTES);
	json_write_text_or_null(
	    json, "body_html", article_safe_html(row, &html));
	buf_carry_failure(json->out, &html);
	buf_release(&html);
}
