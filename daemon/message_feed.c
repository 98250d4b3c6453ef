/*
 * message_feed.c -- struct feed and its entries, every member in the order of
 * crawler/feed/feed.h.
 */
#include "config/limits.h"
#include "daemon/message_parts.h"

/* An entry of nothing: eight texts, a flag, two dates, four counts.  A count
 * of entries is believed only as far as the frame could hold them. */
#define ENTRY_LEAST_BYTES     (1 + 8 * 4 + 2 * 8 + 4 * 4)
#define ENCLOSURE_LEAST_BYTES (2 * 4 + 8)

static void
put_list(struct buf *b, const struct feed_list *list)
{
	message_put_texts(b, list->items, list->n, LIMIT_ENTRY_LIST);
}

static void
read_list(struct wire_reader *r, struct arena *arena, struct feed_list *ret)
{
	ret->items = message_read_texts(
	    r, arena, LIMIT_ENTRY_LIST, LIMIT_TITLE_BYTES, &ret->n);
}

/* ---- entries ---- */

static void
put_enclosures(struct buf *b, const struct feed_entry *entry)
{
	size_t n = message_put_count(b, entry->n_enclosures, LIMIT_ENTRY_LIST);

	for (size_t i = 0; i < n; i++) {
		const struct feed_enclosure *enclosure = &entry->enclosures[i];

		wire_put_slice(b, enclosure->url);
		wire_put_slice(b, enclosure->type);
		message_put_number(b, enclosure->length, -1);
	}
}

/* One without an address that may be fetched is none. */
static void
read_enclosures(
    struct wire_reader *r, struct arena *arena, struct feed_entry *ret)
{
	size_t n = wire_read_count(r, LIMIT_ENTRY_LIST, ENCLOSURE_LEAST_BYTES);

	if (n > 0)
		ret->enclosures =
		    arena_array(arena, n, sizeof(*ret->enclosures));
	for (size_t i = 0; i < n; i++) {
		struct feed_enclosure enclosure;

		enclosure.url = message_read_url(r);
		enclosure.type = message_read_text(r, LIMIT_TITLE_BYTES);
		enclosure.length = message_read_number(r, -1);
		if (enclosure.url.p != NULL)
			ret->enclosures[ret->n_enclosures++] = enclosure;
	}
}

static void
put_entry(struct buf *b, const struct feed_entry *entry)
{
	wire_put_slice(b, entry->id);
	wire_put_u8(b, entry->id_is_permalink);
	wire_put_slice(b, entry->link);
	wire_put_slice(b, entry->title);
	wire_put_slice(b, entry->summary);
	wire_put_slice(b, entry->content);
	wire_put_slice(b, entry->original_link);
	wire_put_slice(b, entry->text);
	wire_put_slice(b, entry->comments);
	message_put_date(b, entry->published_at);
	message_put_date(b, entry->updated_at);
	put_list(b, &entry->authors);
	put_list(b, &entry->categories);
	put_list(b, &entry->media);
	put_enclosures(b, entry);
}

static void
read_entry(struct wire_reader *r, struct arena *arena, struct feed_entry *ret)
{
	ret->id = message_read_text(r, LIMIT_GUID_BYTES);
	ret->id_is_permalink = message_read_bool(r);
	ret->link = message_read_url(r);
	ret->title = message_read_text(r, LIMIT_TITLE_BYTES);
	ret->summary = message_read_text(r, LIMIT_FIELD_BYTES);
	ret->content = message_read_text(r, LIMIT_FIELD_BYTES);
	ret->original_link = message_read_url(r);
	ret->text = message_read_text(r, LIMIT_FIELD_BYTES);
	ret->comments = message_read_url(r);
	ret->published_at = message_read_date(r);
	ret->updated_at = message_read_date(r);
	read_list(r, arena, &ret->authors);
	read_list(r, arena, &ret->categories);
	ret->media.items =
	    message_read_urls(r, arena, LIMIT_ENTRY_LIST, &ret->media.n);
	read_enclosures(r, arena, ret);
}

static void
put_entries(struct buf *b, const struct feed *feed)
{
	size_t n = message_put_count(b, feed->n_entries, LIMIT_FEED_ENTRIES);

	for (size_t i = 0; i < n && !buf_failed(b); i++)
		put_entry(b, &feed->entries[i]);
}

static void
read_entries(struct wire_reader *r, struct arena *arena, struct feed *ret)
{
	size_t n = wire_read_count(r, LIMIT_FEED_ENTRIES, ENTRY_LEAST_BYTES);

	if (n > 0)
		ret->entries = arena_array(arena, n, sizeof(*ret->entries));
	ret->n_entries = n;
	for (size_t i = 0; i < n && !r->failed; i++)
		read_entry(r, arena, &ret->entries[i]);
}

/* ---- the feed ---- */

void
message_put_feed(struct buf *b, const struct feed *feed)
{
	wire_put_u8(b, (uint8_t)feed->format);
	wire_put_u8(b, feed->complete);
	wire_put_u8(b, feed->is_all);
	wire_put_slice(b, feed->why);
	wire_put_slice(b, feed->title);
	wire_put_slice(b, feed->link);
	wire_put_slice(b, feed->description);
	wire_put_slice(b, feed->language);
	wire_put_slice(b, feed->id);
	wire_put_slice(b, feed->rights);
	wire_put_slice(b, feed->generator);
	wire_put_slice(b, feed->image);
	wire_put_slice(b, feed->icon);
	wire_put_slice(b, feed->hub);
	wire_put_slice(b, feed->self);
	wire_put_slice(b, feed->next);
	wire_put_slice(b, feed->prev_archive);
	wire_put_slice(b, feed->new_url);
	message_put_date(b, feed->updated_at);
	message_put_date(b, feed->published_at);
	message_put_number(b, feed->ttl_minutes, -1);
	wire_put_slice(b, feed->sy_period);
	message_put_number(b, feed->sy_frequency, -1);
	put_list(b, &feed->skip_hours);
	put_list(b, &feed->skip_days);
	put_list(b, &feed->authors);
	put_entries(b, feed);
	message_put_number(b, (int64_t)feed->n_dropped, 0);
}

void
message_read_feed(struct wire_reader *r, struct arena *arena, struct feed *ret)
{
	ret->format = (enum feed_format)message_read_enum(r, FEED_FORMAT_COUNT);
	ret->complete = message_read_bool(r);
	ret->is_all = message_read_bool(r);
	ret->why = message_read_text(r, ERR_TEXT_BYTES);
	ret->title = message_read_text(r, LIMIT_TITLE_BYTES);
	ret->link = message_read_url(r);
	ret->description = message_read_text(r, LIMIT_FIELD_BYTES);
	ret->language = message_read_text(r, LIMIT_TITLE_BYTES);
	ret->id = message_read_text(r, LIMIT_GUID_BYTES);
	ret->rights = message_read_text(r, LIMIT_FIELD_BYTES);
	ret->generator = message_read_text(r, LIMIT_TITLE_BYTES);
	ret->image = message_read_url(r);
	ret->icon = message_read_url(r);
	ret->hub = message_read_url(r);
	ret->self = message_read_url(r);
	ret->next = message_read_url(r);
	ret->prev_archive = message_read_url(r);
	ret->new_url = message_read_url(r);
	ret->updated_at = message_read_date(r);
	ret->published_at = message_read_date(r);
	ret->ttl_minutes = message_read_number(r, -1);
	ret->sy_period = message_read_text(r, LIMIT_TITLE_BYTES);
	ret->sy_frequency = message_read_number(r, -1);
	read_list(r, arena, &ret->skip_hours);
	read_list(r, arena, &ret->skip_days);
	read_list(r, arena, &ret->authors);
	read_entries(r, arena, ret);
	ret->n_dropped = (size_t)message_read_number(r, 0);
}
