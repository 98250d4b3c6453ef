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

/* Returns the rest of the folder after the mark of a user's home. */
static struct slice
url_publisher_home(struct slice folder)
{
	static const char *const marks[] = { "~", "@", "%7E", "%40" };

	for (size_t i = 0; i < ARRAY_LENGTH(marks); i++)
		if (slice_starts_nocase(folder, slice_of(marks[i])))
			return slice_sub(
			    folder, slice_of(marks[i]).len, folder.len);
	return SLICE_NONE;
}

/* Reads the first two folders: "/~ann/", "/people/~ann/", "/feed/@ann".  Many
 * servers treat "//" like "/".  An ending is removed only if the path has no
 * other folder ("/@ann.rss"): a name may contain a dot on some sites, and the
 * user "ann.rss" with the feed "/feed/@ann.rss" is not the user "ann". */
static struct slice
url_publisher_user(struct slice path)
{
	struct slice folder, name = SLICE_NONE;

	for (int i = 0;
	     i < 2 && name.len == 0 && slice_next(&path, '/', &folder);)
		if (folder.len > 0) {
			name = url_publisher_home(folder);
			if (i == 0 && path.len == 0)
				name = url_publisher_without_ending(name);
			i++;
		}
	return name;
}

/* Returns the first folder or file on the own host of a blog host, after the
 * folder of the feeds: "ann" of "/ann/a-story" and of "/feed/ann". */
static struct slice
url_publisher_blog(struct slice path)
{
	struct slice folder;

	while (slice_next(&path, '/', &folder))
		if (folder.len > 0 && !slice_equal(folder, SLICE("feed")))
			return folder;
	return SLICE_NONE;
}

static struct slice
url_publisher_name(
    const struct url_publisher *of, struct slice host, struct slice path)
{
	struct slice name = SLICE_NONE;
	bool has_labels = url_publisher_is_blog_host(of->site);

	if (has_labels)
		name = url_publisher_customer(host, of->site);
	else if (of->is_blog_host)
		name = url_publisher_folder(path);
	if (name.len == 0)
		name = url_publisher_user(path);
	if (name.len == 0 && has_labels)
		name = url_publisher_blog(path);
	return name;
}

bool
url_publisher_read(
    struct arena *arena, struct slice url, struct url_publisher *ret)
{
	struct url_parts parts;
	struct slice canonical, host;

	/* The canonical form has no encoded letters, with which a customer
	 * could write the name of another customer ("/%61nn/"). */
	if (!url_budget_key(arena, url, &ret->site) ||
	    !url_canonical(arena, url, &canonical) ||
	    !url_parts_read(canonical, &parts))
		return false;
	host = url_host(arena, url);
	ret->is_blog_host = url_publisher_is_blog_host(ret->site) ||
			    url_publisher_is_suffix(ret->site);
	ret->name = url_publisher_name(ret, host, parts.path);
	ret->key_name =
	    url_publisher_name(ret, host, url_variant_path(arena, parts.path));
	return true;
}

bool
url_publisher_includes(
    const struct url_publisher *of, const struct url_publisher *page)
{
	return slice_equal(of->site, page->site) &&
	       ((of->name.len == 0 && !of->is_blog_host) ||
		   (slice_equal_nocase(of->name, page->name) &&
		       slice_equal_nocase(of->name, page->key_name)));
}
