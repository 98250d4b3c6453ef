/*
 * discovery.c -- finds the hub and the topic of a feed.
 *
 * In:  the URLs of a poll, the header field Link, the links in the document.
 * Out: absolute URLs of hub and topic, or the reason why the feed has no
 *      subscription.
 *
 * Source: WebSub, section 4, and section 10 for the rules about TLS.  The rule
 * about the site of the topic is not part of WebSub (docs/websub.md, Security).
 */
#include "crawler/websub/discovery.h"

#include "crawler/websub/link_header.h"
#include "url/url.h"

static const char *const discovery_texts[WEBSUB_DISCOVERY_COUNT] = {
	[WEBSUB_FOUND] = "the feed names a hub and its own URL",
	[WEBSUB_NO_HUB] = "the feed names no hub",
	[WEBSUB_NO_TOPIC] = "the feed names a hub but not its own URL",
	[WEBSUB_OTHER_TOPIC] =
	    "the feed names a URL of another site as its own",
	[WEBSUB_HUB_NO_TLS] = "the hub has no TLS, but the feed has",
	[WEBSUB_HUB_INVALID] = "the hub has no URL that can be requested",
};

const char *
websub_discovery_text(enum websub_discovery result)
{
	return discovery_texts[result];
}

static bool
discovery_is_tls(struct slice url)
{
	return slice_starts_nocase(url, SLICE("https:"));
}

/* Copies the links of the header field.  Returns true if it names a hub. */
static bool
discovery_read_header(struct arena *arena, const struct websub_page *page,
    struct websub_page *ret)
{
	struct slice rest = page->link, url;
	struct link_value value;
	bool has_hub = false;

	ret->hub = SLICE_NONE;
	while (link_header_next(&rest, &value)) {
		if (link_value_is(&value, SLICE("hub"))) {
			has_hub = true;
			if (url_resolve(arena, page->url, value.target, &url) &&
			    (ret->hub.p == NULL ||
				(!discovery_is_tls(ret->hub) &&
				    discovery_is_tls(url))))
				ret->hub = url;
		} else if (link_value_is(&value, SLICE("self"))) {
			ret->self = value.target;
		}
	}
	return has_hub;
}

/* True if the topic belongs to the feed.  Deliveries are stored as documents of
 * this feed.  Without this check a feed could subscribe to the documents of
 * another publisher, and publish them under its own name. */
static bool
discovery_is_own(
    struct arena *arena, const struct websub_page *page, struct slice topic)
{
	struct slice own_key, topic_key;

	if (slice_equal(topic, page->url) || slice_equal(topic, page->feed_url))
		return true;
	return url_budget_key(arena, page->url, &own_key) &&
	       url_budget_key(arena, topic, &topic_key) &&
	       slice_equal(own_key, topic_key);
}

enum websub_discovery
websub_discover(struct arena *arena, const struct websub_page *page,
    struct slice *ret_hub, struct slice *ret_topic)
{
	struct websub_page found = *page;
	struct slice hub, topic;

	if (!discovery_read_header(arena, page, &found)) {
		found.hub = page->hub;
		found.self = page->self;
		if (found.hub.len == 0)
			return WEBSUB_NO_HUB;
	}
	if (found.hub.len == 0 ||
	    !url_resolve(arena, page->url, found.hub, &hub))
		return WEBSUB_HUB_INVALID;
	if (found.self.len == 0 ||
	    !url_resolve(arena, page->url, found.self, &topic))
		return WEBSUB_NO_TOPIC;
	if (!discovery_is_own(arena, page, topic))
		return WEBSUB_OTHER_TOPIC;
	if (!discovery_is_tls(hub) && discovery_is_tls(page->url))
		return WEBSUB_HUB_NO_TLS;
	*ret_hub = hub;
	*ret_topic = topic;
	return WEBSUB_FOUND;
}
