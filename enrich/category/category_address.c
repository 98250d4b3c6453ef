/*
 * category_address.c -- finds the category that an address means; see
 * category_address.h.
 */
#include "enrich/category/category_address.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/text/ascii.h"
#include "base/text/utf8.h"
#include "enrich/category/category_labels.h"

/* Segments that name the form of an article, or that sites use for articles of
 * all subjects.  As sections or tags, the same words mean a category.  Sorted.
 */
static const char *const category_address_forms[] = { "ai", "app", "apps",
	"art", "award", "awards", "book", "books", "career", "careers",
	"design", "energy", "family", "film", "food", "game", "games", "green",
	"home", "house", "image", "images", "it", "jobs", "life", "living",
	"media", "mobile", "music", "nature", "news", "people", "product",
	"products", "property", "research", "service", "services", "software",
	"stories", "style", "trends", "tv", "video", "videos", "work", "www" };
/* Names of hosts on which a company presents its products.  Sorted. */
static const char *const category_address_hosts[] = { "advertising", "apps",
	"business", "cloud", "legal", "startups", "tax", "web" };

static int
category_address_compare(const void *key, const void *row)
{
	const struct slice *segment = key;

	return slice_compare(*segment, slice_of(*(const char *const *)row));
}

#define IS_IN(table, label)                                                    \
	(bsearch(&(label), (table), ARRAY_LENGTH(table), sizeof((table)[0]),   \
	     category_address_compare) != NULL)

static bool
category_address_is_number(struct slice segment)
{
	for (size_t i = 0; i < segment.len; i++)
		if (!ascii_is_digit(segment.p[i]))
			return false;
	return true;
}

/* True if a part of the host between two dots is the segment: the name of the
 * site names no section. */
static bool
category_address_is_of_host(struct slice host, struct slice segment)
{
	struct slice part;

	while (slice_next(&host, '.', &part))
		if (slice_equal_nocase(part, segment))
			return true;
	return false;
}

/* Decodes the byte at *at of a segment, and moves *at to the next one. */
static char
category_address_byte(struct slice segment, size_t *at)
{
	char c = segment.p[(*at)++];
	int high, low;

	if (c != '%' || segment.len - *at < 2)
		return c == '-' || c == '_' || c == '+' ? ' ' : ascii_lower(c);
	high = ascii_hex_value(segment.p[*at]);
	low = ascii_hex_value(segment.p[*at + 1]);
	if (high < 0 || low < 0)
		return c;
	*at += 2;
	return (char)(high << 4 | low);
}

/* Returns false if the segment is too long for a label, or if its decoded bytes
 * are no text: not UTF-8, or with control characters. */
static bool
category_address_decode(struct slice segment, struct category_address *ret)
{
	ret->len = 0;
	for (size_t at = 0; at < segment.len;) {
		if (ret->len == sizeof(ret->label))
			return false;
		ret->label[ret->len] = category_address_byte(segment, &at);
		if ((unsigned char)ret->label[ret->len++] < ' ')
			return false;
	}
	return utf8_valid((struct slice){ ret->label, ret->len });
}

/* Divides an address into its host and the segments before the last one. */
static struct slice
category_address_split(struct slice url, struct slice *ret_host)
{
	size_t scheme = slice_find(url, SLICE("://"), 0), end = url.len, slash;

	*ret_host = SLICE_NONE;
	if (scheme == SLICE_NOT_FOUND)
		return SLICE_NONE;
	url = slice_sub(url, scheme + 3, url.len);
	for (end = 0; end < url.len && url.p[end] != '?' && url.p[end] != '#';)
		end++;
	while (end > 0 && url.p[end - 1] == '/')
		end--;
	url = slice_sub(url, 0, end);
	slash = slice_find_char(url, '/', 0);
	if (slash == SLICE_NOT_FOUND)
		return SLICE_NONE;
	*ret_host = slice_sub(url, 0, slash);
	while (end > slash + 1 && url.p[end - 1] != '/')
		end--;
	return slice_sub(url, slash + 1, end);
}

/* Looks up a segment.  Returns false if it is not counted, because it cannot
 * name a section. */
static bool
category_address_look_up(struct slice segment, struct slice language_tag,
    struct category_address *ret)
{
	struct slice label;

	if (segment.len == 0 || category_address_is_number(segment) ||
	    !category_address_decode(segment, ret))
		return false;
	label = (struct slice){ ret->label, ret->len };
	if (IS_IN(category_address_forms, label))
		return false;
	ret->categories = category_of_label(label, language_tag);
	return true;
}

/* Looks up the first part of a host name of at least three parts, such as
 * sport.news.example. */
static void
category_address_look_up_host(
    struct slice host, struct slice language_tag, struct category_address *ret)
{
	struct slice rest = host, first, part;
	size_t n = 0;

	while (slice_next(&rest, '.', &part))
		n++;
	if (n >= 3 && slice_next(&host, '.', &first) &&
	    !IS_IN(category_address_hosts, first))
		category_address_look_up(first, language_tag, ret);
}

bool
category_of_address(
    struct slice url, struct slice language_tag, struct category_address *ret)
{
	struct slice host, segment, rest = category_address_split(url, &host);
	size_t n = 0;

	ret->categories = 0;
	while (n < CATEGORY_ADDRESS_SEGMENTS && ret->categories == 0 &&
	       slice_next(&rest, '/', &segment))
		if (!category_address_is_of_host(host, segment))
			n += category_address_look_up(
			    segment, language_tag, ret);
	if (ret->categories == 0)
		category_address_look_up_host(host, language_tag, ret);
	return ret->categories != 0;
}
