/*
 * json_row.c -- rows of the store as JSON, one object per line.
 *
 * Member names are column names.  The lines of `follow` have a documented
 * format of their own (store/change/change_json.h).
 */
#include "cli/print/json_row.h"

#include "base/diff/word_diff.h"
#include "base/text/json_writer.h"
#include "cli/cmd/replay.h"
#include "store/article/article_json.h"
#include "store/change/change_json.h"
#include "store/feed_json.h"

void
json_row_lines(struct json_writer *json, const char *key, struct slice lines)
{
	change_json_put_list(json, key, lines, '\n');
}

static void
json_row_begin(struct json_writer *json, struct buf *out)
{
	json_writer_init(json, out);
	json_write_object(json, NULL);
}

static void
json_row_end(struct json_writer *json)
{
	json_write_end_object(json);
	buf_append_char(json->out, '\n');
}

void
json_row_health(
    struct json_writer *json, const struct feed_row *row, int64_t now_at)
{
	feed_json_put_health(json, row, now_at);
}

void
json_row_feed(struct buf *out, const struct feed_row *row, int64_t now_at)
{
	struct json_writer json;

	json_row_begin(&json, out);
	feed_json_put(&json, row, now_at);
	json_row_end(&json);
}

void
json_row_article(struct buf *out, const struct article_row *row)
{
	struct json_writer json;

	json_row_begin(&json, out);
	article_json_put(&json, row);
	json_row_end(&json);
}

void
json_row_article_media(struct buf *out, const struct article_row *row,
    const struct article_media *media, size_t n)
{
	struct json_writer json;

	json_row_begin(&json, out);
	article_json_put(&json, row);
	article_json_put_parts(&json, row, media, n);
	json_row_end(&json);
}

void
json_row_hit(
    struct buf *out, const struct search_hit *hit, struct slice snippet)
{
	struct json_writer json;

	json_row_begin(&json, out);
	article_json_put(&json, &hit->article);
	json_write_number(&json, "rank", hit->rank, 6);
	json_write_text(&json, "snippet", snippet);
	json_row_end(&json);
}

void
json_row_passage(struct buf *out, const struct passage_hit *hit)
{
	struct json_writer json;

	json_row_begin(&json, out);
	article_json_put(&json, &hit->article);
	json_write_int(&json, "paragraph", hit->paragraph);
	json_write_number(&json, "score", hit->score, 6);
	json_write_text(&json, "passage", hit->text);
	json_write_text_or_null(&json, "before", hit->before);
	json_write_text_or_null(&json, "after", hit->after);
	json_row_end(&json);
}

void
json_row_change(struct buf *out, const struct change_row *change)
{
	change_json_put(out, change);
}

/* The changes of a text that are being written. A removed run is written in one
 * object with the run that replaces it. */
struct changes {
	struct json_writer *json;
	const char *in;
	struct slice removed;
};

static void
json_row_put_change(struct changes *changes, struct slice added)
{
	struct json_writer *json = changes->json;

	json_write_object(json, NULL);
	json_write_text(json, "in", slice_of(changes->in));
	json_write_text(json, "removed", slice_trim(changes->removed));
	json_write_text(json, "added", slice_trim(added));
	json_write_end_object(json);
	changes->removed = SLICE("");
}

static int
json_row_visit_change(enum word_diff_kind kind, struct slice words, void *arg)
{
	struct changes *changes = arg;

	if (kind == WORDS_ADDED)
		json_row_put_change(changes, words);
	else if (kind == WORDS_REMOVED)
		changes->removed = words;
	else if (changes->removed.len > 0)
		json_row_put_change(changes, SLICE(""));
	return 0;
}

static void
json_row_put_changes(struct json_writer *json, const char *in,
    struct slice before, struct slice after)
{
	struct changes changes = { json, in, SLICE("") };

	if (word_diff(before, after, json_row_visit_change, &changes) != 0)
		json->out->failed = json->out->no_memory = true;
	if (changes.removed.len > 0)
		json_row_put_change(&changes, SLICE(""));
}

void
json_row_revision(struct buf *out, int64_t id,
    const struct article_revision *row, const struct article_revision *before)
{
	struct json_writer json;

	json_row_begin(&json, out);
	json_write_int(&json, "id", id);
	json_write_int(&json, "revision", row->revision);
	json_write_date(&json, "at", row->at);
	json_write_text_or_null(&json, "title", row->title);
	json_write_text_or_null(&json, "body", row->body);
	json_write_array(&json, "changes");
	if (before != NULL) {
		json_row_put_changes(&json, "title", before->title, row->title);
		json_row_put_changes(&json, "body", before->body, row->body);
	}
	json_write_end_array(&json);
	json_row_end(&json);
}

void
json_row_consumer(struct buf *out, const struct consumer_row *row)
{
	struct json_writer json;

	json_row_begin(&json, out);
	json_write_text(&json, "name", row->name);
	json_write_int(&json, "seq", row->seq);
	json_write_int(&json, "lag", row->lag);
	json_write_date(&json, "made_at", row->made_at);
	json_write_date(&json, "last_ack_at", row->last_ack_at);
	json_write_int(&json, "leased", row->leases);
	json_write_int(&json, "dead", row->dead);
	json_row_end(&json);
}

void
json_row_dead_change(struct buf *out, const struct dead_change_row *row)
{
	struct json_writer json;

	json_row_begin(&json, out);
	json_write_int(&json, "seq", row->seq);
	json_write_text(&json, "kind", row->kind);
	json_write_int(&json, "id", row->article_id);
	json_write_int(&json, "redelivered", row->redelivered);
	json_write_date(&json, "at", row->at);
	json_write_text_or_null(&json, "title", row->title);
	json_write_text_or_null(&json, "url", row->url);
	json_row_end(&json);
}

void
json_row_crasher(struct buf *out, const struct crasher_row *row)
{
	struct json_writer json;

	json_row_begin(&json, out);
	json_write_int(&json, "id", row->id);
	json_write_text(&json, "hash", row->hash);
	json_write_text(&json, "kind", row->kind);
	json_write_int(&json, "bytes", row->bytes);
	json_write_text(&json, "url", row->url);
	json_write_text_or_null(&json, "content_type", row->content_type);
	json_write_int(&json, "rungs", row->fallback_levels);
	json_write_text(&json, "why", row->why);
	json_write_text(&json, "version", row->version);
	json_write_int(&json, "deaths", row->deaths);
	json_write_date(&json, "first_at", row->first_at);
	json_write_date(&json, "last_at", row->last_at);
	json_write_bool(&json, "kept", row->has_body);
	json_row_end(&json);
}

void
json_row_replay(struct buf *out, const struct replay *r)
{
	struct json_writer json;

	json_row_begin(&json, out);
	json_write_text(&json, "reader", slice_of(r->parser));
	json_write_text(&json, "result", slice_of(r->result));
	json_write_int(&json, "ms", r->wall_ms);
	json_write_int(&json, "cpu_ms", r->cpu_ms);
	json_write_int(&json, "peak_bytes", r->peak_bytes);
	json_write_text(&json, "why", slice_of(r->why));
	json_row_end(&json);
}
