/*
 * url_publisher.h -- the publisher of an address.
 *
 * A publisher is a site (url_budget_key()), or one of the people who publish on
 * a site under a name of their own:
 * - "ann.substack.com": on a blog host that gives each customer a host name and
 *   that is not in the public suffix list;
 * - "medium.com/ann/", "medium.com/feed/ann": on the own host of a blog host;
 * - "s3.amazonaws.com/ann/": on a host that is in the private section of the
 *   public suffix list;
 * - "example.org/~ann/", "example.org/@ann/": a home of a user.
 *
 * A name is found only in these forms.  In "example.org/users/ann/" or
 * "example.org/blog/ann/", a folder does not show if it belongs to a person.
 */
#ifndef URL_URL_PUBLISHER_H
#define URL_URL_PUBLISHER_H

#include "base/arena.h"
#include "base/slice.h"

struct url_publisher {
	struct slice site;
	struct slice name; /* without "~" or "@"; absent: the site itself */
	/* The name in the path that url_key() uses. It differs if a customer
	 * has spelled an address so that it has the key of another customer's
	 * page: "/amp/ann/story-1". */
	struct slice key_name;
	bool is_blog_host; /* the site is one of the blog hosts, or a host of
			      the public suffix list */
};

/* Reads the publisher of a URL. Returns false if the URL is invalid. The texts
 * in *ret are borrowed from `url` and the arena. O(length). */
bool url_publisher_read(
    struct arena *, struct slice url, struct url_publisher *ret);

/* True for the registrable domain of a blog host that gives each customer a
 * host name and that is not in the public suffix list. O(log hosts). */
bool url_publisher_is_blog_host(struct slice site);

/* Returns true if `of` publishes the pages of `page`: both publishers are
 * equal, or `of` is the site on which the person `page` publishes. Both names
 * of the page must be the name of `of`. The address of a blog host itself does
 * not publish the pages of its customers, because customers also publish at
 * this address ("medium.com/feed/NAME"). */
bool url_publisher_includes(
    const struct url_publisher *of, const struct url_publisher *page);

#endif
