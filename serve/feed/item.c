/*
 * item.c -- see item.h.
 */
#include "serve/feed/item.h"

#include <stdio.h>

#include "base/limits.h"
#include "base/text/ascii.h"
#include "serve/page/body_html.h"

#define ITEM_HTML_BYTES (LIMIT_ARTICLE_BYTES * 8) /* "&" becomes "&amp;" */
#define DATE_LAST       253402300799              /* 9999-12-31T23:59:59Z */
#define LANGUAGE_BYTES  64

/* ---- values of rows, checked ---- */

int64_t
item_date(int64_t at)
{
	return at >= 0 && at <= DATE_LAST ? at : DATE_NONE;
}

struct slice
item_language(struct slice text)
{
	struct slice rest = text, part;
	bool is_first = true;

	if (text.len == 0 || text.len > LANGUAGE_BYTES)
		return SLICE_NONE;
	while (slice_next(&rest, '-', &part)) {
		if (part.len < (is_first ? 2 : 1) || part.len > 8)
			return SLICE_NONE;
		for (size_t i = 0; i < part.len; i++)
			if (is_first ? !ascii_is_letter(part.p[i])
				     : !ascii_is_alnum(part.p[i]))
				return SLICE_NONE;
		is_first = false;
	}
	return text;
}

struct slice
item_link(struct slice text)
{
	if ((!slice_starts(text, SLICE("http://")) &&
		!slice_starts(text, SLICE("https://"))) ||
	    text.len > LIMIT_URL_BYTES)
		return SLICE_NONE;
	for (size_t i = 0; i < text.len; i++)
		if (text.p[i] <= ' ' || text.p[i] > '~' ||
		    strchr("\"<>\\^`{|}", text.p[i]) != NULL)
			return SLICE_NONE;
	return text;
}

/* ---- the item ---- */

/* A text that was revised is newer than its date of publication. */
static int64_t
item_updated_at(const struct article_row *row)
{
	int64_t at = item_date(row->published_at);
	int64_t modified_at = item_date(row->modified_at);
	int64_t extracted_at = item_date(row->extracted_at);

	if (at == DATE_NONE)
		at = item_date(row->first_seen_at);
	if (modified_at > at)
		at = modified_at;
	if (row->revision > 1 && extracted_at > at)
		at = extracted_at;
	return at == DATE_NONE ? 0 : at;
}

int
item_init(struct item *ret, const struct article_row *row,
    const struct item_place *place, struct err *e)
{
	char name[32];
	int rc;

	*ret = (struct item){ .row = row,
		.link = item_link(row->url),
		.author =
		    row->publisher.len > 0 ? row->publisher : row->feed_title,
		.lang = item_language(row->lang),
		.published_at = item_date(row->published_at),
		.updated_at = item_updated_at(row) };
	buf_init(&ret->page, LIMIT_URL_BYTES);
	buf_init(&ret->html, ITEM_HTML_BYTES);
	snprintf(name, sizeof(name), "article/%lld", (long long)row->id);
	rc = entry_id_make(place->store_uuid, slice_of(name), ret->id, e);
	if (rc != 0)
		return rc;
	buf_append_slice(&ret->page, place->base);
	buf_printf(&ret->page, "/article/%lld", (long long)row->id);
	if (ret->link.len == 0)
		ret->link = buf_slice(&ret->page);
	/* The policy of a page does not apply to the documents of feeds. */
	body_html_put(&ret->html, row,
	    place->has_remote_images ? BODY_PICTURES_SHOWN
				     : BODY_PICTURES_LINKED);
	return buf_failed(&ret->page) || buf_failed(&ret->html)
		   ? err_set(e, ERR_LIMIT, "article %lld is too large",
			 (long long)row->id)
		   : 0;
}

void
item_release(struct item *item)
{
	buf_release(&item->page);
	buf_release(&item->html);
}
