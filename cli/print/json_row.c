/*
 * json_row.c -- rows of the store as JSON, one object per line.
 *
 * Member names are column names.  The lines of `follow` have a documented
 * format of their own (store/change/change_json.h).
 */
#include "cli/print/json_row.h"

#include "base/text/json_writer.h"
#include "base/text/word_diff.h"
#include "cli/cmd/replay.h"
#include "cli/print/safe_html.h"
#include "store/change/change_json.h"
#include "store/feed/feed_health.h"

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
	enum feed_health health = feed_health(row, now_at);
	struct buf why;

	buf_init(&why, 64 * KIB);
	feed_health_why(health, row, now_at, &why);
	json_write_text(json, "health", slice_of(feed_health_name(health)));
	json_write_text_or_null(json, "health_why", buf_slice(&why));
	buf_carry_failure(json->out, &why);
	buf_release(&why);
}

void
json_row_feed(struct buf *out, const struct feed_row *row, int64_t now_at)
{
	struct json_writer json;
	bool named = row->given_title.len > 0;

	json_row_begin(&json, out);
	json_write_int(&json, "id", row->id);
	json_write_text(&json, "url", row->url);
	json_write_text_or_null(
	    &json, "title", named ? row->given_title : row->title);
	json_write_text_or_null(&json, "site_url", row->site_url);
	json_write_text_or_null(&json, "description", row->description);
	json_write_text_or_null(&json, "lang", row->language);
	json_row_lines(&json, "tags", row->tags);
	json_write_text(
	    &json, "status", slice_of(feed_status_name(row->status)));
	json_row_health(&json, row, now_at);
	json_write_text_or_null(&json, "status_why", row->status_why);
	json_write_text_or_null(&json, "last_outcome", row->last_outcome);
	json_write_text_or_null(&json, "last_why", row->last_why);
	if (row->interval_s > 0)
		json_write_int(&json, "interval_s", row->interval_s);
	else
		json_write_null(&json, "interval_s");
	json_write_bool(&json, "articles", row->fetch_articles);
	json_write_bool(&json, "from_config", row->from_config);
	json_write_int(&json, "failures", row->failures);
	json_write_int(&json, "entries", row->n_entries);
	json_write_date(&json, "last_poll_at", row->last_poll_at);
	json_write_date(&json, "last_new_at", row->last_new_at);
	json_write_date(&json, "next_poll_at", row->next_poll_at);
	json_write_date(&json, "gap_at", row->missed_at);
	json_write_date(&json, "budget_since", row->budget_since);
	json_write_int(&json, "budget_bytes", row->budget_bytes);
	json_write_int(&json, "waiting", row->n_waiting);
	json_row_end(&json);
}

static void
json_row_put_article(struct json_writer *json, const struct article_row *row)
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
	json_row_lines(json, "authors", row->authors);
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
	json_row_lines(json, "feeds", row->feeds);
	json_row_lines(json, "tags", row->tags);
	json_row_lines(json, "usage", row->usage);
	change_json_put_fields(json, row);
	change_json_put_cluster(json, row);
}

void
json_row_article(struct buf *out, const struct article_row *row)
{
	struct json_writer json;

	json_row_begin(&json, out);
	json_row_put_article(&json, row);
	json_row_end(&json);
}

static void
json_row_put_size(struct json_writer *json, const char *key, int64_t pixels)
{
	if (pixels > 0)
		json_write_int(json, key, pixels);
	else
		json_write_null(json, key);
}

static void
json_row_put_media(struct json_writer *json, const struct article_media *media)
{
	json_write_object(json, NULL);
	json_write_text_or_null(json, "kind", media->kind);
	json_write_text_or_null(json, "role", media->role);
	json_write_text_or_null(json, "url", media->url);
	json_write_text_or_null(json, "alt", media->alt);
	json_write_text_or_null(json, "caption", media->caption);
	json_write_text_or_null(json, "credit", media->credit);
	json_row_put_size(json, "width", media->width);
	json_row_put_size(json, "height", media->height);
	json_write_number(json, "relevance", media->relevance, 4);
	json_write_end_object(json);
}

/* "empty 3 text 21" → {"empty":3,"text":21} */
static void
json_row_put_node_classes(struct json_writer *json, struct slice text)
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

void
json_row_article_media(struct buf *out, const struct article_row *row,
    const struct article_media *media, size_t n)
{
	struct json_writer json;
	struct buf html;

	json_row_begin(&json, out);
	json_row_put_article(&json, row);
	json_write_text_or_null(&json, "page_class", row->page_class);
	json_row_put_node_classes(&json, row->node_classes);
	json_row_lines(&json, "images", row->images);
	json_write_array(&json, "media");
	for (size_t i = 0; i < n; i++)
		json_row_put_media(&json, &media[i]);
	json_write_end_array(&json);
	json_write_text_or_null(&json, "body", row->body);
	buf_init(&html, JSON_ROW_MAX_BYTES);
	json_write_text_or_null(&json, "body_html", safe_html(row, &html));
	json_row_end(&json);
	buf_release(&html);
}

void
json_row_hit(
    struct buf *out, const struct search_hit *hit, struct slice snippet)
{
	struct json_writer json;

	json_row_begin(&json, out);
	json_row_put_article(&json, &hit->article);
	json_write_number(&json, "rank", hit->rank, 6);
	json_write_text(&json, "snippet", snippet);
	json_row_end(&json);
}

void
json_row_change(struct buf *out, const struct change_row *change)
{
	change_json_put(out, change);
}

/* The changes of a text. A removed run is written together with the run that
 * replaces it. */
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
