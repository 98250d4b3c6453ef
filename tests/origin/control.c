/*
 * control.c -- requests by which tests control the origin while it runs.
 *
 *     GET  /_origin/log            the log as JSON lines (filter)
 *     GET  /_origin/count          the number of requests (filter)
 *     GET  /_origin/reset          clears the log, and restores counts and
 *                                  scenario
 *     GET  /_origin/forget-log     clears the log only; `when` keeps counting
 *     GET  /_origin/quit           ends the process
 *     GET  /_origin/release        sends all responses that are held
 *     GET  /_origin/stats          connections: open now, the maximum, and all;
 *                                  responses that are held
 *     GET  /_origin/feeds          addresses of the generated feeds
 *     GET  /_origin/truth?path=/article/1/2.html    title, author, lead, date
 *                                  and paragraphs as JSON
 *     GET  /_origin/set?path=/a&status=503&header=Retry-After: 5
 *     GET  /_origin/unset?path=/a
 *     POST /_origin/scenario       routes, in the language of scenarios
 *
 * filter: path=GLOB method=GET status=304 header=NAME address=127.0.0.2
 * since=MS; all given conditions must hold.  In `set`, each name except `path`
 * is a line of the language, together with its value; + and %XX are decoded.
 */
#include <event2/event.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/text/ascii.h"
#include "tests/origin/origin.h"

static void
control_decode(struct slice s, struct buf *out)
{
	for (size_t i = 0; i < s.len; i++) {
		if (s.p[i] == '%' && i + 2 < s.len &&
		    ascii_hex_value(s.p[i + 1]) >= 0 &&
		    ascii_hex_value(s.p[i + 2]) >= 0) {
			buf_append_char(
			    out, (char)(ascii_hex_value(s.p[i + 1]) << 4 |
					ascii_hex_value(s.p[i + 2])));
			i += 2;
		} else {
			buf_append_char(out, s.p[i] == '+' ? ' ' : s.p[i]);
		}
	}
}

/* Writes the decoded value of a parameter to `out`. Returns false if the
 * parameter is absent. */
static bool
control_parameter(const struct request *r, const char *name, struct buf *out)
{
	struct slice rest = r->query, pair, key;

	while (slice_next(&rest, '&', &pair))
		if (slice_next(&pair, '=', &key) &&
		    slice_equal(key, slice_of(name))) {
			control_decode(pair, out);
			return true;
		}
	return false;
}

struct filter {
	struct log_filter log;
	struct buf path, method, header, address;
};

static void
control_filter_init(struct filter *f, const struct request *r)
{
	struct {
		const char *name;
		struct buf *buf;
		struct slice *slice;
	} texts[] = {
		{ "path", &f->path, &f->log.path },
		{ "method", &f->method, &f->log.method },
		{ "header", &f->header, &f->log.header },
		{ "address", &f->address, &f->log.address },
	};
	struct buf number;

	memset(f, 0, sizeof(*f));
	f->log.status = -1;
	for (size_t i = 0; i < ARRAY_LENGTH(texts); i++) {
		buf_init(texts[i].buf, ORIGIN_MAX_HEAD_BYTES);
		if (control_parameter(r, texts[i].name, texts[i].buf))
			*texts[i].slice = buf_slice(texts[i].buf);
	}
	buf_init(&number, 64);
	if (control_parameter(r, "status", &number))
		slice_to_int64(buf_slice(&number), &f->log.status);
	buf_clear(&number);
	if (control_parameter(r, "since", &number))
		slice_to_int64(buf_slice(&number), &f->log.since_ms);
	buf_release(&number);
}

static void
control_filter_release(struct filter *f)
{
	buf_release(&f->path);
	buf_release(&f->method);
	buf_release(&f->header);
	buf_release(&f->address);
}

static void
control_give_log(const struct request *r, struct answer *a)
{
	struct filter f;

	control_filter_init(&f, r);
	log_write(&f.log, &a->text);
	answer_use_text(a);
	control_filter_release(&f);
}

static void
control_give_count(const struct request *r, struct answer *a)
{
	struct filter f;

	control_filter_init(&f, r);
	answer_say(a, 200, "%zu\n", log_count(&f.log));
	control_filter_release(&f);
}

static void
control_reset(const struct request *r, struct answer *a)
{
	(void)r;
	log_forget();
	log_recount();
	scenario_reset();
	answer_say(a, 200, "reset\n");
}

static void
control_forget_log(const struct request *r, struct answer *a)
{
	(void)r;
	log_forget();
	answer_say(a, 200, "forgotten\n");
}

static void
control_quit(const struct request *r, struct answer *a)
{
	struct timeval soon = { 0, 100000 };

	(void)r;
	a->manner.close = true;
	answer_say(a, 200, "bye\n");
	event_base_loopexit(origin.base, &soon);
}

static void
control_give_stats(const struct request *r, struct answer *a)
{
	(void)r;
	/* `open` does not include the connection of this request. */
	answer_say(a, 200,
	    "{\"open\":%zu,\"most\":%zu,\"connections\":%zu,\"held\":%zu,"
	    "\"ms\":%lld}\n",
	    origin.n_open - 1, origin.max_open, origin.n_connections,
	    origin.n_held, (long long)origin_ms());
}

static void
control_give_feeds(const struct request *r, struct answer *a)
{
	generate_list(r, &a->text);
	answer_use_text(a);
}

static void
control_give_truth(const struct request *r, struct answer *a)
{
	struct buf path, revision;
	int64_t n = 0;

	buf_init(&path, ORIGIN_MAX_HEAD_BYTES);
	buf_init(&revision, 64);
	if (control_parameter(r, "revision", &revision))
		slice_to_int64(buf_slice(&revision), &n);
	if (control_parameter(r, "path", &path) &&
	    generate_truth(buf_slice(&path), n, &a->text))
		answer_use_text(a);
	else
		answer_say(a, 404, "No such article.\n");
	buf_release(&path);
	buf_release(&revision);
}

static void
control_read_routes(struct slice text, struct answer *a)
{
	struct buf why;

	buf_init(&why, 4096);
	if (scenario_read(text, origin.root ? origin.root : ".", &why))
		answer_say(a, 200, "taken\n");
	else
		answer_say(a, 400, "%s\n", why.p);
	buf_release(&why);
}

static void
control_set(const struct request *r, struct answer *a)
{
	struct slice rest = r->query, pair, key;
	struct buf text;

	buf_init(&text, ORIGIN_MAX_HEAD_BYTES);
	buf_append_string(&text, "route ");
	if (!control_parameter(r, "path", &text)) {
		answer_say(a, 400, "path=… was expected\n");
		buf_release(&text);
		return;
	}
	while (slice_next(&rest, '&', &pair)) {
		slice_next(&pair, '=', &key);
		if (slice_equal(key, SLICE("path")))
			continue;
		buf_append_char(&text, '\n');
		buf_append_slice(&text, key);
		buf_append_char(&text, ' ');
		control_decode(pair, &text);
	}
	control_read_routes(buf_slice(&text), a);
	buf_release(&text);
}

static void
control_unset(const struct request *r, struct answer *a)
{
	struct buf path;

	buf_init(&path, ORIGIN_MAX_HEAD_BYTES);
	if (control_parameter(r, "path", &path))
		scenario_forget(buf_slice(&path));
	answer_say(a, 200, "unset\n");
	buf_release(&path);
}

static void
control_release(const struct request *r, struct answer *a)
{
	(void)r;
	origin_release_held();
	answer_say(a, 200, "released\n");
}

static void
control_take_scenario(const struct request *r, struct answer *a)
{
	control_read_routes(r->body, a);
}

bool
control_answer(const struct request *r, struct answer *a)
{
	static const struct {
		const char *path;
		void (*answer)(const struct request *, struct answer *);
	} commands[] = {
		{ "/_origin/count", control_give_count },
		{ "/_origin/feeds", control_give_feeds },
		{ "/_origin/forget-log", control_forget_log },
		{ "/_origin/log", control_give_log },
		{ "/_origin/quit", control_quit },
		{ "/_origin/release", control_release },
		{ "/_origin/reset", control_reset },
		{ "/_origin/scenario", control_take_scenario },
		{ "/_origin/set", control_set },
		{ "/_origin/stats", control_give_stats },
		{ "/_origin/truth", control_give_truth },
		{ "/_origin/unset", control_unset },
	};

	if (!slice_starts(r->path, SLICE("/_origin/")))
		return false;
	for (size_t i = 0; i < ARRAY_LENGTH(commands); i++)
		if (slice_equal(r->path, slice_of(commands[i].path))) {
			commands[i].answer(r, a);
			return true;
		}
	answer_say(a, 404, "The origin has no %.*s.\n", SLICE_ARG(r->path));
	return true;
}
