/*
 * scenario_read.c -- parses the scenario language, which scenario.c describes.
 *
 * In:  the text of a scenario. Out: routes, which take effect if the whole text
 * is valid.
 */
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/array.h"
#include "tests/origin/scenario.h"

#define MAX_ROUTES 4096
#define MAX_STEPS  256

struct reader {
	struct slice rest; /* lines that are not read yet */
	int line;
	const char *folder;
	struct buf *why;
	struct route *routes[MAX_ROUTES];
	size_t n_routes;
	struct step *step; /* the step that is being read */
};

__attribute__((format(printf, 2, 3))) static bool
scenario_read_fault(struct reader *rd, const char *format, ...)
{
	va_list ap;

	buf_printf(rd->why, "line %d: ", rd->line);
	va_start(ap, format);
	buf_vprintf(rd->why, format, ap);
	va_end(ap);
	return false;
}

static bool
scenario_read_next_line(struct reader *rd, struct slice *ret)
{
	if (rd->rest.len == 0 || !slice_next(&rd->rest, '\n', ret))
		return false;
	rd->line++;
	return true;
}

/* Reads the lines up to a line with only `end`. */
static bool
scenario_read_here_text(struct reader *rd, struct slice end, struct slice *ret)
{
	const char *begin = rd->rest.p;
	struct slice line;

	while (scenario_read_next_line(rd, &line)) {
		if (!slice_equal(slice_trim(line), end))
			continue;
		ret->len = (size_t)(line.p - begin);
		ret->p = origin_copy((struct slice){ begin, ret->len });
		return true;
	}
	return scenario_read_fault(
	    rd, "the text has no end, %.*s was expected", SLICE_ARG(end));
}

static bool
scenario_read_add_part(
    struct reader *rd, enum part_kind kind, struct slice bytes, int64_t times)
{
	struct step *s = rd->step;

	if (s->n_parts == ORIGIN_MAX_PIECES)
		return scenario_read_fault(
		    rd, "a body of more than %d parts", ORIGIN_MAX_PIECES);
	s->parts[s->n_parts++] = (struct part){ kind, bytes, times };
	return true;
}

static bool
scenario_read_add_filler(struct reader *rd, int64_t bytes)
{
	static const char line[] = "Nothing of note happened on this line, nor "
				   "on any other of them.\n";
	const int64_t len = sizeof(line) - 1;

	return scenario_read_add_part(
		   rd, PART_BYTES, SLICE(line), bytes / len) &&
	       scenario_read_add_part(rd, PART_BYTES,
		   slice_sub(SLICE(line), 0, (size_t)(bytes % len)), 1);
}

static bool
scenario_read_add_file(struct reader *rd, struct slice name)
{
	struct buf path;
	size_t len;
	char *p;

	buf_init(&path, 4096);
	if (!slice_starts(name, SLICE("/")))
		buf_printf(&path, "%s/", rd->folder);
	buf_append_slice(&path, name);
	len = path.len;
	p = buf_detach(&path);
	return scenario_read_add_part(
	    rd, PART_FILE, (struct slice){ p, len }, 1);
}

static bool
scenario_read_body(struct reader *rd, struct slice rest)
{
	struct slice kind = read_word(&rest), text;
	int64_t n;

	if (slice_equal(kind, SLICE("text"))) {
		if (slice_starts(rest, SLICE("<<")))
			return scenario_read_here_text(
				   rd, slice_sub(rest, 2, rest.len), &text) &&
			       scenario_read_add_part(rd, PART_TEXT, text, 1);
		if (read_string(&rest, &text))
			return scenario_read_add_part(rd, PART_TEXT, text, 1);
	} else if (slice_equal(kind, SLICE("file")) && rest.len > 0) {
		return scenario_read_add_file(rd, rest);
	} else if (slice_equal(kind, SLICE("size")) && read_size(rest, &n)) {
		return scenario_read_add_filler(rd, n);
	} else if (slice_equal(kind, SLICE("repeat"))) {
		if (read_string(&rest, &text) && read_size(rest, &n))
			return scenario_read_add_part(rd, PART_BYTES, text, n);
	} else if (slice_equal(kind, SLICE("endless"))) {
		if (read_string(&rest, &text) && text.len > 0)
			return scenario_read_add_part(
			    rd, PART_BYTES, text, PIECE_ENDLESS);
	}
	return scenario_read_fault(rd,
	    "text \"…\", text <<END, file NAME, size 1MiB, "
	    "repeat \"…\" N or endless \"…\" was expected");
}

static bool
scenario_read_raw(struct reader *rd, struct slice rest)
{
	struct slice text;

	rd->step->manner.raw = true;
	if (read_string(&rest, &text))
		return scenario_read_add_part(rd, PART_BYTES, text, 1);
	return scenario_read_body(rd, rest);
}

static bool
scenario_read_status(struct reader *rd, struct slice rest)
{
	struct slice number = read_word(&rest);
	int64_t n;

	if (!slice_to_int64(number, &n) || n < 100 || n > 999)
		return scenario_read_fault(rd, "a status was expected");
	rd->step->status = (int)n;
	rd->step->reason = rest.len > 0 ? origin_copy(rest) : NULL;
	return true;
}

static bool
scenario_read_put_header(
    struct reader *rd, enum line_act act, struct slice rest)
{
	struct step *s = rd->step;
	struct slice name;

	if (!slice_next(&rest, ':', &name) || name.len == 0 ||
	    (rest.p == NULL && act != LINE_DROP))
		return scenario_read_fault(rd, "NAME: VALUE was expected");
	if (s->n_headers == ORIGIN_MAX_HEADERS)
		return scenario_read_fault(
		    rd, "more than %d headers", ORIGIN_MAX_HEADERS);
	if (slice_starts(rest, SLICE(" ")))
		rest = slice_sub(rest, 1, rest.len);
	s->headers[s->n_headers++] =
	    (struct line){ act, origin_copy(slice_trim(name)),
		    { origin_copy(rest), rest.len } };
	return true;
}

static bool
scenario_read_header(struct reader *rd, struct slice rest)
{
	return scenario_read_put_header(rd, LINE_SET, rest);
}

static bool
scenario_read_add(struct reader *rd, struct slice rest)
{
	return scenario_read_put_header(rd, LINE_ADD, rest);
}

static bool
scenario_read_drop(struct reader *rd, struct slice rest)
{
	return scenario_read_put_header(rd, LINE_DROP, rest);
}

static bool
scenario_read_encode(struct reader *rd, struct slice rest)
{
	static const char *const names[] = { "gzip", "deflate", "deflate-raw" };
	struct manner *m = &rd->step->manner;
	struct slice w;

	while ((w = read_word(&rest)).len > 0) {
		size_t i;

		for (i = 0; i < 3 && !slice_equal(w, slice_of(names[i])); i++)
			;
		if (slice_equal(w, SLICE("chunked")))
			m->chunked = true;
		else if (slice_equal(w, SLICE("identity")))
			m->identity = true;
		else if (slice_equal(w, SLICE("silent")))
			m->silent = true;
		else if (i < 3 && m->n_codings < ORIGIN_MAX_CODINGS)
			m->codings[m->n_codings++] = (enum coding)i;
		else
			return scenario_read_fault(rd,
			    "%.*s: gzip, deflate, deflate-raw, "
			    "chunked, identity or silent was expected",
			    SLICE_ARG(w));
	}
	return true;
}

static bool
scenario_read_delay(struct reader *rd, struct slice rest)
{
	struct slice duration = read_word(&rest);
	struct manner *m = &rd->step->manner;
	int64_t ms;

	if (!read_duration_ms(duration, &ms))
		return scenario_read_fault(rd, "a duration was expected");
	if (rest.len == 0 || slice_equal(rest, SLICE("before headers")))
		m->delay_head_ms = ms;
	else if (slice_equal(rest, SLICE("before body")))
		m->delay_body_ms = ms;
	else
		return scenario_read_fault(
		    rd, "before headers or before body was expected");
	return true;
}

static bool
scenario_read_drip(struct reader *rd, struct slice rest)
{
	int64_t n;

	if (slice_ends(rest, SLICE("/s")))
		rest.len -= 2;
	if (!read_size(rest, &n) || n < 1)
		return scenario_read_fault(
		    rd, "10B/s or the like was expected");
	rd->step->manner.drip_bytes_s = n;
	return true;
}

static bool
scenario_read_cut(struct reader *rd, struct slice rest)
{
	int64_t n;

	if (!slice_equal(read_word(&rest), SLICE("after")) ||
	    !read_size(rest, &n))
		return scenario_read_fault(rd, "after N was expected");
	rd->step->manner.cut_after = n;
	return true;
}

static bool
scenario_read_reset(struct reader *rd, struct slice rest)
{
	rd->step->manner.reset = true;
	return scenario_read_cut(rd, rest);
}

static bool
scenario_read_length(struct reader *rd, struct slice rest)
{
	struct manner *m = &rd->step->manner;
	bool none = slice_equal(rest, SLICE("none"));

	/* Negative and too large lengths are allowed, because a scenario may
	 * need a wrong length. */
	if (!none && !slice_to_int64(rest, &m->length))
		return scenario_read_fault(rd, "a number or none was expected");
	m->length_mode = none ? LENGTH_NONE : LENGTH_LIE;
	return true;
}

static bool
scenario_read_redirect(struct reader *rd, struct slice rest)
{
	struct step *s = rd->step;
	struct slice status = read_word(&rest);
	int64_t n;

	if (!slice_to_int64(status, &n) || n < 300 || n > 399 || rest.len == 0)
		return scenario_read_fault(
		    rd, "a status and an address were expected");
	s->status = (int)n;
	if (s->n_headers == ORIGIN_MAX_HEADERS)
		return scenario_read_fault(
		    rd, "more than %d headers", ORIGIN_MAX_HEADERS);
	s->headers[s->n_headers++] =
	    (struct line){ LINE_SET, origin_copy(SLICE("Location")),
		    { origin_copy(rest), rest.len } };
	return true;
}

static bool
scenario_read_count(struct reader *rd, struct slice rest, int64_t *ret)
{
	if (!slice_to_int64(rest, ret) || *ret < 1 || *ret > 100000)
		return scenario_read_fault(rd, "a number was expected");
	return true;
}

static bool
scenario_read_items(struct reader *rd, struct slice rest)
{
	return scenario_read_count(rd, rest, &rd->step->manner.items);
}

static bool
scenario_read_revision(struct reader *rd, struct slice rest)
{
	return scenario_read_count(rd, rest, &rd->step->manner.revision);
}

static bool
scenario_read_revalidate(struct reader *rd, struct slice rest)
{
	(void)rest;
	return rd->step->manner.revalidate = true;
}

static bool
scenario_read_hang(struct reader *rd, struct slice rest)
{
	(void)rest;
	return rd->step->manner.hang = true;
}

static bool
scenario_read_close(struct reader *rd, struct slice rest)
{
	(void)rest;
	return rd->step->manner.close = true;
}

static bool
scenario_read_expand(struct reader *rd, struct slice rest)
{
	(void)rest;
	return rd->step->manner.expand = true;
}

static bool
scenario_read_pass(struct reader *rd, struct slice rest)
{
	(void)rest;
	return rd->step->passes = true;
}

static bool
scenario_read_when(struct reader *rd, struct slice rest)
{
	struct route *route = rd->routes[rd->n_routes - 1];
	struct slice to = rest, from;
	int64_t first, last = INT_MAX;
	struct step *steps;

	slice_next(&to, '-', &from);
	if (slice_ends(from, SLICE("+")))
		from.len--;
	else if (to.p == NULL)
		to = from;
	if (!slice_to_int64(from, &first) || first < 1 ||
	    (to.p != NULL && !slice_to_int64(to, &last)) || last < first ||
	    last > INT_MAX)
		return scenario_read_fault(rd, "N, N+ or N-M was expected");
	if (route->n_steps == MAX_STEPS)
		return scenario_read_fault(rd, "more than %d steps", MAX_STEPS);
	steps = realloc(route->steps, (route->n_steps + 1) * sizeof(*steps));
	if (steps == NULL)
		origin_die("no memory");
	route->steps = steps;
	rd->step = &steps[route->n_steps++];
	*rd->step = steps[0];
	rd->step->from = (int)first;
	rd->step->to = (int)last;
	return true;
}

static bool
scenario_read_route(struct reader *rd, struct slice rest)
{
	struct route *route;

	if (!slice_starts(rest, SLICE("/")) ||
	    (slice_starts(rest, SLICE("//")) &&
		slice_find_char(rest, '/', 2) == SLICE_NOT_FOUND))
		return scenario_read_fault(
		    rd, "/PATH or //ADDRESS/PATH was expected");
	if (rd->n_routes == MAX_ROUTES)
		return scenario_read_fault(
		    rd, "more than %d routes", MAX_ROUTES);
	route = calloc(1, sizeof(*route));
	if (route == NULL ||
	    (route->steps = calloc(1, sizeof(*route->steps))) == NULL)
		origin_die("no memory");
	route->path = origin_copy(rest);
	route->n_steps = 1;
	rd->routes[rd->n_routes++] = route;
	rd->step = &route->steps[0];
	rd->step->manner.cut_after = -1;
	return true;
}

static bool
scenario_read_hold(struct reader *rd, struct slice rest)
{
	(void)rest;
	return rd->step->manner.hold = true;
}

static const struct {
	const char *name;
	bool (*read)(struct reader *, struct slice rest);
} directives[] = {
	{ "add", scenario_read_add },
	{ "body", scenario_read_body },
	{ "close", scenario_read_close },
	{ "cut", scenario_read_cut },
	{ "delay", scenario_read_delay },
	{ "drip", scenario_read_drip },
	{ "drop", scenario_read_drop },
	{ "encode", scenario_read_encode },
	{ "expand", scenario_read_expand },
	{ "hang", scenario_read_hang },
	{ "header", scenario_read_header },
	{ "hold", scenario_read_hold },
	{ "items", scenario_read_items },
	{ "length", scenario_read_length },
	{ "pass", scenario_read_pass },
	{ "raw", scenario_read_raw },
	{ "redirect", scenario_read_redirect },
	{ "reset", scenario_read_reset },
	{ "revalidate", scenario_read_revalidate },
	{ "revision", scenario_read_revision },
	{ "status", scenario_read_status },
	{ "when", scenario_read_when },
};

static bool
scenario_read_line(struct reader *rd, struct slice line)
{
	struct slice name = read_word(&line);

	if (name.len == 0 || name.p[0] == '#')
		return true;
	if (slice_equal(name, SLICE("route")))
		return scenario_read_route(rd, line);
	if (rd->step == NULL)
		return scenario_read_fault(
		    rd, "%.*s: route was expected first", SLICE_ARG(name));
	for (size_t i = 0; i < ARRAY_LENGTH(directives); i++)
		if (slice_equal(name, slice_of(directives[i].name)))
			return directives[i].read(rd, line);
	return scenario_read_fault(rd, "%.*s is not known", SLICE_ARG(name));
}

bool
scenario_read(struct slice text, const char *folder, struct buf *why)
{
	struct reader *rd = calloc(1, sizeof(*rd));
	struct slice line;
	bool good = true;

	if (rd == NULL)
		origin_die("no memory");
	rd->rest = text;
	rd->folder = folder;
	rd->why = why;
	while (good && scenario_read_next_line(rd, &line))
		good = scenario_read_line(rd, line);
	for (size_t i = 0; i < rd->n_routes; i++)
		scenario_put(rd->routes[i], good);
	free(rd);
	return good;
}
