/*
 * answer.c -- determines the response to a request and its header.
 *
 * In:  a request. Out: status, headers, pieces of the body, and the manner of
 * sending.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/array.h"
#include "tests/origin/origin.h"

void
answer_init(struct answer *a)
{
	memset(a, 0, sizeof(*a));
	a->status = 200;
	a->manner.cut_after = -1;
	buf_init(&a->headers, 1024 * 1024);
	buf_init(&a->text, ORIGIN_MAX_BODY_BYTES);
}

void
answer_release(struct answer *a)
{
	buf_release(&a->headers);
	buf_release(&a->text);
}

/* Finds "name: value\r\n" in the headers; returns false if it is absent. */
static bool
answer_find_header(const struct answer *a, struct slice name, size_t *ret_at,
    size_t *ret_end, struct slice *ret_value)
{
	struct slice all = buf_slice(&a->headers);
	size_t at = 0;

	while (at < all.len) {
		size_t end = slice_find(all, SLICE("\r\n"), at) + 2;
		struct slice line = slice_sub(all, at, end - 2);

		if (line.len > name.len + 1 && line.p[name.len] == ':' &&
		    slice_equal_nocase(slice_sub(line, 0, name.len), name)) {
			*ret_at = at;
			*ret_end = end;
			*ret_value = slice_sub(line, name.len + 2, line.len);
			return true;
		}
		at = end;
	}
	return false;
}

struct slice
answer_header(const struct answer *a, const char *name)
{
	struct slice value;
	size_t at, end;

	if (!answer_find_header(a, slice_of(name), &at, &end, &value))
		return SLICE_NONE;
	return value;
}

bool
answer_has_header(const struct answer *a, const char *name)
{
	return answer_header(a, name).p != NULL;
}

void
answer_drop_header(struct answer *a, struct slice name)
{
	struct slice value;
	size_t at, end;

	while (answer_find_header(a, name, &at, &end, &value)) {
		memmove(a->headers.p + at, a->headers.p + end,
		    a->headers.len - end);
		a->headers.len -= end - at;
		a->headers.p[a->headers.len] = '\0';
	}
}

void
answer_add_header(struct answer *a, struct slice name, struct slice value)
{
	buf_append_slice(&a->headers, name);
	buf_append_string(&a->headers, ": ");
	buf_append_slice(&a->headers, value);
	buf_append_string(&a->headers, "\r\n");
	if (buf_failed(&a->headers))
		origin_die("headers of over 1 MiB");
}

void
answer_set_header(struct answer *a, const char *name, struct slice value)
{
	answer_drop_header(a, slice_of(name));
	answer_add_header(a, slice_of(name), value);
}

void
answer_add_piece(struct answer *a, struct slice bytes, int64_t times)
{
	if (a->n_pieces == ORIGIN_MAX_PIECES)
		origin_die("more than %d pieces in a body", ORIGIN_MAX_PIECES);
	a->pieces[a->n_pieces++] = (struct piece){ bytes, times };
}

void
answer_use_text(struct answer *a)
{
	if (buf_failed(&a->text))
		origin_die("a body of over %d bytes", ORIGIN_MAX_BODY_BYTES);
	a->n_pieces = 0;
	answer_add_piece(a, buf_slice(&a->text), 1);
}

void
answer_say(struct answer *a, int status, const char *format, ...)
{
	va_list ap;

	a->status = status;
	buf_clear(&a->text);
	va_start(ap, format);
	buf_vprintf(&a->text, format, ap);
	va_end(ap);
	answer_set_header(
	    a, "Content-Type", SLICE("text/plain; charset=utf-8"));
	answer_use_text(a);
}

int64_t
answer_body_bytes(const struct answer *a)
{
	int64_t bytes = 0;

	for (size_t i = 0; i < a->n_pieces; i++) {
		if (a->pieces[i].times == PIECE_ENDLESS)
			return PIECE_ENDLESS;
		bytes += (int64_t)a->pieces[i].bytes.len * a->pieces[i].times;
	}
	return bytes;
}

static const char *
answer_reason_phrase(int status)
{
	static const struct {
		int status;
		const char *reason;
	} phrases[] = {
		{ 200, "OK" },
		{ 204, "No Content" },
		{ 206, "Partial Content" },
		{ 226, "IM Used" },
		{ 301, "Moved Permanently" },
		{ 302, "Found" },
		{ 303, "See Other" },
		{ 304, "Not Modified" },
		{ 307, "Temporary Redirect" },
		{ 308, "Permanent Redirect" },
		{ 400, "Bad Request" },
		{ 401, "Unauthorized" },
		{ 402, "Payment Required" },
		{ 403, "Forbidden" },
		{ 404, "Not Found" },
		{ 410, "Gone" },
		{ 429, "Too Many Requests" },
		{ 451, "Unavailable" },
		{ 500, "Internal Server Error" },
		{ 502, "Bad Gateway" },
		{ 503, "Service Unavailable" },
		{ 504, "Gateway Timeout" },
	};

	for (size_t i = 0; i < ARRAY_LENGTH(phrases); i++)
		if (phrases[i].status == status)
			return phrases[i].reason;
	return "Status";
}

bool
answer_closes(const struct answer *a, const struct request *r)
{
	const struct manner *m = &a->manner;

	return m->raw || m->close || !r->keep_alive ||
	       m->length_mode != LENGTH_TRUE ||
	       (!m->chunked && answer_body_bytes(a) == PIECE_ENDLESS);
}

void
answer_write_head(
    const struct answer *a, const struct request *r, struct buf *out)
{
	const struct manner *m = &a->manner;
	int64_t bytes = answer_body_bytes(a);

	buf_printf(out, "HTTP/1.1 %d %s\r\n", a->status,
	    a->reason ? a->reason : answer_reason_phrase(a->status));
	if (!answer_has_header(a, "Date")) {
		buf_append_string(out, "Date: ");
		write_http_date(out, origin_now());
		buf_append_string(out, "\r\n");
	}
	buf_append_slice(out, buf_slice(&a->headers));
	if (a->status == 304 || a->status == 204)
		;
	else if (m->chunked)
		buf_append_string(out, "Transfer-Encoding: chunked\r\n");
	else if (m->length_mode == LENGTH_LIE)
		buf_printf(
		    out, "Content-Length: %lld\r\n", (long long)m->length);
	else if (m->length_mode == LENGTH_TRUE && bytes != PIECE_ENDLESS)
		buf_printf(out, "Content-Length: %lld\r\n", (long long)bytes);
	if (answer_closes(a, r))
		buf_append_string(out, "Connection: close\r\n");
	buf_append_string(out, "\r\n");
}

/* ---- changes of the response by the manner ---- */

static bool
answer_accepts_gzip(const struct request *r)
{
	struct slice accepted = request_header(r, "Accept-Encoding"), part;

	while (slice_next(&accepted, ',', &part)) {
		struct slice coding;

		slice_next(&part, ';', &coding);
		if (slice_equal_nocase(slice_trim(coding), SLICE("gzip")) &&
		    slice_find_nocase(part, SLICE("q=0"), 0) == SLICE_NOT_FOUND)
			return true;
	}
	return false;
}

/* Selects gzip for a built-in page of 200 bytes or more, with an ETag of its
 * own, if the request accepts gzip. */
static void
answer_negotiate(const struct request *r, struct answer *a)
{
	struct slice tag = answer_header(a, "ETag");
	struct buf variant;

	if (a->status != 200 || tag.len < 2)
		return;
	answer_set_header(a, "Vary", SLICE("Accept-Encoding"));
	if (!answer_accepts_gzip(r) || answer_body_bytes(a) < 200)
		return;
	a->manner.codings[a->manner.n_codings++] = CODING_GZIP;
	tag = answer_header(a, "ETag");
	buf_init(&variant, 1024);
	buf_append_slice(&variant, slice_sub(tag, 0, tag.len - 1));
	buf_append_string(&variant, "-gz\"");
	answer_set_header(a, "ETag", buf_slice(&variant));
	buf_release(&variant);
}

static void
answer_flatten(struct answer *a, struct buf *ret)
{
	for (size_t i = 0; i < a->n_pieces; i++)
		for (int64_t n = 0; n < a->pieces[i].times; n++) {
			buf_append_slice(ret, a->pieces[i].bytes);
			if (buf_failed(ret))
				origin_die("an endless body, or one of over "
					   "%d bytes, cannot be encoded",
				    ORIGIN_MAX_BODY_BYTES);
		}
}

static void
answer_encode_body(struct answer *a)
{
	static const char *const names[] = { "gzip", "deflate", "deflate" };
	const struct manner *m = &a->manner;
	struct buf label, from, to;

	if (m->n_codings == 0)
		return;
	buf_init(&label, 1024);
	buf_init(&from, ORIGIN_MAX_BODY_BYTES);
	answer_flatten(a, &from);
	for (size_t i = 0; i < m->n_codings; i++) {
		buf_init(&to, ORIGIN_MAX_BODY_BYTES);
		encode(buf_slice(&from), m->codings[i], &to);
		buf_release(&from);
		from = to;
		buf_printf(
		    &label, "%s%s", i > 0 ? ", " : "", names[m->codings[i]]);
	}
	buf_release(&a->text);
	a->text = from;
	answer_use_text(a);
	if (!m->silent)
		answer_set_header(a, "Content-Encoding", buf_slice(&label));
	buf_release(&label);
}

/* Validators are opaque: they are only compared for equality. */
static bool
answer_is_unchanged(const struct request *r, const struct answer *a)
{
	struct slice asked = request_header(r, "If-None-Match");

	if (asked.p != NULL)
		return slice_equal(asked, SLICE("*")) ||
		       (asked.len > 0 &&
			   slice_equal(
			       asked, slice_trim(answer_header(a, "ETag"))));
	asked = request_header(r, "If-Modified-Since");
	return asked.len > 0 && slice_equal(asked, slice_trim(answer_header(
						       a, "Last-Modified")));
}

static void
answer_revalidate(const struct request *r, struct answer *a)
{
	if (!a->manner.revalidate || a->status != 200 ||
	    !answer_is_unchanged(r, a))
		return;
	a->status = 304;
	a->reason = NULL;
	a->n_pieces = 0;
	a->manner.n_codings = 0;
	a->manner.chunked = false;
	a->manner.length_mode = LENGTH_TRUE;
	a->manner.cut_after = -1;
	answer_drop_header(a, SLICE("Content-Type"));
}

static void
answer_page(const struct request *r, const struct manner *m, struct answer *a)
{
	if (!generate_answer(r, m, a) && !file_answer(r, a))
		answer_say(
		    a, 404, "There is no %.*s here.\n", SLICE_ARG(r->path));
	if (a->status == 200)
		a->manner.revalidate = true;
	answer_negotiate(r, a);
}

void
answer_request(struct request *r, struct answer *a)
{
	const struct step *step;

	if (control_answer(r, a))
		return;
	r->number = log_next_number(r->target);
	step = scenario_find(r);
	if (step == NULL || step_passes(step))
		answer_page(r, step ? step_manner(step) : NULL, a);
	if (step != NULL)
		step_apply(step, r, a);
	answer_revalidate(r, a);
	answer_encode_body(a);
}
