/*
 * url_publisher.c -- the publisher of an address.
 *
 * In:  a URL.
 * Out: its site, and the name of the person who publishes there.
 */
#include "url/site/url_publisher.h"

#include <stdlib.h>

#include "base/array.h"
#include "url/site/url_site.h"
#include "url/url.h"
#include "url/url_parts.h"
#include "url/url_rules.h"

/* Blog hosts with a host name for each customer, without those that the public
 * suffix list of Debian 12 contains.  Sorted for bsearch(). */
static const char *const url_publisher_hosts[] = { "bearblog.dev",
	"beehiiv.com", "blog.hu", "blog.ir", "blogfa.com", "blogg.no",
	"blogg.se", "blogsky.com", "blogspirit.com", "canalblog.com",
	"cocolog-nifty.com", "dreamwidth.org", "eklablog.com", "exblog.jp",
	"fandom.com", "hashnode.dev", "hatenablog.com", "hatenablog.jp",
	"hatenadiary.com", "hatenadiary.jp", "hautetfort.com", "jimdo.com",
	"jimdofree.com", "jimdosite.com", "libsyn.com", "livedoor.blog",
	"livejournal.com", "mataroa.blog", "medium.com", "micro.blog",
	"mystrikingly.com", "narod.ru", "neocities.org", "over-blog.com",
	"over-blog.net", "pbworks.com", "persianblog.ir", "pixnet.net",
	"podbean.com", "posthaven.com", "prose.sh", "seesaa.net", "skyrock.com",
	"squarespace.com", "strikingly.com", "substack.com", "svbtle.com",
	"tistory.com", "tripod.com", "tumblr.com", "typepad.com", "ucoz.ru",
	"webflow.io", "webnode.com", "weebly.com", "wikidot.com",
	"wordpress.com", "write.as" };

/* Endings of names of feed files: "/@ann.rss". */
static const char *const url_publisher_endings[] = { ".atom", ".json", ".rss",
	".xml" };

static int
url_publisher_compare(const void *key, const void *row)
{
	return slice_compare(
	    *(const struct slice *)key, slice_of(*(const char *const *)row));
}

bool
url_publisher_is_blog_host(struct slice site)
{
	return bsearch(&site, url_publisher_hosts,
		   ARRAY_LENGTH(url_publisher_hosts), sizeof(char *),
		   url_publisher_compare) != NULL;
}

/* True for a host below which customers have names, such as "s3.amazonaws.com".
 * Such a host has no registrable domain, so the site is the host with its port.
 */
static bool
url_publisher_is_suffix(struct slice site)
{
	size_t colon = slice_find_char(site, ':', 0);

	return colon != SLICE_NOT_FOUND &&
	       url_site_is_private_suffix(slice_sub(site, 0, colon));
}

/* Returns the first folder, which is the name of a customer: "ann" of
 * "/ann/feed.xml". */
static struct slice
url_publisher_folder(struct slice path)
{
	size_t end;

	path = slice_sub(path, slice_starts(path, SLICE("/")), path.len);
	end = slice_find_char(path, '/', 0);
	return end != SLICE_NOT_FOUND ? slice_sub(path, 0, end) : SLICE_NONE;
}

/* Returns the label in front of the site: "ann" of "www.ann.tumblr.com". */
static struct slice
url_publisher_customer(struct slice host, struct slice site)
{
	struct slice label = SLICE_NONE, part;

	if (slice_ends(host, SLICE(".")))
		host.len--;
	if (host.len <= site.len)
		return SLICE_NONE;
	host = slice_sub(host, 0, host.len - site.len - 1);
	while (slice_next(&host, '.', &part))
		label = part;
	return slice_equal_nocase(label, SLICE("www")) ? SLICE_NONE : label;
}

static struct slice
url_publisher_without_ending(struct slice name)
{
	for (size_t i = 0; i < ARRAY_LENGTH(url_publisher_endings); i++)
		if (slice_ends(name, slice_of(url_publisher_endings[i])))
			return slice_sub(name, 0,
			    name.len - slice_of(url_publisher_endings[i]).len);
	return name;
}

/* Returns the name if the folder is the home of a user. */
static struct slice
url_publisher_home(struct slice folder)
{
	static const char *const marks[] = { "~", "@", "%7E", "%40" };

	for (size_t i = 0; i < ARRAY_LENGTH(marks); i++)
		if (slice_starts_nocase(folder, slice_of(marks[i])))
			return url_publisher_without_ending(slice_sub(
			    folder, slice_of(marks[i]).len, folder.len));
	return SLICE_NONE;
}

/* Reads the first two folders: "/~ann/", "/people/~ann/", "/feed/@ann".  Many
 * servers treat "//" like "/". */
static struct slice
url_publisher_user(struct slice path)
{
	struct slice folder, name = SLICE_NONE;

	for (int i = 0;
	     i < 2 && name.len == 0 && slice_next(&path, '/', &folder);)
		if (folder.len > 0) {
			name = url_publisher_home(folder);
			i++;
		}
	return name;
}

/* Names are read in the path that url_key() uses.  Otherwise a customer could
 * spell the address of another customer's page so that it contains his own name
 * and has the key of that page: "/%61nn/…", "/amp/ann/story-1". */
bool
url_publisher_read(
    struct arena *arena, struct slice url, struct url_publisher *ret)
{
	struct url_parts parts;
	struct slice canonical;

	if (!url_budget_key(arena, url, &ret->site) ||
	    !url_canonical(arena, url, &canonical) ||
	    !url_parts_read(canonical, &parts))
		return false;
	parts.path = url_variant_path(arena, parts.path);
	ret->is_blog_host = url_publisher_is_blog_host(ret->site);
	ret->name = SLICE_NONE;
	if (ret->is_blog_host) {
		ret->name =
		    url_publisher_customer(url_host(arena, url), ret->site);
	} else if (url_publisher_is_suffix(ret->site)) {
		ret->is_blog_host = true;
		ret->name = url_publisher_folder(parts.path);
	}
	if (ret->name.len == 0)
		ret->name = url_publisher_user(parts.path);
	return true;
}

bool
url_publisher_includes(
    const struct url_publisher *of, const struct url_publisher *page)
{
	return slice_equal(of->site, page->site) &&
	       ((of->name.len == 0 && !of->is_blog_host) ||
		   slice_equal_nocase(of->name, page->name));
}
