/*
 * feed_routes.c -- the table of feeds, and the handler of all of them.
 *
 * In:  a listing with the suffix .atom or .json; the parameters `after` (the
 *      position after which the document begins) and `limit`.
 * Out: the newest articles of the listing with their texts.
 *
 * A document ends early when its entries have more than LIMIT_SERVE_FEED bytes;
 * the next document begins with the article after them.  Unknown parameters are
 * ignored, because feed readers may add parameters.
 */
#include "serve/feed/cursor.h"
#include "serve/feed/format.h"
#include "serve/feed/listing.h"
#include "serve/feed/origin.h"
#include "serve/html.h"

#define FEED_ROUTES_DEFAULT 50

struct feed_answer {
	const struct syndication *format;
	struct item_place place;
	struct buf entries;
	size_t n, limit;
	int64_t updated_at;
	struct err *e;
};

static int
feed_routes_visit(const struct article_row *row, void *arg)
{
	struct feed_answer *answer = arg;
	struct item item;
	int rc = item_init(&item, row, &answer->place, answer->e);

	if (rc == 0) {
		answer->format->put_item(
		    &answer->entries, &item, answer->n == 0);
		if (item.updated_at > answer->updated_at)
			answer->updated_at = item.updated_at;
		answer->n++;
	}
	item_release(&item);
	if (rc == 0 && answer->n < answer->limit &&
	    answer->entries.len > LIMIT_SERVE_FEED)
		rc = 1;
	return rc;
}

/* Reads a page.  If its entries are too large, the page is read again with as
 * many entries as fit, because the position after the last of them must be
 * known. */
static int
feed_routes_read(struct serve_exchange *exchange, struct listing *listing,
    struct feed_answer *answer, struct article_place after, size_t limit,
    struct article_place *ret_next, struct err *e)
{
	int rc;

	answer->limit = limit;
	rc = listing_read(exchange->store, listing, after, limit,
	    feed_routes_visit, answer, ret_next, e);
	if (rc > 0) {
		answer->limit = answer->n;
		buf_clear(&answer->entries);
		answer->n = 0;
		rc = listing_read(exchange->store, listing, after,
		    answer->limit, feed_routes_visit, answer, ret_next, e);
	}
	return rc;
}

/* Appends the path and the query of a feed: "/tag/x.atom?q=…&limit=…&after=…".
 */
static void
feed_routes_put_target(struct buf *out, const struct listing *listing,
    const char *suffix, struct slice limit, const struct article_place *after)
{
	char separator = '?';

	buf_append_slice(out, buf_slice(&listing->path));
	buf_append_string(out, suffix);
	if (listing->query.len > 0) {
		buf_printf(out, "%c%s", separator, listing->query.p);
		separator = '&';
	}
	if (limit.len > 0) {
		buf_printf(out, "%climit=%.*s", separator, SLICE_ARG(limit));
		separator = '&';
	}
	if (after != NULL && after->id != ARTICLE_PLACE_FIRST.id) {
		buf_printf(out, "%cafter=", separator);
		cursor_put(out, *after);
	}
}

/* Each address of a channel has its own buffer. */
struct feed_addresses {
	struct buf self, page, first, next;
};

static void
feed_routes_make_addresses(struct feed_addresses *all,
    const struct feed_answer *answer, const struct listing *listing,
    struct slice limit, struct article_place after, struct article_place next)
{
	const char *suffix = answer->format->suffix;
	struct buf *bufs[] = { &all->self, &all->page, &all->first,
		&all->next };

	for (size_t i = 0; i < 4; i++) {
		buf_init(bufs[i], 64 * KIB);
		buf_append_slice(bufs[i], answer->place.base);
	}
	feed_routes_put_target(&all->self, listing, suffix, limit, &after);
	feed_routes_put_target(&all->first, listing, suffix, limit, NULL);
	if (listing->page != NULL)
		buf_append_string(&all->page, listing->page);
	else if (listing->list.tag.p != NULL)
		html_put_tag_path(&all->page, listing->list.tag);
	else
		feed_routes_put_target(
		    &all->page, listing, "", SLICE_NONE, NULL);
	if (next.id != 0)
		feed_routes_put_target(
		    &all->next, listing, suffix, limit, &next);
	else
		buf_clear(&all->next);
}

static void
feed_routes_release_addresses(struct feed_addresses *all)
{
	buf_release(&all->self);
	buf_release(&all->page);
	buf_release(&all->first);
	buf_release(&all->next);
}

static int
feed_routes_write(struct serve_exchange *exchange, struct listing *listing,
    const struct feed_answer *answer, struct article_place after,
    struct article_place next, struct err *e)
{
	struct serve_response *response = exchange->response;
	struct slice limit =
	    serve_request_parameter(exchange->request, "limit");
	struct feed_addresses addresses;
	struct channel channel = { .title = buf_slice(&listing->title),
		.updated_at = answer->updated_at };
	char id[ENTRY_ID_BYTES];
	struct buf name;
	int rc;

	buf_init(&name, 64 * KIB);
	feed_routes_put_target(&name, listing, "", SLICE_NONE, NULL);
	rc = entry_id_make(answer->place.store_uuid, buf_slice(&name), id, e);
	buf_release(&name);
	if (rc != 0)
		return rc;
	feed_routes_make_addresses(
	    &addresses, answer, listing, limit, after, next);
	channel.id = id;
	channel.self = buf_slice(&addresses.self);
	channel.page = buf_slice(&addresses.page);
	channel.first = buf_slice(&addresses.first);
	channel.next = buf_slice(&addresses.next);
	response->content_type = answer->format->type;
	answer->format->put_document(
	    &response->body, &channel, buf_slice(&answer->entries));
	if (channel.next.len > 0)
		serve_response_link(
		    response, channel.next, "next", answer->format->type);
	feed_routes_release_addresses(&addresses);
	return serve_set_modified(exchange, e);
}

/* Opens the listing, reads a page of it, and writes the document. */
static int
feed_routes_respond(struct serve_exchange *exchange, struct feed_answer *answer,
    struct article_place after, size_t limit)
{
	struct article_place next = { 0 };
	struct listing listing;
	int rc = listing_open(exchange, &listing, answer->e);

	if (rc == 0)
		rc = feed_routes_read(
		    exchange, &listing, answer, after, limit, &next, answer->e);
	if (rc == 0 && buf_failed(&answer->entries))
		rc = err_set(answer->e, ERR_LIMIT, "the feed is too large");
	if (rc == 0 && answer->n == 0 && listing.list.tag.p != NULL &&
	    after.id == ARTICLE_PLACE_FIRST.id)
		rc = 1 + serve_problem(exchange->response, 404,
			     "no article has this tag");
	if (rc == 0)
		rc = feed_routes_write(
		    exchange, &listing, answer, after, next, answer->e);
	listing_release(&listing);
	return rc > 0 ? 0 : rc;
}

static int
feed_routes_run(struct serve_exchange *exchange, struct err *e)
{
	const struct serve_request *request = exchange->request;
	bool is_atom = slice_ends(request->path, slice_of(atom_format.suffix));
	struct feed_answer answer = { .e = e,
		.format = is_atom ? &atom_format : &json_feed_format };
	char uuid[STORE_UUID_BYTES];
	struct article_place after;
	struct buf base;
	int64_t limit;
	int rc;

	if (!cursor_parse(serve_request_parameter(request, "after"), &after))
		return serve_problem(exchange->response, 400,
		    "the parameter after is not the place of a page");
	if (!serve_request_int(request, "limit", 1, LIMIT_SERVE_FEED_ITEMS,
		FEED_ROUTES_DEFAULT, &limit))
		return serve_problem(exchange->response, 400,
		    "the parameter limit is not a number from 1 to %d",
		    LIMIT_SERVE_FEED_ITEMS);
	rc = store_uuid(exchange->store, uuid, e);
	if (rc != 0)
		return rc;
	buf_init(&base, 2 * LIMIT_HOST_BYTES);
	origin_put(&base, request, exchange->settings);
	buf_init(&answer.entries, LIMIT_SERVE_RESPONSE);
	answer.place = (struct item_place){ uuid, buf_slice(&base),
		exchange->settings->has_remote_images };
	rc = feed_routes_respond(exchange, &answer, after, (size_t)limit);
	buf_release(&answer.entries);
	buf_release(&base);
	return rc;
}

#define FEED_ROUTE(path, how)                                                  \
	{                                                                      \
		.methods = SERVE_GET, .pattern = path, .run = feed_routes_run, \
		.scope = SERVE_SCOPE_READ, .lane = how                         \
	}

const struct serve_route serve_feed_routes[] = {
	FEED_ROUTE("/index.atom", SERVE_QUICK),
	FEED_ROUTE("/index.json", SERVE_QUICK),
	FEED_ROUTE("/feed/{id}.atom", SERVE_QUICK),
	FEED_ROUTE("/feed/{id}.json", SERVE_QUICK),
	FEED_ROUTE("/tag/{name}.atom", SERVE_SLOW),
	FEED_ROUTE("/tag/{name}.json", SERVE_SLOW),
	FEED_ROUTE("/category/{name}.atom", SERVE_QUICK),
	FEED_ROUTE("/category/{name}.json", SERVE_QUICK),
	FEED_ROUTE("/profile/{name}.atom", SERVE_SLOW),
	FEED_ROUTE("/profile/{name}.json", SERVE_SLOW),
	FEED_ROUTE("/story/{id}.atom", SERVE_QUICK),
	FEED_ROUTE("/story/{id}.json", SERVE_QUICK),
	FEED_ROUTE("/search.atom", SERVE_SLOW),
	FEED_ROUTE("/search.json", SERVE_SLOW),
	{ 0 },
};
