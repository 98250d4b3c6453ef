/*
 * response_copy.c -- copies the parts of a response that a poll, a page or a
 * linked document uses after the fetch has ended.
 */
#include "daemon/host/response_copy.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/date/date.h"
#include "daemon/hub.h"

/* Limit of the freshness of an error.  Error pages of servers are often sent
 * with the cache headers of static files. */
#define ERROR_FRESH_S 86400

void
response_copy_init(struct response_copy *copy)
{
	*copy = (struct response_copy){ .body_fd = -1, .server_at = DATE_NONE };
}

/* Returns the seconds for which the response is fresh; 0 for a status that
 * gives no answer about the document. */
static int64_t
response_copy_fresh_s(const struct response *r, int64_t now)
{
	const struct freshness_input freshness = response_freshness(r, now);
	int64_t fresh_s = 0;

	if (r->result == FETCH_OK &&
	    (r->status == 200 || r->status == 304 || r->status >= 400))
		fresh_s = freshness_lifetime_s(&freshness);
	if (r->status >= 400 && r->status != 429 && r->status != 503 &&
	    fresh_s > ERROR_FRESH_S)
		fresh_s = ERROR_FRESH_S;
	return fresh_s;
}

void
response_copy_take(
    struct response_copy *copy, const struct response *r, int64_t now)
{
	*copy = (struct response_copy){
		.result = r->result,
		.status = r->status,
		.url = hub_copy(slice_of(r->url)),
		.etag = hub_copy(slice_of(r->etag)),
		.last_modified = hub_copy(slice_of(r->last_modified)),
		.content_type = hub_copy(slice_of(r->content_type)),
		.body_fd = r->body_fd,
		.wire_bytes = r->wire_bytes,
		.elapsed_ms = r->elapsed_ms,
		.server_at = response_date(r),
		.fresh_s = response_copy_fresh_s(r, now),
	};
}

void
response_copy_release(struct response_copy *copy)
{
	if (copy->body_fd >= 0)
		close(copy->body_fd);
	free(copy->url);
	free(copy->etag);
	free(copy->last_modified);
	free(copy->content_type);
	response_copy_init(copy);
}

void
response_copy_move_text(char **old, char **new)
{
	free(*old);
	*old = *new;
	*new = NULL;
}

bool
response_drop_validators(
    const struct response *r, char **etag, char **last_modified)
{
	if (r->result != FETCH_OK || r->status != 412 ||
	    (*etag == NULL && *last_modified == NULL))
		return false;
	free(*etag);
	free(*last_modified);
	*etag = *last_modified = NULL;
	return true;
}
