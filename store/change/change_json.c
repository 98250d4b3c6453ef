/*
 * change_json.c -- a change as a line of JSON, in the documented format of
 * `follow` (docs/consumers.md).
 */
#include "store/change/change_json.h"

#define CHANGE_VERSION 1 /* the value of "v" in a line of `follow` */

void
change_json_put_list(struct json_writer *json, const char *key,
    struct slice text, char separator)
{
	struct slice part;

	json_write_array(json, key);
	if (text.len > 0)
		while (slice_next(&text, separator, &part))
			if (part.len > 0)
				json_write_text(json, NULL, part);
	json_write_end_array(json);
}

void
change_json_put_minutes(
    struct json_writer *json, const char *key, int64_t minutes)
{
	if (minutes == DATE_NONE)
		json_write_null(json, key);
	else
		json_write_int(json, key, minutes);
}

void
change_json_put_fields(struct json_writer *json, const struct article_row *row)
{
	if (row->fields.len == 0)
		json_write_null(json, "fields");
	else
		json_write_raw(json, "fields", row->fields);
}

void
change_json_put_cluster(struct json_writer *json, const struct article_row *row)
{
	if (row->cluster_id != 0)
		json_write_int(json, "cluster_id", row->cluster_id);
	else
		json_write_null(json, "cluster_id");
}

void
change_json_put_enrichment(
    struct json_writer *json, const struct article_row *row)
{
	change_json_put_list(json, "keywords", row->keywords, '\n');
	change_json_put_list(json, "categories", row->categories, '\n');
	json_write_text_or_null(json, "summary", row->summary);
}

void
change_json_put(struct buf *out, const struct change_row *change)
{
	const struct article_row *row = &change->article;
	struct json_writer json;

	json_writer_init(&json, out);
	json_write_object(&json, NULL);
	json_write_int(&json, "v", CHANGE_VERSION);
	json_write_int(&json, "seq", change->seq);
	json_write_text(&json, "kind", change->kind);
	json_write_int(&json, "id", row->id);
	json_write_int(&json, "revision", row->revision);
	json_write_text_or_null(&json, "url", row->url);
	json_write_text_or_null(&json, "title", row->title);
	json_write_text_or_null(&json, "lead", row->lead);
	json_write_text_or_null(&json, "body", row->body);
	change_json_put_list(&json, "authors", row->authors, '\n');
	json_write_date(&json, "published_at", row->published_at);
	json_write_text_or_null(&json, "lang", row->lang);
	change_json_put_list(&json, "feeds", row->feeds, '\n');
	change_json_put_list(&json, "tags", row->tags, '\n');
	change_json_put_list(&json, "images", row->images, '\n');
	json_write_number(&json, "confidence", row->confidence, 4);
	change_json_put_list(&json, "flags", row->flags, ' ');
	change_json_put_list(&json, "usage", row->usage, '\n');
	change_json_put_minutes(&json, "published_zone", row->published_zone);
	json_write_date(&json, "modified_at", row->modified_at);
	json_write_text_or_null(&json, "section", row->section);
	json_write_text_or_null(&json, "publisher", row->publisher);
	json_write_text_or_null(&json, "license", row->license);
	json_write_text_or_null(&json, "access", row->access);
	json_write_int(&json, "word_count", row->word_count);
	change_json_put_fields(&json, row);
	change_json_put_cluster(&json, row);
	change_json_put_enrichment(&json, row);
	if (change->score != NULL)
		json_write_number(&json, "score", change->score->score, 6);
	if (change->lease_id != 0) {
		json_write_int(&json, "lease", change->lease_id);
		json_write_int(&json, "redelivered", change->redelivered);
	}
	json_write_end_object(&json);
	buf_append_char(out, '\n');
}
