/*
 * feed_json.c -- writes a feed as JSON: the output of `gleaner parse-feed`.
 */
#include "crawler/feed/feed.h"

static void
feed_json_write_list(
    struct json_writer *w, const char *key, const struct feed_list *list)
{
	json_write_array(w, key);
	for (size_t i = 0; i < list->n; i++)
		json_write_text(w, NULL, list->items[i]);
	json_write_end_array(w);
}

/* Writes each hour as a number, or as text if it is not a number. */
static void
feed_json_write_hours(struct json_writer *w, const struct feed_list *list)
{
	int64_t hour;

	json_write_array(w, "skip_hours");
	for (size_t i = 0; i < list->n; i++) {
		if (slice_to_int64(list->items[i], &hour))
			json_write_int(w, NULL, hour);
		else
			json_write_text(w, NULL, list->items[i]);
	}
	json_write_end_array(w);
}

static void
feed_json_write_number(struct json_writer *w, const char *key, int64_t value)
{
	if (value < 0)
		json_write_null(w, key);
	else
		json_write_int(w, key, value);
}

static void
feed_json_write_enclosures(
    struct json_writer *w, const struct feed_entry *entry)
{
	json_write_array(w, "enclosures");
	for (size_t i = 0; i < entry->n_enclosures; i++) {
		const struct feed_enclosure *e = &entry->enclosures[i];

		json_write_object(w, NULL);
		json_write_text(w, "url", e->url);
		json_write_text_or_null(w, "type", e->type);
		feed_json_write_number(w, "length", e->length);
		json_write_end_object(w);
	}
	json_write_end_array(w);
}

static void
feed_json_write_media(struct json_writer *w, const struct feed_entry *entry)
{
	json_write_array(w, "media");
	for (size_t i = 0; i < entry->n_media; i++)
		json_write_text(w, NULL, entry->media[i].url);
	json_write_end_array(w);
}

static void
feed_json_write_entry(struct json_writer *w, const struct feed_entry *e)
{
	json_write_object(w, NULL);
	json_write_text_or_null(w, "id", e->id);
	json_write_text_or_null(w, "link", e->link);
	json_write_text_or_null(w, "original_link", e->original_link);
	json_write_text_or_null(w, "title", e->title);
	json_write_text_or_null(w, "summary", e->summary);
	json_write_text_or_null(w, "content", e->content);
	json_write_date(w, "published", e->published_at);
	json_write_date(w, "updated", e->updated_at);
	json_write_text_or_null(w, "comments", e->comments);
	feed_json_write_list(w, "authors", &e->authors);
	feed_json_write_list(w, "categories", &e->categories);
	feed_json_write_enclosures(w, e);
	feed_json_write_media(w, e);
	json_write_end_object(w);
}

/* Most feeds have no deletions, so the member is optional. */
static void
feed_json_write_deletions(struct json_writer *w, const struct feed *f)
{
	if (f->n_deletions == 0)
		return;
	json_write_array(w, "deleted");
	for (size_t i = 0; i < f->n_deletions; i++) {
		json_write_object(w, NULL);
		json_write_text(w, "id", f->deletions[i].id);
		json_write_date(w, "at", f->deletions[i].at);
		json_write_end_object(w);
	}
	json_write_end_array(w);
}

static void
feed_json_write_head(struct json_writer *w, const struct feed *f)
{
	json_write_text(w, "format", slice_of(feed_format_name(f->format)));
	json_write_bool(w, "complete", f->complete);
	json_write_text_or_null(w, "why", f->why);
	json_write_text_or_null(w, "title", f->title);
	json_write_text_or_null(w, "link", f->link);
	json_write_text_or_null(w, "description", f->description);
	json_write_text_or_null(w, "language", f->language);
	json_write_text_or_null(w, "id", f->id);
	json_write_date(w, "updated", f->updated_at);
	json_write_date(w, "published", f->published_at);
	json_write_text_or_null(w, "generator", f->generator);
	json_write_text_or_null(w, "rights", f->rights);
	json_write_text_or_null(w, "image", f->image);
	json_write_text_or_null(w, "icon", f->icon);
	feed_json_write_number(w, "ttl", f->ttl_minutes);
	json_write_text_or_null(w, "sy_period", f->sy_period);
	feed_json_write_number(w, "sy_frequency", f->sy_frequency);
	feed_json_write_hours(w, &f->skip_hours);
	feed_json_write_list(w, "skip_days", &f->skip_days);
	json_write_text_or_null(w, "hub", f->hub);
	json_write_text_or_null(w, "self", f->self);
	json_write_text_or_null(w, "next", f->next);
	json_write_text_or_null(w, "prev_archive", f->prev_archive);
	json_write_text_or_null(w, "new_url", f->new_url);
	feed_json_write_list(w, "authors", &f->authors);
	feed_json_write_number(w, "entries_dropped", (int64_t)f->n_dropped);
	feed_json_write_deletions(w, f);
}

void
feed_write_json(struct json_writer *w, const struct feed *f)
{
	json_write_object(w, "feed");
	feed_json_write_head(w, f);
	json_write_end_object(w);
	json_write_array(w, "entries");
	for (size_t i = 0; i < f->n_entries; i++)
		feed_json_write_entry(w, &f->entries[i]);
	json_write_end_array(w);
}
