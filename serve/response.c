/*
 * response.c -- completes the responses of handlers: problems, validators, 304.
 */
#include "serve/response.h"

#include <stdio.h>
#include <time.h>

#include "base/array.h"
#include "base/date/date.h"
#include "base/table.h"
#include "base/text/json_writer.h"
#include "serve/problem_page.h"

/* Largest sizes of the field Link and of one item.  libmicrohttpd keeps the
 * heads of request and response in LIMIT_SERVE_HEAD.  An item usually repeats
 * the target of the request, so the target and Link have at most 12 KiB
 * together; the rest is for the other fields. */
#define LINKS_BYTES   (8 * KIB)
#define LINK_BYTES    (6 * KIB)
#define PROBLEM_BYTES (4 * KIB)

void
serve_response_init(struct serve_response *response)
{
	*response = (struct serve_response){ .status = 200,
		.last_modified_at = DATE_NONE };
	buf_init(&response->body, LIMIT_SERVE_RESPONSE);
	buf_init(&response->links, LINKS_BYTES);
	buf_init(&response->problem, PROBLEM_BYTES);
}

void
serve_response_release(struct serve_response *response)
{
	buf_release(&response->body);
	buf_release(&response->links);
	buf_release(&response->problem);
}

void
serve_response_clear(struct serve_response *response)
{
	serve_response_release(response);
	serve_response_init(response);
}

/* ---- header fields ---- */

/* Percent-encodes the bytes that would end the target or the header field. */
static void
response_put_target(struct buf *out, struct slice target)
{
	for (size_t i = 0; i < target.len; i++) {
		unsigned char c = (unsigned char)target.p[i];

		if (c <= ' ' || c >= 0x7f || c == '<' || c == '>' || c == '"')
			buf_printf(out, "%%%02X", c);
		else
			buf_append_char(out, (char)c);
	}
}

void
serve_response_link(struct serve_response *response, struct slice target,
    const char *rel, const char *type)
{
	struct buf *links = &response->links;
	struct buf item;

	buf_init(&item, LINK_BYTES);
	buf_append_string(&item, links->len > 0 ? ", <" : "<");
	response_put_target(&item, target);
	buf_printf(&item, ">; rel=\"%s\"", rel);
	if (type != NULL)
		buf_printf(&item, "; type=\"%s\"", type);
	if (!buf_failed(&item) && links->len + item.len <= LINKS_BYTES)
		buf_append_slice(links, buf_slice(&item));
	buf_release(&item);
}

void
serve_response_set_etag(struct serve_response *response, struct slice bytes)
{
	snprintf(response->etag, sizeof(response->etag), "\"%016llx-%zx\"",
	    (unsigned long long)hash_stable(bytes), bytes.len);
}

void
serve_http_date(int64_t at, char out[SERVE_HTTP_DATE_BYTES])
{
	static const char days[][4] = { "Sun", "Mon", "Tue", "Wed", "Thu",
		"Fri", "Sat" };
	static const char months[][4] = { "Jan", "Feb", "Mar", "Apr", "May",
		"Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec" };
	time_t seconds = (time_t)at;
	struct tm tm = { .tm_mday = 1 };

	gmtime_r(&seconds, &tm);
	snprintf(out, SERVE_HTTP_DATE_BYTES,
	    "%s, %02u %s %04u %02u:%02u:%02u GMT", days[tm.tm_wday],
	    (unsigned)tm.tm_mday % 100, months[tm.tm_mon],
	    (unsigned)(tm.tm_year + 1900) % 10000, (unsigned)tm.tm_hour % 100,
	    (unsigned)tm.tm_min % 100, (unsigned)tm.tm_sec % 100);
}

/* ---- problems ---- */

const char *
serve_reason(int status)
{
	static const struct {
		int status;
		const char *reason;
	} reasons[] = {
		{ 400, "Bad Request" },
		{ 401, "Unauthorized" },
		{ 403, "Forbidden" },
		{ 404, "Not Found" },
		{ 405, "Method Not Allowed" },
		{ 409, "Conflict" },
		{ 410, "Gone" },
		{ 413, "Content Too Large" },
		{ 414, "URI Too Long" },
		{ 415, "Unsupported Media Type" },
		{ 421, "Misdirected Request" },
		{ 422, "Unprocessable Content" },
		{ 429, "Too Many Requests" },
		{ 500, "Internal Server Error" },
		{ 501, "Not Implemented" },
		{ 503, "Service Unavailable" },
	};

	for (size_t i = 0; i < ARRAY_LENGTH(reasons); i++)
		if (reasons[i].status == status)
			return reasons[i].reason;
	return "Error";
}

int
serve_problem(
    struct serve_response *response, int status, const char *format, ...)
{
	va_list ap;

	buf_clear(&response->body);
	buf_clear(&response->problem);
	response->status = status;
	response->content_type = NULL;
	response->no_etag = true;
	response->last_modified_at = DATE_NONE;
	va_start(ap, format);
	buf_vprintf(&response->problem, format, ap);
	va_end(ap);
	return 0;
}

/* A browser prefers HTML; a program that accepts anything gets JSON. A problem
 * under /api/ is always JSON. */
static bool
response_wants_page(const struct serve_request *request)
{
	return !slice_starts(request->path, SLICE("/api/")) &&
	       slice_find_nocase(request->accept, SLICE("text/html"), 0) !=
		   SLICE_NOT_FOUND;
}

static void
response_write_problem_json(struct serve_response *response)
{
	struct json_writer json;

	json_writer_init(&json, &response->body);
	json_write_object(&json, NULL);
	json_write_text(&json, "type", SLICE("about:blank"));
	json_write_text(
	    &json, "title", slice_of(serve_reason(response->status)));
	json_write_int(&json, "status", response->status);
	json_write_text(&json, "detail", buf_slice(&response->problem));
	json_write_end_object(&json);
	buf_append_char(&response->body, '\n');
}

static void
response_write_problem(
    struct serve_response *response, const struct serve_request *request)
{
	buf_clear(&response->body);
	if (response_wants_page(request)) {
		response->content_type = SERVE_TYPE_HTML;
		problem_page_write(response, &response->body,
		    serve_reason(response->status),
		    buf_slice(&response->problem));
	} else {
		response->content_type = SERVE_TYPE_PROBLEM;
		response_write_problem_json(response);
	}
}

/* ---- validators ---- */

/* Removes W/, because If-None-Match uses the weak comparison. */
static struct slice
response_opaque_tag(struct slice tag)
{
	tag = slice_trim(tag);
	return slice_starts(tag, SLICE("W/")) ? slice_sub(tag, 2, tag.len)
					      : tag;
}

static bool
response_etag_matches(struct slice list, const char *etag)
{
	struct slice own = response_opaque_tag(slice_of(etag)), part;

	if (own.len == 0)
		return false;
	while (slice_next(&list, ',', &part)) {
		part = response_opaque_tag(part);
		if (slice_equal(part, SLICE("*")) || slice_equal(part, own))
			return true;
	}
	return false;
}

static bool
response_is_unchanged(
    const struct serve_response *response, const struct serve_request *request)
{
	int64_t since_at;

	if (request->method != SERVE_GET)
		return false;
	if (request->if_none_match.p != NULL)
		return response_etag_matches(
		    request->if_none_match, response->etag);
	return response->last_modified_at != DATE_NONE &&
	       request->if_modified_since.p != NULL &&
	       date_parse_http(
		   slice_trim(request->if_modified_since), &since_at) &&
	       response->last_modified_at <= since_at;
}

void
serve_response_finish(
    struct serve_response *response, const struct serve_request *request)
{
	if (buf_failed(&response->body))
		serve_problem(
		    response, 500, "the response is larger than the limit");
	if (response->status >= 400 && response->problem.len > 0)
		response_write_problem(response, request);
	if (response->status != 200)
		return;
	if (response->etag[0] == '\0' && !response->no_etag)
		serve_response_set_etag(response, buf_slice(&response->body));
	/* The body is not sent, but Content-Length must be its length, or
	 * absent (RFC 9110, section 8.6). */
	if (response_is_unchanged(response, request))
		response->status = 304;
}
