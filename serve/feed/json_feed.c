/*
 * json_feed.c -- JSON Feed 1.1.
 *
 * The extension "_gleaner" of an item has the article's id, revision,
 * confidence and cluster, as in the API.
 */
#include "base/text/json_writer.h"
#include "serve/feed/format.h"
#include "store/change/change_json.h"

static void
json_feed_put_optional(
    struct json_writer *json, const char *key, struct slice text)
{
	if (text.len > 0)
		json_write_text(json, key, text);
}

static void
json_feed_put_date(struct json_writer *json, const char *key, int64_t at)
{
	if (at != DATE_NONE)
		json_write_date(json, key, at);
}

static void
json_feed_put_author(struct json_writer *json, struct slice name)
{
	if (slice_trim(name).len == 0)
		return;
	json_write_object(json, NULL);
	json_write_text(json, "name", name);
	json_write_end_object(json);
}

static void
json_feed_put_authors(struct json_writer *json, const struct item *item)
{
	struct slice rest = item->row->authors, name;

	json_write_array(json, "authors");
	if (rest.len == 0)
		json_feed_put_author(json, item->author);
	while (rest.len > 0 && slice_next(&rest, '\n', &name))
		json_feed_put_author(json, name);
	json_write_end_array(json);
}

static void
json_feed_put_extension(struct json_writer *json, const struct article_row *row)
{
	json_write_object(json, "_gleaner");
	json_write_int(json, "id", row->id);
	json_write_int(json, "revision", row->revision);
	json_write_number(json, "confidence", row->confidence, 4);
	change_json_put_cluster(json, row);
	json_write_end_object(json);
}

static void
json_feed_put_item(struct buf *out, const struct item *item, bool is_first)
{
	const struct article_row *row = item->row;
	struct json_writer json;

	buf_append_string(out, is_first ? "" : ",\n");
	json_writer_init(&json, out);
	json_write_object(&json, NULL);
	json_write_text(&json, "id", slice_of(item->id));
	json_write_text(&json, "url", item->link);
	json_feed_put_optional(&json, "title", row->title);
	json_feed_put_optional(&json, "summary", row->lead);
	json_write_text(&json, "content_html", buf_slice(&item->html));
	json_feed_put_date(&json, "date_published", item->published_at);
	json_feed_put_date(&json, "date_modified", item->updated_at);
	json_feed_put_authors(&json, item);
	change_json_put_list(&json, "tags", row->tags, '\n');
	json_feed_put_optional(&json, "language", item->lang);
	json_feed_put_extension(&json, row);
	json_write_end_object(&json);
}

static void
json_feed_put_document(
    struct buf *out, const struct channel *channel, struct slice entries)
{
	struct json_writer json;

	json_writer_init(&json, out);
	json_write_object(&json, NULL);
	json_write_text(
	    &json, "version", SLICE("https://jsonfeed.org/version/1.1"));
	json_write_text(&json, "title", channel->title);
	json_write_text(&json, "home_page_url", channel->page);
	json_write_text(&json, "feed_url", channel->self);
	json_feed_put_optional(&json, "next_url", channel->next);
	json_write_array(&json, "items");
	buf_append_slice(out, entries);
	json_write_end_array(&json);
	json_write_end_object(&json);
	buf_append_char(out, '\n');
}

const struct syndication json_feed_format = {
	.suffix = ".json",
	.type = "application/feed+json",
	.put_item = json_feed_put_item,
	.put_document = json_feed_put_document,
};
