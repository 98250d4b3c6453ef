/*
 * builder.c -- collects the values of a feed and of its current entry.
 *
 * Several elements can give a value for the same slot. The value with the
 * lowest rank is used, so the order of elements with different ranks does not
 * matter. If several elements with the lowest rank give a value, the first
 * non-empty value is used.
 */
#include "crawler/feed/builder.h"

#include <stdlib.h>

#include "base/array.h"
#include "base/limits.h"
#include "base/text/utf8.h"
#include "crawler/feed/link.h"
#include "crawler/feed/markup/html_text.h"
#include "crawler/feed/person.h"
#include "url/aggregator/url_aggregator.h"

/* Earlier dates count as missing, because many CMSes write 1970-01-01, in any
 * zone, for a missing date. */
#define UNSET_BEFORE 86400

static void
builder_clear_scope(struct scope *scope, bool is_entry)
{
	memset(scope, 0, sizeof(*scope));
	scope->is_entry = is_entry;
	for (int i = 0; i < N_DATE_SLOTS; i++)
		scope->dates[i].at = DATE_NONE;
	for (int i = 0; i < N_NUMBER_SLOTS; i++)
		scope->numbers[i] = -1;
	for (int i = 0; i < N_LIST_SLOTS; i++)
		scope->lists[i].rank = RANK_LAST;
}

void
builder_init(struct builder *b, struct arena *arena, struct feed *feed,
    struct slice base_url)
{
	memset(b, 0, sizeof(*b));
	b->arena = arena;
	b->feed = feed;
	b->base_url = base_url;
	builder_clear_scope(&b->feed_scope, false);
	b->scope = &b->feed_scope;
	buf_init(&b->text, LIMIT_FIELD_BYTES);
}

void
builder_release(struct builder *b)
{
	buf_release(&b->text);
}

int
builder_exhausted(const struct builder *b, struct err *e)
{
	if (b->arena->no_memory)
		return err_set(e, ERR_MEMORY, "feed: out of memory");
	return err_set(e, ERR_LIMIT,
	    "feed: its entries need more than %zu bytes of memory",
	    b->arena->cap_bytes);
}

/* ---- text ---- */

/* Writes plain text; blank lines separate paragraphs. */
static void
builder_write_plain(struct text_writer *w, struct slice text)
{
	size_t at = 0, end;

	while ((end = slice_find_char(text, '\n', at)) != SLICE_NOT_FOUND) {
		struct slice line = slice_trim(slice_sub(text, at, end));

		if (line.len == 0)
			text_write_gap(w, TEXT_GAP_PARAGRAPH);
		text_write(w, line);
		text_write_gap(w, TEXT_GAP_SPACE);
		at = end + 1;
	}
	text_write(w, slice_sub(text, at, text.len));
}

/* Joins the lines of a text with spaces. Returns `lines` itself if it is a
 * single line. */
static struct slice
builder_without_lines(struct arena *arena, struct slice lines)
{
	char *out;
	size_t n = 0, at = 0, end;

	if (slice_find_char(lines, '\n', 0) == SLICE_NOT_FOUND)
		return lines;
	out = arena_alloc(arena, lines.len + 1);
	while ((end = slice_find_char(lines, '\n', at)) != SLICE_NOT_FOUND) {
		memcpy(out + n, lines.p + at, end - at);
		n += end - at;
		if (end == 0 || lines.p[end - 1] != '\n')
			out[n++] = ' ';
		at = end + 1;
	}
	memcpy(out + n, lines.p + at, lines.len - at);
	return (struct slice){ out, n + lines.len - at };
}

/* Converts the text of a field to normalised plain text in the arena. Returns
 * SLICE_NONE if the text is empty. *ret_lines receives the same text with line
 * breaks between paragraphs; ret_lines may be NULL. */
static struct slice
builder_plain(struct builder *b, struct slice raw, enum markup markup,
    struct slice *ret_lines)
{
	struct text_writer w;
	struct slice text, lines;

	text = text_fix_double_encoding(b->arena, raw);
	if (markup == MARKUP_DETECT)
		markup = html_is_markup(text) ? MARKUP_ALWAYS : MARKUP_NEVER;
	text_writer_init(&w, &b->text, ret_lines != NULL);
	if (markup == MARKUP_ALWAYS)
		html_write_text(&w, text);
	else if (ret_lines)
		builder_write_plain(&w, text);
	else
		text_write(&w, text);
	text_writer_end(&w);
	if (b->text.no_memory)
		arena_give_up(b->arena);
	if (b->text.len == 0)
		return SLICE_NONE;
	lines = arena_copy(
	    b->arena, utf8_prefix(buf_slice(&b->text), LIMIT_FIELD_BYTES));
	if (!ret_lines)
		return lines;
	*ret_lines = lines;
	return builder_without_lines(b->arena, lines);
}

static bool
builder_is_wanted(const struct candidate *c, unsigned char rank)
{
	return !c->value.p || rank < c->rank;
}

static void
builder_offer_value(struct candidate *c, unsigned char rank, struct slice value)
{
	if (value.len > 0 && builder_is_wanted(c, rank))
		*c = (struct candidate){ value, rank };
}

void
builder_text(struct builder *b, enum text_slot slot, unsigned char rank,
    struct slice raw, enum markup markup)
{
	struct candidate *c = &b->scope->texts[slot];
	struct slice text, lines = SLICE_NONE, *keep = NULL;

	if (!builder_is_wanted(c, rank))
		return;
	if (b->scope->is_entry && slot == SLOT_SUMMARY)
		keep = &b->scope->summary_lines;
	else if (b->scope->is_entry && slot == SLOT_CONTENT)
		keep = &b->scope->content_lines;
	text = builder_plain(b, raw, markup, keep ? &lines : NULL);
	if (slot == SLOT_TITLE)
		text = utf8_prefix(text, LIMIT_TITLE_BYTES);
	if (text.len == 0)
		return;
	builder_offer_value(c, rank, text);
	if (keep)
		*keep = lines;
}

void
builder_token(struct builder *b, enum text_slot slot, unsigned char rank,
    struct slice raw)
{
	raw = slice_trim(raw);
	/* A guid that is too long is not used, because a truncated guid would
	 * not be unique. */
	if (raw.len > 0 && raw.len <= LIMIT_GUID_BYTES &&
	    builder_is_wanted(&b->scope->texts[slot], rank))
		builder_offer_value(
		    &b->scope->texts[slot], rank, arena_copy(b->arena, raw));
}

static struct slice
builder_resolve(struct builder *b, struct slice base, struct slice raw)
{
	struct slice url;

	if (slice_trim(raw).len > LIMIT_URL_BYTES)
		return SLICE_NONE;
	url = link_resolve(b->arena, base.p ? base : b->base_url, raw);
	return url.len > LIMIT_URL_BYTES ? SLICE_NONE : url;
}

void
builder_url(struct builder *b, enum text_slot slot, unsigned char rank,
    struct slice base, struct slice raw)
{
	struct candidate *c = &b->scope->texts[slot];
	struct slice url;

	if (!builder_is_wanted(c, rank))
		return;
	url = builder_resolve(b, base, raw);
	/* Links with other schemes (javascript:, mailto: …) are used only if
	 * there is no http(s) link. */
	if (slot == SLOT_LINK && link_has_other_scheme(url))
		rank = RANK_OTHER_SCHEME;
	builder_offer_value(c, rank, url);
}

/* ---- dates and numbers ---- */

static void
builder_note_date_order(struct builder *b, unsigned flags)
{
	enum date_order order = flags & DATE_DAY_FIRST ? DATE_ORDER_DAY_FIRST
				: flags & DATE_MONTH_FIRST
				    ? DATE_ORDER_MONTH_FIRST
				    : DATE_ORDER_UNKNOWN;

	if (order == DATE_ORDER_UNKNOWN)
		return;
	b->date_order_mixed |=
	    b->date_order != DATE_ORDER_UNKNOWN && b->date_order != order;
	b->date_order = order;
}

/* Returns the first quoted value of the attribute; SLICE_NONE if there is none.
 */
static struct slice
builder_find_attribute(struct slice html, struct slice name)
{
	size_t at = 0, from, end;

	while ((at = slice_find(html, name, at)) != SLICE_NOT_FOUND) {
		from = at + name.len + 2;
		if (at > 0 && (unsigned char)html.p[at - 1] <= ' ' &&
		    from < html.len && html.p[from - 2] == '=' &&
		    (html.p[from - 1] == '"' || html.p[from - 1] == '\'')) {
			end = slice_find_char(html, html.p[from - 1], from);
			return slice_sub(html, from, end);
		}
		at += name.len;
	}
	return SLICE_NONE;
}

/* Returns the date in a text that contains markup.  Drupal writes the date as
 * the element <time>, or as <span content>: the attribute is an exact date, and
 * the text is written for readers. */
static struct slice
builder_date_of_markup(struct builder *b, struct slice html)
{
	static const struct slice names[] = { SLICE("datetime"),
		SLICE("content") };
	int64_t at;

	for (size_t i = 0; i < ARRAY_LENGTH(names); i++) {
		struct slice value = builder_find_attribute(html, names[i]);

		if (date_parse(value, &at, NULL))
			return value;
	}
	return builder_plain(b, html, MARKUP_ALWAYS, NULL);
}

void
builder_date(struct builder *b, enum date_slot slot, unsigned char rank,
    struct slice raw)
{
	struct date_candidate *date = &b->scope->dates[slot];
	int64_t at;
	unsigned flags;

	if (date->at != DATE_NONE && rank >= date->rank)
		return;
	if (slice_find_char(raw, '<', 0) != SLICE_NOT_FOUND ||
	    slice_find_char(raw, '&', 0) != SLICE_NOT_FOUND)
		raw = builder_date_of_markup(b, raw);
	if (date_parse(raw, &at, &flags)) {
		if (at < UNSET_BEFORE)
			return;
		builder_note_date_order(b, flags);
		date->at = at;
		date->rank = rank;
	} else if (!date->undecided.p &&
		   slice_find_char(raw, '/', 0) != SLICE_NOT_FOUND &&
		   date_parse_ordered(raw, DATE_ORDER_DAY_FIRST, &at, NULL)) {
		date->undecided = arena_copy(b->arena, raw);
	}
}

void
builder_number(struct builder *b, enum number_slot slot, struct slice raw)
{
	int64_t value;

	if (b->scope->numbers[slot] < 0 &&
	    slice_to_int64(slice_trim(raw), &value) && value >= 0)
		b->scope->numbers[slot] = value;
}

/* ---- lists ---- */

/* Makes space for one more element; the array doubles. */
static void *
builder_grow_array(
    struct arena *arena, void *items, size_t n, size_t *cap, size_t size)
{
	size_t wanted = *cap > 0 ? *cap * 2 : 4;

	if (n < *cap)
		return items;
	items = items ? arena_grow(arena, items, *cap, wanted, size)
		      : arena_array(arena, wanted, size);
	*cap = wanted;
	return items;
}

static void
builder_gather(struct builder *b, enum list_slot slot, unsigned char rank,
    struct slice value)
{
	struct value_list *list = &b->scope->lists[slot];

	value = utf8_prefix(value, LIMIT_TITLE_BYTES);
	if (value.len == 0 || rank > list->rank)
		return;
	if (rank < list->rank)
		list->n = 0;
	list->rank = rank;
	if (list->n >= LIMIT_ENTRY_LIST)
		return;
	for (size_t i = 0; i < list->n; i++)
		if (slice_equal(list->items[i], value))
			return;
	list->items = builder_grow_array(
	    b->arena, list->items, list->n, &list->cap, sizeof(*list->items));
	list->items[list->n++] = value;
}

void
builder_term(struct builder *b, enum list_slot slot, unsigned char rank,
    struct slice raw, enum markup markup)
{
	builder_gather(b, slot, rank, builder_plain(b, raw, markup, NULL));
}

void
builder_name(
    struct builder *b, unsigned char rank, struct slice raw, enum markup markup)
{
	struct persons persons;
	struct slice name;

	persons_start(&persons, builder_plain(b, raw, markup, NULL));
	while (persons_next(&persons, &name))
		builder_gather(b, SLOT_AUTHORS, rank, name);
}

void
builder_media(struct builder *b, struct slice base, struct slice url,
    enum feed_media_kind kind)
{
	struct scope *scope = b->scope;

	url = builder_resolve(b, base, url);
	if (url.len == 0 || scope->n_media >= LIMIT_ENTRY_LIST)
		return;
	for (size_t i = 0; i < scope->n_media; i++)
		if (slice_equal(scope->media[i].url, url))
			return;
	scope->media = builder_grow_array(b->arena, scope->media,
	    scope->n_media, &scope->media_cap, sizeof(*scope->media));
	scope->media[scope->n_media++] = (struct feed_media){ url, kind };
}

void
builder_enclosure(struct builder *b, struct slice base, struct slice url,
    struct slice type, struct slice length)
{
	struct scope *scope = b->scope;
	struct feed_enclosure *e;
	int64_t bytes;

	url = builder_resolve(b, base, url);
	if (url.len == 0 || scope->n_enclosures >= LIMIT_ENTRY_LIST)
		return;
	for (size_t i = 0; i < scope->n_enclosures; i++)
		if (slice_equal(scope->enclosures[i].url, url))
			return;
	scope->enclosures =
	    builder_grow_array(b->arena, scope->enclosures, scope->n_enclosures,
		&scope->enclosure_cap, sizeof(*scope->enclosures));
	e = &scope->enclosures[scope->n_enclosures++];
	type = slice_trim(type);
	e->url = url;
	e->type = type.len > 0 && type.len <= LIMIT_GUID_BYTES
		      ? arena_copy(b->arena, type)
		      : SLICE_NONE;
	e->length = slice_to_int64(slice_trim(length), &bytes) && bytes >= 0
			? bytes
			: -1;
}

/* ---- entries ---- */

void
builder_begin_entry(struct builder *b)
{
	builder_clear_scope(&b->entry_scope, true);
	b->scope = &b->entry_scope;
}

static struct feed_list
builder_to_list(const struct scope *scope, enum list_slot slot)
{
	return (
	    struct feed_list){ scope->lists[slot].items, scope->lists[slot].n };
}

static void
builder_note_undecided(struct builder *b, size_t entry)
{
	for (int slot = 0; slot < N_DATE_SLOTS; slot++) {
		const struct date_candidate *date = &b->entry_scope.dates[slot];

		if (date->at != DATE_NONE || !date->undecided.p)
			continue;
		b->undecided = builder_grow_array(b->arena, b->undecided,
		    b->n_undecided, &b->undecided_cap, sizeof(*b->undecided));
		b->undecided[b->n_undecided++] = (struct undecided_date){ entry,
			(enum date_slot)slot, date->undecided };
	}
}

/* Parses the ambiguous dates, such as 02/01/2006, with the order of day and
 * month that other dates of the feed show. If no date shows the order, or dates
 * show different orders, the ambiguous dates stay DATE_NONE. */
static void
builder_parse_undecided(struct builder *b)
{
	if (b->date_order == DATE_ORDER_UNKNOWN || b->date_order_mixed)
		return;
	for (size_t i = 0; i < b->n_undecided; i++) {
		const struct undecided_date *u = &b->undecided[i];
		struct feed_entry *entry = &b->feed->entries[u->entry];

		date_parse_ordered(u->text, b->date_order,
		    u->slot == SLOT_PUBLISHED ? &entry->published_at
					      : &entry->updated_at,
		    NULL);
	}
}

/* Compares two entries: the newest comes first, and entries of the same age are
 * in document order. */
static int
builder_compare_age(const void *a, const void *b)
{
	const struct entry_age *left = a, *right = b;

	if (left->at != right->at)
		return left->at < right->at ? 1 : -1;
	return (left->index > right->index) - (left->index < right->index);
}

static int
builder_compare_index(const void *a, const void *b)
{
	const struct entry_age *left = a, *right = b;

	return (left->index > right->index) - (left->index < right->index);
}

/* Keeps the LIMIT_FEED_ENTRIES newest entries, in document order.  Sitemaps and
 * some feeds are not sorted by date, so the newest entries can be anywhere in
 * the document. */
static void
builder_keep_newest(struct builder *b)
{
	struct feed *feed = b->feed;
	struct feed_entry *entries = feed->entries;

	builder_parse_undecided(b);
	b->n_undecided = 0; /* the entries are moved below */
	if (b->aged == NULL)
		b->aged =
		    arena_array(b->arena, LIMIT_ENTRIES_HELD, sizeof(*b->aged));
	for (size_t i = 0; i < feed->n_entries; i++)
		b->aged[i] =
		    (struct entry_age){ entries[i].published_at != DATE_NONE
					    ? entries[i].published_at
					    : entries[i].updated_at,
			    i };
	qsort(b->aged, feed->n_entries, sizeof(*b->aged), builder_compare_age);
	qsort(b->aged, LIMIT_FEED_ENTRIES, sizeof(*b->aged),
	    builder_compare_index);
	for (size_t i = 0; i < LIMIT_FEED_ENTRIES; i++)
		entries[i] = entries[b->aged[i].index];
	feed->n_dropped += feed->n_entries - LIMIT_FEED_ENTRIES;
	feed->n_entries = LIMIT_FEED_ENTRIES;
}

/* If the entry's link leads to a proxy or an aggregator, returns the article's
 * address. The address is read from the element for the original link or, if
 * this element is absent, from the link itself. */
static struct slice
builder_original_link(struct builder *b, const struct scope *s)
{
	struct slice ret = s->texts[SLOT_ORIGINAL_LINK].value;

	if (ret.len == 0)
		url_aggregator_target(
		    b->arena, s->texts[SLOT_LINK].value, &ret);
	return ret;
}

void
builder_end_entry(struct builder *b, bool keep)
{
	const struct scope *s = &b->entry_scope;
	struct feed *feed = b->feed;
	struct feed_entry *entry;

	b->scope = &b->feed_scope;
	if (!keep)
		return;
	if (feed->n_entries == LIMIT_ENTRIES_HELD)
		builder_keep_newest(b);
	feed->entries = builder_grow_array(b->arena, feed->entries,
	    feed->n_entries, &b->entry_cap, sizeof(*feed->entries));
	builder_note_undecided(b, feed->n_entries);
	entry = &feed->entries[feed->n_entries++];
	*entry = (struct feed_entry){
		.id = s->texts[SLOT_ID].value,
		.id_is_permalink = s->id_is_permalink,
		.has_source = s->has_source,
		.link = s->texts[SLOT_LINK].value,
		.original_link = builder_original_link(b, s),
		.title = s->texts[SLOT_TITLE].value,
		.summary = s->texts[SLOT_SUMMARY].value,
		.content = s->texts[SLOT_CONTENT].value,
		.text = s->content_lines.len >= s->summary_lines.len
			    ? s->content_lines
			    : s->summary_lines,
		.comments = s->texts[SLOT_COMMENTS].value,
		.picture = s->texts[SLOT_IMAGE].value,
		.published_at = s->dates[SLOT_PUBLISHED].at,
		.updated_at = s->dates[SLOT_UPDATED].at,
		.authors = builder_to_list(s, SLOT_AUTHORS),
		.categories = builder_to_list(s, SLOT_CATEGORIES),
		.media = s->media,
		.n_media = s->n_media,
		.enclosures = s->enclosures,
		.n_enclosures = s->n_enclosures,
	};
}

void
builder_finish(struct builder *b)
{
	const struct scope *s = &b->feed_scope;
	struct feed *feed = b->feed;

	builder_parse_undecided(b);
	if (feed->n_entries > LIMIT_FEED_ENTRIES)
		builder_keep_newest(b);
	feed->title = s->texts[SLOT_TITLE].value;
	feed->link = s->texts[SLOT_LINK].value;
	feed->description = s->texts[SLOT_SUMMARY].value;
	feed->language = s->texts[SLOT_LANGUAGE].value;
	feed->id = s->texts[SLOT_ID].value;
	feed->rights = s->texts[SLOT_RIGHTS].value;
	feed->generator = s->texts[SLOT_GENERATOR].value;
	feed->image = s->texts[SLOT_IMAGE].value;
	feed->icon = s->texts[SLOT_ICON].value;
	feed->hub = s->texts[SLOT_HUB].value;
	feed->self = s->texts[SLOT_SELF].value;
	feed->next = s->texts[SLOT_NEXT].value;
	feed->prev_archive = s->texts[SLOT_PREV_ARCHIVE].value;
	feed->new_url = s->texts[SLOT_NEW_URL].value;
	feed->sy_period = s->texts[SLOT_SY_PERIOD].value;
	feed->published_at = s->dates[SLOT_PUBLISHED].at;
	feed->updated_at = s->dates[SLOT_UPDATED].at;
	feed->ttl_minutes = s->numbers[SLOT_TTL];
	feed->sy_frequency = s->numbers[SLOT_SY_FREQUENCY];
	feed->authors = builder_to_list(s, SLOT_AUTHORS);
	feed->skip_hours = builder_to_list(s, SLOT_SKIP_HOURS);
	feed->skip_days = builder_to_list(s, SLOT_SKIP_DAYS);
}
