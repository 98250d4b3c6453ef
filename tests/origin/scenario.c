/*
 * scenario.c -- selects the step of a scenario that answers a request, and
 * applies it to the response.  scenario_read.c reads the language:
 *
 *     # a comment
 *     route /feed.xml             * matches any bytes; also with an address:
 *                                 //127.0.0.2/robots.txt
 *       header X-All: yes         before the first `when`: for every step
 *       when 1                    the 1st request to its target; 2-5, 6+
 *       status 200 [REASON]
 *       header ETag: "abc"        replaces the header of this name; ${…} as in
 *                                 expand.c; other bytes are sent unchanged
 *       add Set-Cookie: a=b       adds a header; others of this name stay
 *       drop Last-Modified        removes a header
 *       body text "…" | text <<END … END | file NAME | size 10MiB
 *            | repeat "x" 1000 | endless "x"      several are concatenated
 *       encode gzip deflate deflate-raw chunked   in this order; `silent`
 *                                 leaves Content-Encoding out; with pass,
 *                                 `identity` disables compression
 *       delay 500ms before headers|body
 *       drip 10B/s                sends slowly
 *       cut after 100             closes after this number of encoded bytes of
 *                                 the body
 *       reset after 100           the same, with a RST
 *       length 99999 | none       a wrong Content-Length, or none
 *       revalidate                304 if If-None-Match, else
 *                                 If-Modified-Since, has the value that this
 *                                 step sends
 *       hang                      never answers
 *       hold                      answers after /_origin/release
 *       close                     closes the connection after the response
 *       redirect 301 /other
 *       raw "…"                   like body, but no head is sent
 *       pass                      the built-in page (file, generated), changed
 *                                 by the other lines of the step
 *       expand                    with pass: replaces ${…} in that page, too
 *       items 25                  with pass: a generated feed of 25 items
 *       revision 2                with pass: another text of an article
 *
 * The first step that matches is used.  If no step matches, the lines before
 * the first `when` are used as a step.  If several routes match, the one with
 * the most exact path is used, and of equal ones the newest.
 */
#include "tests/origin/scenario.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static struct route *routes, *retired;
static const char *scenario_path;

bool
step_passes(const struct step *s)
{
	return s->passes;
}

const struct manner *
step_manner(const struct step *s)
{
	return &s->manner;
}

/* A route is retired and not freed, because a connection may still be sending
 * from it. */
static void
scenario_retire(struct route **at)
{
	struct route *r = *at;

	*at = r->next;
	r->next = retired;
	retired = r;
}

void
scenario_forget(struct slice path)
{
	struct route **at = &routes;

	while (*at != NULL) {
		if (slice_equal(slice_of((*at)->path), path))
			scenario_retire(at);
		else
			at = &(*at)->next;
	}
}

void
scenario_put(struct route *r, bool in_force)
{
	struct route **list = in_force ? &routes : &retired;

	if (in_force)
		scenario_forget(slice_of(r->path));
	r->next = *list;
	*list = r;
}

void
scenario_reset(void)
{
	struct buf why;

	while (routes != NULL)
		scenario_retire(&routes);
	buf_init(&why, 4096);
	if (scenario_path != NULL && !scenario_load(scenario_path, &why))
		origin_die("%s", why.p);
	buf_release(&why);
}

void
read_file(const char *path, struct buf *ret)
{
	char bytes[65536];
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n;

	if (fd < 0)
		origin_die("%s: %m", path);
	while ((n = read(fd, bytes, sizeof(bytes))) > 0)
		buf_append(ret, bytes, (size_t)n);
	if (n < 0 || buf_failed(ret))
		origin_die("%s: cannot be read", path);
	close(fd);
}

bool
scenario_load(const char *path, struct buf *why)
{
	struct buf text;
	char *folder = origin_copy(slice_of(path)), *slash;
	bool good;

	scenario_path = path;
	slash = strrchr(folder, '/');
	if (slash != NULL)
		*slash = '\0';
	buf_init(&text, ORIGIN_MAX_BODY_BYTES);
	read_file(path, &text);
	good = scenario_read(buf_slice(&text), slash ? folder : ".", why);
	buf_release(&text);
	free(folder);
	return good;
}

/* ---- selecting the step ---- */

enum fit { FIT_NONE, FIT_GLOB, FIT_PATH, FIT_TARGET };

static enum fit
scenario_route_fits(const struct route *route, const struct request *r)
{
	struct slice path = slice_of(route->path);

	if (slice_starts(path, SLICE("//"))) {
		size_t slash = slice_find_char(path, '/', 2);

		if (!slice_equal(slice_sub(path, 2, slash), r->address))
			return FIT_NONE;
		path = slice_sub(path, slash, path.len);
	}
	if (slice_equal(path, r->target))
		return FIT_TARGET;
	if (slice_equal(path, r->path))
		return FIT_PATH;
	return glob_matches(path, r->target) ? FIT_GLOB : FIT_NONE;
}

const struct step *
scenario_find(const struct request *r)
{
	const struct route *best = NULL;
	enum fit best_fit = FIT_NONE;

	for (const struct route *one = routes; one != NULL; one = one->next) {
		enum fit fit = scenario_route_fits(one, r);

		if (fit > best_fit) {
			best = one;
			best_fit = fit;
		}
	}
	if (best == NULL)
		return NULL;
	for (size_t i = 1; i < best->n_steps; i++)
		if (r->number >= best->steps[i].from &&
		    r->number <= best->steps[i].to)
			return &best->steps[i];
	return &best->steps[0];
}

/* ---- applying the step ---- */

/* All text is written before the pieces point into the buffer, because the
 * buffer moves when it grows. */
static void
scenario_apply_pieces(
    const struct step *s, const struct request *r, struct answer *a)
{
	size_t begin[ORIGIN_MAX_PIECES], end[ORIGIN_MAX_PIECES];

	buf_clear(&a->text);
	for (size_t i = 0; i < s->n_parts; i++) {
		const struct part *part = &s->parts[i];

		begin[i] = a->text.len;
		if (part->kind == PART_TEXT)
			expand(part->bytes, r, &a->text);
		else if (part->kind == PART_FILE)
			read_file(part->bytes.p, &a->text);
		end[i] = a->text.len;
	}
	if (buf_failed(&a->text))
		origin_die("a body of over %d bytes", ORIGIN_MAX_BODY_BYTES);
	a->n_pieces = 0;
	for (size_t i = 0; i < s->n_parts; i++) {
		const struct part *part = &s->parts[i];

		answer_add_piece(a,
		    part->kind == PART_BYTES
			? part->bytes
			: slice_sub(buf_slice(&a->text), begin[i], end[i]),
		    part->times);
	}
}

static void
scenario_apply_expand(const struct request *r, struct answer *a)
{
	struct buf text;

	buf_init(&text, ORIGIN_MAX_BODY_BYTES);
	expand(buf_slice(&a->text), r, &text);
	buf_release(&a->text);
	a->text = text;
	answer_use_text(a);
}

static void
scenario_apply_headers(
    const struct step *s, const struct request *r, struct answer *a)
{
	struct buf value;

	for (size_t i = 0; i < s->n_headers; i++) {
		const struct line *line = &s->headers[i];

		if (line->act != LINE_ADD)
			answer_drop_header(a, slice_of(line->name));
		if (line->act == LINE_DROP)
			continue;
		buf_init(&value, ORIGIN_MAX_BODY_BYTES);
		expand(line->value, r, &value);
		answer_add_header(a, slice_of(line->name), buf_slice(&value));
		buf_release(&value);
	}
}

/* A step with `pass` keeps the revalidation of the built-in page, and its
 * content codings if the step sets none and has no `identity`. */
static void
scenario_apply_manner(const struct step *s, struct answer *a)
{
	struct manner built_in = a->manner;

	a->manner = s->manner;
	if (!s->passes)
		return;
	a->manner.revalidate |= built_in.revalidate;
	if (s->manner.n_codings == 0 && !s->manner.identity) {
		a->manner.n_codings = built_in.n_codings;
		memcpy(a->manner.codings, built_in.codings,
		    sizeof(built_in.codings));
	}
}

void
step_apply(const struct step *s, const struct request *r, struct answer *a)
{
	if (s->status != 0) {
		a->status = s->status;
		a->reason = s->reason;
	}
	scenario_apply_manner(s, a);
	if (s->n_parts > 0)
		scenario_apply_pieces(s, r, a);
	else if (s->passes && s->manner.expand)
		scenario_apply_expand(r, a);
	else if (!s->passes && a->status >= 300 && a->status != 304)
		answer_say(a, a->status, "%d\n", a->status);
	scenario_apply_headers(s, r, a);
}
