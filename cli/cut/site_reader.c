/*
 * site_reader.c -- parses feeds, pages and robots.txt in a separate process.
 *
 * A request consists of its kind and the document. An answer consists of
 * fixed-width numbers and texts (worker/message/wire.h). Addresses are
 * validated by candidates_add(), and an answer with a number outside its range
 * is rejected. A compromised process can therefore only return wrong addresses.
 * A hostile document could name the same addresses.
 */
#include "cli/cut/site_reader.h"

#include <stdlib.h>

#include "base/table.h"
#include "cli/cut/isolated.h"
#include "crawler/robots.h"
#include "url/url.h"
#include "worker/message/wire.h"

#define ARENA_BYTES  (32 * MIB)
#define ROBOTS_BYTES (4 * LIMIT_ROBOTS_BYTES)
/* Largest size of a question: a document of at most 64 MiB (fetch.feed_bytes),
 * and its address. */
#define QUESTION_BYTES (80 * MIB)
#define ANSWER_BYTES   (4 * MIB)
/* An item with at least this text contains a full article, not only a teaser.
 */
#define FULL_TEXT_BYTES 1200
#define ITEMS_COMPARED  64 /* number of items of a feed that are hashed */
/* All processes are started before the command reads any secret. A process that
 * is forked later would have the secret in its memory, and could return it as a
 * part of an address that the command then requests. */
#define READERS 3

enum question_kind {
	ASK_FEED,
	ASK_PAGE,
	ASK_SITEMAPS,
	ASK_RULES,
	QUESTION_KIND_COUNT
};

struct question {
	enum question_kind kind;
	struct slice url, content_type, bytes;
};

/* ---- in the sandboxed process: feeds ---- */

/* State of the reading process. */
struct reading {
	struct arena arena;
	jmp_buf exhausted;
};

static int64_t
site_reader_date_of(const struct feed_entry *e)
{
	return e->published_at != DATE_NONE ? e->published_at : e->updated_at;
}

/* The hash does not depend on the order of the items. */
static uint64_t
site_reader_hash_items(struct arena *arena, const struct feed *feed)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < feed->n_entries && i < ITEMS_COMPARED; i++) {
		const struct feed_entry *e = &feed->entries[i];
		struct slice key = SLICE_NONE;

		if (e->link.len == 0 || !url_key(arena, e->link, &key))
			key = e->id.len > 0 ? e->id : e->title;
		sum += hash_stable(key);
	}
	return sum;
}

static void
site_reader_measure(
    struct arena *arena, const struct feed *feed, struct feed_measures *ret)
{
	size_t n_full = 0;

	*ret = (struct feed_measures){ .format = feed->format,
		.title = feed->title,
		.why = feed->why,
		.new_url = feed->new_url,
		.newest_at = DATE_NONE };
	for (size_t i = 0; i < feed->n_entries; i++) {
		const struct feed_entry *e = &feed->entries[i];

		n_full += e->text.len >= FULL_TEXT_BYTES;
		if (site_reader_date_of(e) > ret->newest_at)
			ret->newest_at = site_reader_date_of(e);
	}
	ret->n_items = feed->n_entries;
	if (feed->n_entries > 0) {
		ret->full_share = (double)n_full / (double)feed->n_entries;
		ret->items_hash = site_reader_hash_items(arena, feed);
	}
}

static void
site_reader_put_measures(struct buf *out, const struct feed_measures *m)
{
	wire_put_u8(out, (uint8_t)m->format);
	wire_put_slice(out, m->title);
	wire_put_slice(out, m->why);
	wire_put_slice(out, m->new_url);
	wire_put_u32(out, (uint32_t)m->n_items);
	wire_put_i64(out, m->newest_at);
	wire_put_double(out, m->full_share);
	wire_put_i64(out, (int64_t)m->items_hash);
}

static void
site_reader_answer_feed(struct reading *reading,
    const struct reader_tools *tools, const struct question *q, struct buf *out)
{
	const struct feed_input in = { .bytes = q->bytes,
		.content_type = q->content_type,
		.base_url = q->url,
		.charsets = tools->charsets };
	struct feed_measures measures = { .why = SLICE("too large to be read"),
		.newest_at = DATE_NONE };
	struct feed feed;

	reading->arena.cap_bytes = feed_arena_bytes(in.bytes);
	if (feed_read(&reading->arena, &in, &feed, NULL) == 0) {
		reading->arena.exhausted = &reading->exhausted;
		site_reader_measure(&reading->arena, &feed, &measures);
	}
	site_reader_put_measures(out, &measures);
}

/* ---- in the sandboxed process: addresses and robots.txt ---- */

static void
site_reader_put_candidates(struct buf *out, const struct candidates *c)
{
	wire_put_u32(out, (uint32_t)c->n);
	for (size_t i = 0; i < c->n; i++) {
		wire_put_slice(out, c->items[i].url);
		wire_put_slice(out, c->items[i].title);
		wire_put_u8(out, (uint8_t)c->items[i].source);
	}
}

static void
site_reader_answer_page(struct reading *reading,
    const struct reader_tools *tools, const struct question *q, struct buf *out)
{
	struct candidates c = { .n = 0 };

	(void)tools;
	discover_page(&reading->arena, q->bytes, q->url, &c);
	site_reader_put_candidates(out, &c);
}

static void
site_reader_answer_sitemaps(struct reading *reading,
    const struct reader_tools *tools, const struct question *q, struct buf *out)
{
	struct candidates c = { .n = 0 };

	(void)tools;
	discover_robots(&reading->arena, q->bytes, q->url, &c);
	site_reader_put_candidates(out, &c);
}

static void
site_reader_answer_rules(struct reading *reading,
    const struct reader_tools *tools, const struct question *q, struct buf *out)
{
	struct buf text;

	(void)tools;
	buf_init(&text, ROBOTS_BYTES);
	robots_reduce(&reading->arena, q->bytes, SLICE("gleaner"), &text);
	wire_put_slice(out, buf_failed(&text) ? SLICE("") : buf_slice(&text));
	buf_carry_failure(out, &text);
	buf_release(&text);
}

static void (*const answers[QUESTION_KIND_COUNT])(struct reading *,
    const struct reader_tools *, const struct question *, struct buf *) = {
	[ASK_FEED] = site_reader_answer_feed,
	[ASK_PAGE] = site_reader_answer_page,
	[ASK_SITEMAPS] = site_reader_answer_sitemaps,
	[ASK_RULES] = site_reader_answer_rules,
};

/* An empty answer means that the result exceeded its limit. */
static void
site_reader_answer(const struct reader_tools *tools, struct slice frame,
    struct buf *out, void *arg)
{
	struct reading *reading = arg;
	struct question q;
	struct wire_reader r;

	wire_read_init(&r, frame);
	q.kind = (enum question_kind)wire_read_u8(&r);
	q.url = wire_read_bytes(&r);
	q.content_type = wire_read_bytes(&r);
	q.bytes = wire_read_bytes(&r);
	arena_init(&reading->arena, ARENA_BYTES);
	reading->arena.exhausted = &reading->exhausted;
	if (setjmp(reading->exhausted) == 0)
		answers[q.kind](reading, tools, &q, out);
	else
		buf_clear(out);
	arena_release(&reading->arena);
}

/* ---- in the command ---- */

struct site_reader {
	struct reader_options order;
	struct reader readers[READERS];
	int used; /* index of the first process that has not ended */
	struct reading reading; /* only the copy in the child process is used */
	struct buf question;
};

struct site_reader *
site_reader_new(struct cli *cli)
{
	struct site_reader *s = calloc(1, sizeof(*s));
	struct err e = ERR_INIT;
	int code;

	if (s == NULL) {
		cli_fail(cli, "out of memory");
		return NULL;
	}
	s->order = (struct reader_options){ .answer = site_reader_answer,
		.arg = &s->reading,
		.memory_bytes = LIMIT_READER_MEMORY,
		.question_bytes = QUESTION_BYTES,
		.answer_bytes = ANSWER_BYTES,
		.deadline_ms = LIMIT_READER_WALL_MS,
		.keep_fd = -1 };
	buf_init(&s->question, QUESTION_BYTES);
	code = isolated_start(cli, &s->readers[0], &s->order);
	for (int i = 1; i < READERS && code == CLI_OK; i++)
		if (reader_start(&s->readers[i], &s->order, &e) != 0)
			code = cli_fail_err(cli, &e);
	if (code == CLI_OK)
		return s;
	site_reader_free(s);
	return NULL;
}

void
site_reader_free(struct site_reader *s)
{
	if (s == NULL)
		return;
	for (int i = 0; i < READERS; i++)
		reader_stop(&s->readers[i]);
	buf_release(&s->question);
	free(s);
}

/* Sends the question and waits for the answer. Returns false, with the reason
 * in *ret_why, if there is no answer. */
static bool
site_reader_ask(struct site_reader *s, const struct question *q,
    struct wire_reader *ret, struct slice *ret_why)
{
	struct reader *reader = &s->readers[s->used];
	struct slice frame;

	*ret_why = SLICE("no reader process is left");
	if (s->used == READERS)
		return false;
	buf_clear(&s->question);
	wire_put_u8(&s->question, (uint8_t)q->kind);
	wire_put_slice(&s->question, q->url);
	wire_put_slice(&s->question, q->content_type);
	wire_put_slice(&s->question, q->bytes);
	*ret_why = SLICE("too large to be read");
	if (buf_failed(&s->question))
		return false;
	if (!reader_ask(reader, buf_slice(&s->question)) ||
	    !reader_wait(reader, &frame)) {
		*ret_why = slice_of(reader->why);
		s->used++;
		return false;
	}
	wire_read_init(ret, frame);
	return frame.len > 0;
}

/* Called if the answer was invalid: the process is not used again. */
static bool
site_reader_distrust(struct site_reader *s, struct slice *ret_why)
{
	reader_stop(&s->readers[s->used++]);
	*ret_why = SLICE("the reader process sent an invalid answer");
	return false;
}

bool
site_reader_feed(struct site_reader *s, struct slice bytes,
    struct slice content_type, struct slice url, struct feed_measures *ret)
{
	const struct question q = { ASK_FEED, url, content_type, bytes };
	struct feed_measures m = { .newest_at = DATE_NONE };
	struct wire_reader r;

	*ret = m;
	if (!site_reader_ask(s, &q, &r, &ret->why))
		return false;
	m.format = (enum feed_format)wire_read_u8(&r);
	m.title = wire_read_text(&r);
	m.why = wire_read_text(&r);
	m.new_url = wire_read_text(&r);
	m.n_items = wire_read_u32(&r);
	m.newest_at = wire_read_i64(&r);
	m.full_share = wire_read_double(&r);
	m.items_hash = (uint64_t)wire_read_i64(&r);
	if (!wire_read_end(&r) || m.format >= FEED_FORMAT_COUNT ||
	    m.n_items > LIMIT_FEED_ENTRIES ||
	    !(m.full_share >= 0 && m.full_share <= 1))
		return site_reader_distrust(s, &ret->why);
	*ret = m;
	return true;
}

static bool
site_reader_ask_candidates(struct site_reader *s, const struct question *q,
    struct arena *arena, struct candidates *c, struct slice *ret_why)
{
	struct wire_reader r;
	size_t n;

	if (!site_reader_ask(s, q, &r, ret_why))
		return false;
	n = wire_read_count(&r, LIMIT_CANDIDATES, 1);
	for (size_t i = 0; i < n; i++) {
		struct slice url = wire_read_text(&r);
		struct slice title = wire_read_text(&r);
		uint8_t source = wire_read_u8(&r);

		if (r.failed || source >= CANDIDATE_SOURCE_COUNT)
			return site_reader_distrust(s, ret_why);
		candidates_add(arena, c, SLICE_NONE, url,
		    arena_copy(arena, title), (enum candidate_source)source);
	}
	return wire_read_end(&r) || site_reader_distrust(s, ret_why);
}

bool
site_reader_page(struct site_reader *s, struct arena *arena, struct slice bytes,
    struct slice url, struct candidates *c, struct slice *ret_why)
{
	const struct question q = { ASK_PAGE, url, SLICE_NONE, bytes };

	return site_reader_ask_candidates(s, &q, arena, c, ret_why);
}

bool
site_reader_sitemaps(struct site_reader *s, struct arena *arena,
    struct slice bytes, struct slice url, struct candidates *c,
    struct slice *ret_why)
{
	const struct question q = { ASK_SITEMAPS, url, SLICE_NONE, bytes };

	return site_reader_ask_candidates(s, &q, arena, c, ret_why);
}

bool
site_reader_rules(struct site_reader *s, struct slice bytes, struct slice *ret)
{
	const struct question q = { ASK_RULES, SLICE_NONE, SLICE_NONE, bytes };
	struct slice why, text;
	struct wire_reader r;

	if (!site_reader_ask(s, &q, &r, &why))
		return false;
	text = wire_read_text(&r);
	if (!wire_read_end(&r))
		return site_reader_distrust(s, &why);
	*ret = text;
	return true;
}
