/*
 * url_variant.c -- recognises several addresses of one page: AMP and mobile
 * variants, edited headlines.
 *
 * The rules cover the forms that publishers use: hosts m., mobile., amp.; a
 * folder or an ending /amp; the endings .amp and .amp.html (amp.dev,
 * "Discovery").  Two addresses that a rule equates must be the same article, so
 * "amp" in a path counts only next to a segment that looks like the name of an
 * article, with a digit or a hyphen. /instruments/amp is therefore not a
 * variant.  The rules for AMP caches follow amp.dev, "AMP Cache URL format and
 * request handling", and the viewers of Google and Bing.
 */
#include <libpsl.h>
#include <stdio.h>

#include "base/array.h"
#include "base/limits.h"
#include "base/text/ascii.h"
#include "url/site/url_publisher.h"
#include "url/url.h"
#include "url/url_plain.h"
#include "url/url_rules.h"

/* Least number of digits of a story number; four digits are a year. */
#define STORY_NUMBER_DIGITS 5

/* The first one is not the name of a customer. */
static const char *const variant_labels[] = { "www.", "m.", "mobile.", "amp." };

static const char *const variant_endings[] = { "/amp", "/amp.html", ".amp",
	".amp.html" };

/* True if the host is a registrable domain or a subdomain of one.  False for
 * "co.uk", for example: "m.co.uk" is not a mobile variant but a registrable
 * domain.  Also false for a blog host: "m.tumblr.com" can be a customer. */
static bool
url_variant_is_site(struct slice host)
{
	char text[LIMIT_HOST_BYTES + 1];

	if (host.len > LIMIT_HOST_BYTES ||
	    slice_find_char(host, '.', 0) == SLICE_NOT_FOUND)
		return false;
	if (url_publisher_is_blog_host(host))
		return false;
	snprintf(text, sizeof(text), "%.*s", SLICE_ARG(host));
	return !psl_is_public_suffix(psl_builtin(), text);
}

size_t
url_variant_label(struct slice host)
{
	for (size_t i = 0; i < ARRAY_LENGTH(variant_labels); i++) {
		struct slice label = slice_of(variant_labels[i]), site;

		if (!slice_starts(host, label))
			continue;
		site = slice_sub(host, label.len, host.len);
		return url_variant_is_site(site) ||
			       (i == 0 && url_publisher_is_blog_host(site))
			   ? label.len
			   : 0;
	}
	return 0;
}

/* The infix must be after the first label and before a registrable name, as in
 * "de.m.example.org". */
size_t
url_variant_infix(struct slice host, size_t *ret_at)
{
	const struct slice infix = SLICE(".m.");
	size_t at = slice_find(host, infix, 1);

	if (at == SLICE_NOT_FOUND || slice_find_char(host, '.', 0) != at ||
	    !url_variant_is_site(slice_sub(host, at + infix.len, host.len)))
		return 0;
	*ret_at = at + 1;
	return infix.len - 1;
}

/* ---- AMP caches ---- */

/* Hosts that serve AMP pages of other sites, and the folders that precede the
 * publisher's host in their paths. */
static const struct {
	/* matches the host and its subdomains; after a final ".", one of
	 * google_suffixes follows */
	const char *host;
	const char *folders;
} amp_caches[] = {
	{ "cdn.ampproject.org", "/c/ /v/ /wp/" },
	{ "bing-amp.com", "/c/ /v/" },
	{ "www.google.", "/amp/" },
};

/* The suffixes of the domains of Google, which are in the list of domains that
 * Google publishes. Under another public suffix, anybody may have registered
 * the name "google", and could claim the pages of every publisher. */
static const char google_suffixes[] =
    " ad ae al am as at az ba be bf bg bi bj bs bt by ca cat cd cf cg ch ci cl"
    " cm cn co.ao co.bw co.ck co.cr co.id co.il co.in co.jp co.ke co.kr co.ls"
    " co.ma co.mz co.nz co.th co.tz co.ug co.uk co.uz co.ve co.vi co.za co.zm"
    " co.zw com com.af com.ag com.ar com.au com.bd com.bh com.bn com.bo com.br"
    " com.bz com.co com.cu com.cy com.do com.ec com.eg com.et com.fj com.gh"
    " com.gi com.gt com.hk com.jm com.kh com.kw com.lb com.ly com.mm com.mt"
    " com.mx com.my com.na com.ng com.ni com.np com.om com.pa com.pe com.pg"
    " com.ph com.pk com.pr com.py com.qa com.sa com.sb com.sg com.sl com.sv"
    " com.tj com.tr com.tw com.ua com.uy com.vc com.vn cv cz de dj dk dm dz ee"
    " es fi fm fr ga ge gg gl gm gr gy hn hr ht hu ie im iq is it je jo kg ki"
    " kz la li lk lt lu lv md me mg mk ml mn mu mv mw ne nl no nr nu pl pn ps"
    " pt ro rs ru rw sc se sh si sk sm sn so sr st td tg tl tm tn to tt vu ws ";

static bool
url_variant_is_google(struct slice suffix)
{
	char word[16];
	int n;

	n = snprintf(word, sizeof(word), " %.*s ", SLICE_ARG(suffix));
	return n > 2 && (size_t)n < sizeof(word) &&
	       strstr(google_suffixes, word) != NULL;
}

static bool
url_variant_is_cache_host(struct slice host, const char *name)
{
	struct slice cache = slice_of(name);

	if (slice_ends(cache, SLICE(".")))
		return slice_starts(host, cache) &&
		       url_variant_is_google(
			   slice_sub(host, cache.len, host.len));
	return slice_equal(host, cache) ||
	       (slice_ends(host, cache) && host.len > cache.len &&
		   host.p[host.len - cache.len - 1] == '.');
}

/* Returns the part of the path after one of the folders; SLICE_NONE if the path
 * begins with none of them. */
static struct slice
url_variant_after_folder(struct slice path, const char *folders)
{
	struct slice rest = slice_of(folders), folder;

	while (slice_next(&rest, ' ', &folder))
		if (slice_starts(path, folder))
			return slice_sub(path, folder.len, path.len);
	return SLICE_NONE;
}

/* True if the URL can be that of an AMP cache: all caches have "amp" in their
 * addresses.  In a URL that is not plain, it can be encoded ("%61mp"). */
static bool
url_variant_may_be_cache(struct slice url)
{
	struct url_plain plain;

	return slice_find_nocase(url, SLICE("amp"), 0) != SLICE_NOT_FOUND ||
	       !url_plain_read(url, &plain);
}

bool
url_amp_origin(struct arena *arena, struct slice url, struct slice *ret_url)
{
	struct slice host, path, rest = SLICE_NONE;
	bool is_secure;

	if (!url_variant_may_be_cache(url) || !url_canonical(arena, url, &url))
		return false;
	host = url_host(arena, url);
	path = url_path_and_query(arena, url);
	for (size_t i = 0; i < ARRAY_LENGTH(amp_caches) && rest.len == 0; i++)
		if (url_variant_is_cache_host(host, amp_caches[i].host))
			rest = url_variant_after_folder(
			    path, amp_caches[i].folders);
	is_secure = slice_starts(rest, SLICE("s/"));
	if (is_secure)
		rest = slice_sub(rest, 2, rest.len);
	/* the first segment must be a host, so that the cache's own page
	 * /amp/about does not match */
	if (slice_find_char(slice_sub(rest, 0, slice_find_char(rest, '/', 0)),
		'.', 0) == SLICE_NOT_FOUND)
		return false;
	return url_resolve(arena, SLICE_NONE,
	    arena_format(
		arena, "http%s://%.*s", is_secure ? "s" : "", SLICE_ARG(rest)),
	    ret_url);
}

/* ---- paths ---- */

/* Returns the offset of the last segment. */
static size_t
url_variant_last_segment(struct slice path)
{
	size_t at = path.len;

	while (at > 0 && path.p[at - 1] != '/')
		at--;
	return at;
}

static bool
url_variant_is_article_segment(struct slice path)
{
	for (size_t i = url_variant_last_segment(path); i < path.len; i++)
		if (ascii_is_digit(path.p[i]) || path.p[i] == '-')
			return true;
	return false;
}

static struct slice
url_variant_without_session(struct slice path)
{
	size_t at = slice_find_char(path, ';', 0);

	while (at != SLICE_NOT_FOUND) {
		if (slice_starts_nocase(slice_sub(path, at + 1, path.len),
			SLICE("jsessionid=")))
			return slice_sub(path, 0, at);
		at = slice_find_char(path, ';', at + 1);
	}
	return path;
}

static struct slice
url_variant_without_ending(struct slice path)
{
	for (size_t i = 0; i < ARRAY_LENGTH(variant_endings); i++) {
		struct slice ending = slice_of(variant_endings[i]), rest;

		if (!slice_ends(path, ending))
			continue;
		rest = slice_sub(path, 0, path.len - ending.len);
		if (url_variant_is_article_segment(rest))
			return rest;
	}
	return path;
}

struct slice
url_variant_path(struct arena *arena, struct slice path)
{
	struct slice folder = SLICE("/amp/"), bare;
	size_t at;

	path = url_variant_without_session(path);
	if (slice_find(path, SLICE("amp"), 0) == SLICE_NOT_FOUND)
		return path;
	while (path.len > 1 && slice_ends(path, SLICE("/")))
		path.len--;
	bare = url_variant_without_ending(path);
	if (bare.len < path.len)
		return slice_ends(path, SLICE(".amp.html"))
			   ? arena_format(arena, "%.*s.html", SLICE_ARG(bare))
			   : bare;
	at = slice_find(path, folder, 0);
	if (at == SLICE_NOT_FOUND || !url_variant_is_article_segment(path))
		return path;
	return arena_format(arena, "%.*s%.*s", (int)at, path.p,
	    SLICE_ARG(slice_sub(path, at + folder.len - 1, path.len)));
}

/* ---- the number of an article ---- */

/* True for a date such as 20240131 or 202401, which occurs in the addresses of
 * all articles of that day or month. */
static bool
url_variant_is_date(struct slice digits)
{
	int64_t number, month;

	if ((digits.len != 8 && digits.len != 6) ||
	    !slice_to_int64(digits, &number))
		return false;
	if (digits.len == 8)
		number /= 100;
	month = number % 100;
	return number / 10000 >= 19 && number / 10000 <= 20 && month >= 1 &&
	       month <= 12;
}

/* True if a number is probably a count in a headline ("amazon-to-cut-10000-
 * jobs"), which other headlines can have, too: it stands between words, or it
 * is round.  A segment that is only a number has no words, and its number may
 * be round. */
static bool
url_variant_is_count(struct slice segment, size_t start, size_t end)
{
	int64_t number;

	if (end - start == segment.len)
		return false;
	for (size_t i = end; start > 0 && i < segment.len; i++)
		if (ascii_is_letter(segment.p[i]))
			return true;
	return slice_to_int64(slice_sub(segment, start, end), &number) &&
	       number % 1000 == 0;
}

/* Returns the name of a page without its extension (".html"). */
static struct slice
url_variant_without_extension(struct slice name)
{
	size_t at = name.len;

	while (at > 0 && ascii_is_alnum(name.p[at - 1]))
		at--;
	return at > 1 && name.p[at - 1] == '.' && at < name.len &&
		       !ascii_is_digit(name.p[at])
		   ? slice_sub(name, 0, at - 1)
		   : name;
}

/* Finds the last separate run of STORY_NUMBER_DIGITS or more digits that is
 * neither a date nor a count in a headline. */
static bool
url_variant_find_number(struct slice segment, struct slice *ret)
{
	size_t end = segment.len;

	while (end > 0) {
		size_t start = end;

		while (start > 0 && ascii_is_digit(segment.p[start - 1]))
			start--;
		*ret = slice_sub(segment, start, end);
		if (ret->len >= STORY_NUMBER_DIGITS &&
		    (start == 0 || !ascii_is_alnum(segment.p[start - 1])) &&
		    (end == segment.len || !ascii_is_alnum(segment.p[end])) &&
		    !url_variant_is_date(*ret) &&
		    !url_variant_is_count(segment, start, end))
			return true;
		end = start < end ? start : end - 1;
	}
	return false;
}

/* Finds the story number of a key: a number in the page's name, else the folder
 * before a slug (/123456/slug). If the page's name is only a number after a
 * slug (/slug/123456), the slug is not part of the folder. */
bool
url_story_number(
    struct slice key, struct slice *ret_folder, struct slice *ret_number)
{
	struct slice path = slice_sub(key, 0, slice_find_char(key, '?', 0));
	size_t at = url_variant_last_segment(path);
	struct slice name =
	    url_variant_without_extension(slice_sub(path, at, path.len));
	struct slice above, outer;

	if (at < 2)
		return false;
	above = slice_sub(path, 0, at - 1);
	*ret_folder = above;
	at = url_variant_last_segment(above);
	outer = slice_sub(above, at, above.len);
	if (url_variant_find_number(name, ret_number)) {
		if (ret_number->len == name.len && at > 0 &&
		    slice_find_char(outer, '-', 0) != SLICE_NOT_FOUND)
			*ret_folder = slice_sub(above, 0, at - 1);
		return true;
	}
	if (at == 0 || !url_variant_find_number(outer, ret_number) ||
	    ret_number->len != outer.len)
		return false;
	*ret_folder = slice_sub(above, 0, at - 1);
	return true;
}
