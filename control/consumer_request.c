/*
 * consumer_request.c -- reads, writes and runs requests about consumers; see
 * consumer_request.h.  The daemon and its clients use the same table of
 * members, so that a request means the same on both sides.
 */
#include "control/consumer_request.h"

#include <stddef.h>
#include <time.h>

#include "base/array.h"
#include "base/clock.h"
#include "base/limits.h"
#include "base/pairs.h"

/* Maximum size of the decoded texts of a request.  Decoding never makes a text
 * longer. */
#define TEXT_BYTES (64 * KIB)
#define BILLION    1000000000

static const struct slice verbs[CONSUMER_VERBS] = {
	[CONSUMER_OPEN] = SLICE("consumer-open"),
	[CONSUMER_MAKE] = SLICE("consumer-make"),
	[CONSUMER_SEEK] = SLICE("consumer-seek"),
	[CONSUMER_ACK] = SLICE("consumer-ack"),
	[CONSUMER_REMOVE] = SLICE("consumer-remove"),
	[CONSUMER_RETRY] = SLICE("consumer-retry"),
	[LEASE_GIVE_BACK] = SLICE("lease-give-back"),
	[LEASE_TAKE] = SLICE("lease-take"),
};

#define VERB(verb) (1u << (verb))
#define OPENING    (VERB(CONSUMER_OPEN) | VERB(CONSUMER_MAKE))
#define WITH_SEQ                                                               \
	(VERB(CONSUMER_SEEK) | VERB(CONSUMER_ACK) | VERB(CONSUMER_RETRY) |     \
	    VERB(LEASE_GIVE_BACK))
#define WITH_LEASE (VERB(CONSUMER_ACK) | VERB(LEASE_GIVE_BACK))
#define TAKING VERB(LEASE_TAKE)

/* The keys of requests whose values are numbers.  The store checks the upper
 * bounds of these numbers. */
static const struct consumer_request_number {
	const char *key;
	unsigned verbs;
	size_t offset;
	int64_t min;
	bool is_needed;
} numbers[] = {
	{ "from", OPENING, offsetof(struct consumer_request, seq), -1, true },
	{ "seq", WITH_SEQ, offsetof(struct consumer_request, seq), 0, true },
	{ "lease", WITH_LEASE, offsetof(struct consumer_request, lease_id), 0,
	    false },
	{ "after", VERB(CONSUMER_ACK),
	    offsetof(struct consumer_request, after_seq), 0, false },
	{ "lease_ms", TAKING, offsetof(struct consumer_request, lease.lease_ms),
	    1, true },
	{ "redeliveries", TAKING,
	    offsetof(struct consumer_request, lease.max_redeliveries), 1,
	    true },
};

static const struct consumer_request_text {
	const char *key;
	size_t offset;
} texts[] = {
	{ "kind", offsetof(struct consumer_request, lease.wanted.kind) },
	{ "feed", offsetof(struct consumer_request, lease.wanted.feed) },
	{ "tag", offsetof(struct consumer_request, lease.wanted.tag) },
	{ "lang", offsetof(struct consumer_request, lease.wanted.lang) },
	{ "notified",
	    offsetof(struct consumer_request, lease.wanted.notified) },
};

static const struct consumer_request_code {
	enum err_code code;
	struct slice word;
} codes[] = {
	{ ERR_NOT_FOUND, SLICE("not-found") },
	{ ERR_USAGE, SLICE("usage") },
	{ ERR_REFUSED, SLICE("refused") },
	{ ERR_LIMIT, SLICE("limit") },
	{ ERR_DATABASE, SLICE("database") },
};

/* ---- running ---- */

/* Runs an acknowledgement, or gives changes back. */
static int
consumer_request_run_ack(
    struct store *s, const struct consumer_request *r, struct err *e)
{
	struct lease_ack ack = { .consumer = r->name,
		.seq = r->seq,
		.lease_id = r->lease_id,
		.after_seq = r->after_seq,
		.now = (int64_t)time(NULL),
		.renews = true };

	return r->verb == CONSUMER_ACK ? store_lease_ack(s, &ack, e)
				       : store_lease_give_back(s, &ack, e);
}

static int
consumer_request_run_take(
    struct store *s, struct consumer_request *r, struct err *e)
{
	struct lease_request request = r->lease;

	request.consumer = r->name;
	request.now = (int64_t)time(NULL);
	return store_lease_take(s, &request, &r->result, e);
}

int
consumer_request_run(struct store *s, struct consumer_request *r, struct err *e)
{
	int64_t now = (int64_t)time(NULL);

	switch (r->verb) {
	case CONSUMER_OPEN:
		return store_consumer_open(
		    s, r->name, r->seq, now, &r->result_seq, e);
	case CONSUMER_MAKE:
		return store_consumer_make(
		    s, r->name, r->seq, now, &r->result_seq, e);
	case CONSUMER_SEEK:
		return store_consumer_seek(s, r->name, r->seq, now, e);
	case CONSUMER_ACK:
	case LEASE_GIVE_BACK:
		return consumer_request_run_ack(s, r, e);
	case CONSUMER_REMOVE:
		return store_consumer_remove(s, r->name, e);
	case CONSUMER_RETRY:
		return store_dead_retry(
		    s, r->name, r->seq, now, &r->result_seq, e);
	case LEASE_TAKE:
		return consumer_request_run_take(s, r, e);
	case CONSUMER_VERBS:
		break;
	}
	return err_set(e, ERR_USAGE, "unknown request");
}

/* ---- the request as a line ---- */

static int64_t *
consumer_request_number_of(struct consumer_request *r, size_t offset)
{
	return (int64_t *)(void *)((char *)r + offset);
}

static struct slice *
consumer_request_text_of(struct consumer_request *r, size_t offset)
{
	return (struct slice *)(void *)((char *)r + offset);
}

static void
consumer_request_write_wanted(struct buf *out, struct consumer_request *r)
{
	const struct change_query *wanted = &r->lease.wanted;

	pairs_put_int(out, "limit", (int64_t)wanted->limit);
	for (size_t i = 0; i < ARRAY_LENGTH(texts); i++) {
		struct slice *text =
		    consumer_request_text_of(r, texts[i].offset);

		if (text->len > 0)
			pairs_put_text(out, texts[i].key, *text);
	}
	if (wanted->min_confidence > 0)
		pairs_put_int(out, "confidence",
		    (int64_t)(wanted->min_confidence * BILLION + 0.5));
	if (wanted->one_per_cluster)
		pairs_put_int(out, "one", 1);
}

void
consumer_request_write(struct buf *out, const struct consumer_request *request)
{
	struct consumer_request copy = *request, *r = &copy;

	buf_append_slice(out, verbs[r->verb]);
	pairs_put_text(out, "name", r->name);
	for (size_t i = 0; i < ARRAY_LENGTH(numbers); i++)
		if (numbers[i].verbs & VERB(r->verb))
			pairs_put_int(out, numbers[i].key,
			    *consumer_request_number_of(r, numbers[i].offset));
	if (r->verb == LEASE_TAKE)
		consumer_request_write_wanted(out, r);
}

/* Decodes a value into r->texts. The bytes of this buffer do not move, because
 * its memory is reserved in advance. */
static struct slice
consumer_request_take_text(
    struct slice pairs, const char *key, struct consumer_request *r)
{
	size_t begin = r->texts.len;

	if (!pairs_get_text(pairs, key, &r->texts) || buf_failed(&r->texts))
		return SLICE_NONE;
	return slice_sub(buf_slice(&r->texts), begin, r->texts.len);
}

static void
consumer_request_read_wanted(struct slice pairs, struct consumer_request *r)
{
	struct change_query *wanted = &r->lease.wanted;
	int64_t limit = 0, confidence = 0, one = 0;

	pairs_get_int(pairs, "limit", 1, LIMIT_LEASE_BATCH, &limit);
	pairs_get_int(pairs, "confidence", 0, BILLION, &confidence);
	pairs_get_int(pairs, "one", 0, 1, &one);
	wanted->limit = (size_t)limit;
	wanted->min_confidence = (double)confidence / BILLION;
	wanted->one_per_cluster = one != 0;
	for (size_t i = 0; i < ARRAY_LENGTH(texts); i++)
		*consumer_request_text_of(r, texts[i].offset) =
		    consumer_request_take_text(pairs, texts[i].key, r);
}

static const char *
consumer_request_read(struct slice pairs, struct consumer_request *r)
{
	r->name = consumer_request_take_text(pairs, "name", r);
	if (r->name.len == 0)
		return "the request has no name of a consumer";
	for (size_t i = 0; i < ARRAY_LENGTH(numbers); i++)
		if ((numbers[i].verbs & VERB(r->verb)) &&
		    !pairs_get_int(pairs, numbers[i].key, numbers[i].min,
			INT64_MAX,
			consumer_request_number_of(r, numbers[i].offset)) &&
		    numbers[i].is_needed)
			return "a number is missing or out of range";
	if (r->verb == LEASE_TAKE)
		consumer_request_read_wanted(pairs, r);
	return buf_failed(&r->texts) ? "the request is too long" : NULL;
}

bool
consumer_request_parse(struct slice word, struct slice pairs,
    struct consumer_request *ret, const char **ret_fault)
{
	size_t i;

	for (i = 0; i < CONSUMER_VERBS && !slice_equal(verbs[i], word); i++)
		;
	if (i == CONSUMER_VERBS)
		return false;
	*ret = (struct consumer_request){ .verb = (enum consumer_verb)i };
	buf_init(&ret->texts, TEXT_BYTES);
	/* All texts are slices of this buffer. */
	if (buf_reserve(&ret->texts, pairs.len + 1))
		*ret_fault = consumer_request_read(pairs, ret);
	else
		*ret_fault = "the request is too long";
	return true;
}

void
consumer_request_release(struct consumer_request *r)
{
	buf_release(&r->texts);
}

/* ---- the response as a line ---- */

static void
consumer_request_write_error(struct buf *out, int rc, const struct err *e)
{
	struct slice word = SLICE("failed");

	for (size_t i = 0; i < ARRAY_LENGTH(codes); i++)
		if (rc == codes[i].code)
			word = codes[i].word;
	buf_printf(out, "error %.*s ", SLICE_ARG(word));
	/* The text of an error may contain names of consumers.  A \n in it
	 * would end the line of the response. */
	for (const char *p = e->text; *p != '\0'; p++)
		buf_append_char(out, (unsigned char)*p < ' ' ? ' ' : *p);
}

void
consumer_request_write_result(struct buf *out, const struct consumer_request *r,
    int rc, const struct err *e)
{
	if (rc != 0) {
		consumer_request_write_error(out, rc, e);
		return;
	}
	buf_append_string(out, "ok");
	if (VERB(r->verb) & OPENING)
		pairs_put_int(out, "seq", r->result_seq);
	if (r->verb == CONSUMER_RETRY)
		pairs_put_int(out, "n", r->result_seq);
	if (r->verb != LEASE_TAKE)
		return;
	pairs_put_int(out, "id", r->result.id);
	pairs_put_int(out, "after", r->result.after_seq);
	pairs_put_int(out, "upto", r->result.upto_seq);
	pairs_put_int(out, "redelivered", r->result.redelivered);
	pairs_put_int(out, "wait_ms", r->result.wait_ms);
}

static int
consumer_request_read_error(struct slice rest, struct err *e)
{
	enum err_code code = ERR_IO;
	struct slice word;

	if (!slice_next(&rest, ' ', &word))
		word = SLICE_NONE;
	for (size_t i = 0; i < ARRAY_LENGTH(codes); i++)
		if (slice_equal(word, codes[i].word))
			code = codes[i].code;
	return err_set(e, code, "%.*s", SLICE_ARG(rest));
}

int
consumer_request_read_result(
    struct slice line, struct consumer_request *r, struct err *e)
{
	struct slice rest = line, word;
	bool is_valid;

	if (slice_starts(line, SLICE("error ")))
		return consumer_request_read_error(
		    slice_sub(line, strlen("error "), line.len), e);
	is_valid =
	    slice_next(&rest, ' ', &word) && slice_equal(word, SLICE("ok"));
	if (VERB(r->verb) & OPENING)
		is_valid = is_valid && pairs_get_int(rest, "seq", 0, INT64_MAX,
					   &r->result_seq);
	if (r->verb == CONSUMER_RETRY)
		is_valid = is_valid && pairs_get_int(rest, "n", 0, INT64_MAX,
					   &r->result_seq);
	if (r->verb == LEASE_TAKE)
		is_valid =
		    is_valid &&
		    pairs_get_int(rest, "id", 0, INT64_MAX, &r->result.id) &&
		    pairs_get_int(
			rest, "after", 0, INT64_MAX, &r->result.after_seq) &&
		    pairs_get_int(
			rest, "upto", 0, INT64_MAX, &r->result.upto_seq) &&
		    pairs_get_int(rest, "redelivered", 0, INT64_MAX,
			&r->result.redelivered) &&
		    pairs_get_int(
			rest, "wait_ms", -1, INT64_MAX, &r->result.wait_ms);
	if (is_valid)
		return 0;
	return err_set(e, ERR_REFUSED,
	    "the daemon sent an invalid answer: \"%.*s\"; an older version may "
	    "still be running",
	    SLICE_ARG(line));
}
