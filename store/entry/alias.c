/*
 * alias.c -- recognises an entry whose guid has changed.
 *
 * In:  an entry of a feed.
 * Out: up to four aliases of the entry: the hashes of its guid, its link, its
 * story number and its title. If the guid is not known, the entry is found by
 * an alias.
 *
 * Feeds change the scheme or the host of a guid, derive it from the headline
 * and then edit the headline, or replace their software and with it all guids
 * (docs/feed-rows.md, rows I6, I7 and I13).  Aliases are looked up only among
 * the entries of the same feed.  entry_match.c decides when an alias may be
 * used. Collisions of hash_stable() can be constructed, but a feed that does so
 * affects only its own entries.
 */
#include "base/table.h"
#include "base/text/ascii.h"
#include "crawler/feed/feed.h"
#include "crawler/feed/link.h"
#include "store/feed/feed_item.h"
#include "store/search/text.h"
#include "url/url.h"
#include "url/url_rules.h"

/* Least number of digits in the id of a comment that has no other word. */
#define COMMENT_DIGITS 5

struct slice
entry_address(const struct feed_entry *entry)
{
	return link_is_http(entry->original_link) ? entry->original_link
						  : entry->link;
}

bool
entry_is_route(struct slice link)
{
	size_t at = slice_find_char(link, '#', 0);

	return at != SLICE_NOT_FOUND && at + 2 < link.len &&
	       link.p[at + 1] == '!' && link_is_http(link);
}

static bool
alias_has_digit(struct slice s)
{
	for (size_t i = 0; i < s.len; i++)
		if (ascii_is_digit(s.p[i]))
			return true;
	return false;
}

/* True for "c" and a number of at least COMMENT_DIGITS digits. */
static bool
alias_is_comment_number(struct slice fragment)
{
	if (fragment.len < 1 + COMMENT_DIGITS || fragment.p[0] != 'c')
		return false;
	for (size_t i = 1; i < fragment.len; i++)
		if (!ascii_is_digit(fragment.p[i]))
			return false;
	return true;
}

/* The id of a comment contains a digit: WordPress and Drupal have "comment-12",
 * TypePad "comment-6a00d8", Movable Type "c001234", Blogger "c" and 19 digits.
 * A fragment without a digit ("comments") leads to the list below the article.
 */
bool
entry_is_comment(struct slice link)
{
	const struct slice word = SLICE("comment");
	size_t at = slice_find_char(link, '#', 0);
	struct slice fragment;

	if (at == SLICE_NOT_FOUND || !link_is_http(link))
		return false;
	fragment = slice_sub(link, at + 1, link.len);
	at = slice_find_nocase(fragment, word, 0);
	return at == SLICE_NOT_FOUND ? alias_is_comment_number(fragment)
				     : alias_has_digit(slice_sub(fragment,
					   at + word.len, fragment.len));
}

bool
entry_url_key(struct arena *arena, struct slice url, struct slice *ret_key)
{
	if (!url_key(arena, url, ret_key))
		return false;
	if (entry_is_route(url) || entry_is_comment(url))
		*ret_key = arena_format(arena, "%.*s%.*s", SLICE_ARG(*ret_key),
		    SLICE_ARG(
			slice_sub(url, slice_find_char(url, '#', 0), url.len)));
	return true;
}

struct slice
entry_own_key(struct arena *arena, int64_t feed_id, struct slice guid_key)
{
	char digits[SLICE_INT64_BYTES];
	const struct slice parts[] = { SLICE("#"),
		slice_of_int64(feed_id, digits), SLICE(" "), guid_key };

	return arena_join(arena, parts, 4);
}

/* A front page is not the address of an entry. */
static bool
alias_is_front(struct slice key)
{
	return slice_find_char(key, '/', 0) == SLICE_NOT_FOUND &&
	       slice_find_char(key, '?', 0) == SLICE_NOT_FOUND;
}

static struct slice
alias_site_key(struct store *s, struct site *site)
{
	if (!site->has_key) {
		site->has_key = true;
		if (!url_key(&s->held, site->link, &site->key))
			site->key = SLICE_NONE;
	}
	return site->key;
}

static bool
alias_is_of_site(struct store *s, struct site *site, struct slice key)
{
	struct slice of_site = alias_site_key(s, site);

	return of_site.len > 0 && slice_equal(of_site, key);
}

/* Returns the key of an entry's address.  SLICE_NONE: the address is not an
 * HTTP address, or it is a front page or the site's own address.  The fragment
 * is a part of the key: comments and entries of a change log differ only in
 * it. */
static struct slice
alias_item_key(struct store *s, struct site *site, struct slice url)
{
	struct slice key, fragment;

	if (!link_is_http(url) || !url_key(&s->scratch, url, &key) ||
	    (!entry_is_route(url) &&
		(alias_is_front(key) || alias_is_of_site(s, site, key))))
		return SLICE_NONE;
	fragment = slice_sub(url, slice_find_char(url, '#', 0), url.len);
	return fragment.len <= 1 ? key
				 : arena_format(&s->scratch, "%.*s%.*s",
				       SLICE_ARG(key), SLICE_ARG(fragment));
}

static int64_t
alias_hash_of(struct slice text)
{
	return (int64_t)hash_stable(text);
}

static void
alias_number(struct store *s, struct slice key, struct entry_alias *ret)
{
	struct slice folder, number;

	if (slice_find_char(key, '#', 0) != SLICE_NOT_FOUND ||
	    !url_story_number(key, &folder, &number))
		return;
	ret->of[ALIAS_NUMBER] = alias_hash_of(arena_format(
	    &s->scratch, "%.*s %.*s", SLICE_ARG(number), SLICE_ARG(folder)));
	ret->number_is_folder = number.p + number.len < key.p + key.len &&
				number.p[number.len] == '/';
}

/* The hash contains the time in seconds, because a regular column of a
 * newspaper has the same title every day.  Several stories of one day may have
 * the same title ("Storm warning"), so that a date without a time is not
 * sufficient.  The alias of an item without a date does not identify it alone
 * (entry_match_find_undated()). */
static void
alias_title(struct store *s, const struct feed_entry *entry,
    struct slice address, struct entry_alias *ret)
{
	int64_t at = entry->published_at;

	if (entry->title.len == 0 || (at != DATE_NONE && !date_has_time(at)))
		return;
	ret->title_has_date = at != DATE_NONE;
	ret->of[ALIAS_TITLE] = alias_hash_of(arena_format(&s->scratch,
	    "%lld %.*s %.*s", ret->title_has_date ? (long long)at : -1,
	    SLICE_ARG(url_host(&s->scratch, address)),
	    SLICE_ARG(entry->title)));
}

void
entry_alias_of(struct store *s, const struct feed_entry *entry,
    struct slice guid_key, struct site *site, struct entry_alias *ret)
{
	struct slice address = entry_address(entry), of_guid;
	struct slice of_link = alias_item_key(s, site, address), any, key;

	*ret = (struct entry_alias){ .is_site = false };
	for (int kind = 0; kind < ALIAS_COUNT; kind++)
		ret->of[kind] = ALIAS_NONE;
	/* If several entries have the same guid, this guid is not the key of an
	 * entry, and no alias is made from it. */
	if (slice_equal(entry->id, address))
		of_guid = of_link;
	else
		of_guid = alias_item_key(s, site, entry->id);
	if (of_guid.len > 0 && slice_equal(guid_key, entry->id))
		ret->of[ALIAS_GUID] = alias_hash_of(of_guid);
	if (of_link.len > 0)
		ret->of[ALIAS_LINK] = alias_hash_of(of_link);
	else
		ret->is_site = link_is_http(address) &&
			       url_key(&s->scratch, address, &key) &&
			       alias_is_of_site(s, site, key);
	any = text_first(of_link, of_guid);
	if (any.len > 0)
		alias_number(s, any, ret);
	alias_title(s, entry, address, ret);
}

/* True if the address is one of the entry's files. */
static bool
alias_is_file(const struct feed_entry *entry, struct slice url)
{
	for (size_t i = 0; i < entry->n_enclosures; i++)
		if (slice_equal(entry->enclosures[i].url, url))
			return true;
	return false;
}

bool
entry_permalink(struct store *s, const struct feed_entry *entry,
    const struct entry_alias *alias, struct slice *ret_url)
{
	struct slice of_guid, of_link;

	if (!entry->id_is_permalink || alias->of[ALIAS_GUID] == ALIAS_NONE ||
	    slice_find_char(entry->id, '#', 0) != SLICE_NOT_FOUND ||
	    alias_is_file(entry, entry->id) || !url_fetchable(entry->id) ||
	    !url_key(&s->scratch, entry->id, &of_guid) ||
	    !url_key(&s->scratch, entry_address(entry), &of_link) ||
	    slice_equal(of_guid, of_link))
		return false;
	*ret_url = entry->id;
	return true;
}

int
entry_old_origin(struct store *s, int64_t feed_id, int64_t before,
    struct slice *ret_origin, struct err *e)
{
	struct query q = query_of(s, SQL_entry_newest_link);
	int rc;

	query_int(&q, ":feed_id", feed_id);
	query_int(&q, ":before", before);
	rc = query_step(&q, e);
	if (rc == 0 || (rc > 0 && !url_origin(&s->held,
				      query_column_text(&q, 0), ret_origin)))
		*ret_origin = SLICE_NONE;
	query_end(&q);
	return rc < 0 ? rc : 0;
}

bool
entry_alias_at(struct store *s, const struct feed_entry *entry,
    struct slice origin, struct site *site, struct entry_alias *ret)
{
	struct slice address = entry_address(entry), is, path;
	struct feed_entry moved = *entry;

	if (!url_origin(&s->scratch, address, &is) || slice_equal(is, origin))
		return false;
	path = url_path_and_query(&s->scratch, address);
	moved.id = moved.original_link = SLICE_NONE;
	moved.link = arena_format(&s->scratch, "%.*s%.*s%.*s",
	    SLICE_ARG(origin), SLICE_ARG(path),
	    SLICE_ARG(slice_sub(
		address, slice_find_char(address, '#', 0), address.len)));
	entry_alias_of(s, &moved, SLICE_NONE, site, ret);
	return true;
}
