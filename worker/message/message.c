/*
 * message.c -- encodes jobs and replies as frames: a header of 24 bytes, then
 * fields in a fixed order.
 *
 * The worker that writes a reply has read an untrusted document, so the reply
 * is checked here (docs/threat-rows.md, row S35): if anything in a frame is
 * invalid, the worker is killed, and the daemon continues. An address that may
 * not be fetched is not a protocol error, because pages contain such addresses;
 * it becomes absent.
 */
#include "worker/message/message.h"

#include <assert.h>

#include "base/limits.h"
#include "worker/message/message_fields.h"
#include "worker/message/message_parts.h"
#include "worker/message/message_values.h"

#define MESSAGE_MAGIC   0x524E4C47u /* "GLNR" */
#define MESSAGE_VERSION 3
#define CHECKSUM_OFFSET 20

/* Maximum size of a reduced robots.txt: escaping triples the bytes. */
#define ROBOTS_REPLY_BYTES (4 * LIMIT_ROBOTS_BYTES)

/* ---- kinds ---- */

static const char *const kind_names[JOB_KIND_COUNT] = {
	[JOB_FEED] = "feed",
	[JOB_PAGE] = "page",
	[JOB_ROBOTS] = "robots",
};

const char *
job_kind_name(enum job_kind kind)
{
	return kind_names[kind];
}

bool
job_kind_find(struct slice name, enum job_kind *ret)
{
	for (int kind = 0; kind < JOB_KIND_COUNT; kind++)
		if (slice_equal(name, slice_of(kind_names[kind]))) {
			*ret = (enum job_kind)kind;
			return true;
		}
	return false;
}

/* ---- the frame ---- */

/* Processes 8 bytes in each step, since four checksums of each document are
 * computed. Each step is reversible, so that every single change affects the
 * result. Both ends run on one machine, so the byte order does not matter. */
static uint64_t
message_sum_on(uint64_t sum, struct slice s)
{
	uint64_t word;

	for (size_t i = 0; i < s.len; i += sizeof(word)) {
		size_t left = s.len - i;

		word = 0;
		memcpy(
		    &word, s.p + i, left < sizeof(word) ? left : sizeof(word));
		sum = (sum ^ word) * UINT64_C(0xBF58476D1CE4E5B9);
		sum ^= sum >> 32;
	}
	return (sum ^ s.len) * UINT64_C(0x94D049BB133111EB);
}

static uint32_t
message_checksum(struct slice before, struct slice body)
{
	return (
	    uint32_t)(message_sum_on(message_sum_on(0, before), body) >> 32);
}

size_t
message_begin(struct buf *b)
{
	static const char empty[MESSAGE_HEADER_BYTES];
	size_t begin = b->len;

	buf_append(b, empty, sizeof(empty));
	return begin;
}

bool
message_end(struct buf *b, size_t begin, enum message_sort sort,
    const struct message_header *said)
{
	struct buf header;
	struct slice body;

	if (buf_failed(b))
		return false;
	body = slice_sub(buf_slice(b), begin + MESSAGE_HEADER_BYTES, b->len);
	if (body.len > LIMIT_REPLY_BYTES - MESSAGE_HEADER_BYTES) {
		b->failed = true;
		return false;
	}
	buf_init(&header, MESSAGE_HEADER_BYTES);
	wire_put_u32(&header, MESSAGE_MAGIC);
	wire_put_u8(&header, MESSAGE_VERSION);
	wire_put_u8(&header, (uint8_t)sort);
	wire_put_u8(&header, (uint8_t)said->kind);
	wire_put_u8(&header, said->is_reusable);
	wire_put_i64(&header, (int64_t)said->id);
	wire_put_u32(&header, (uint32_t)body.len);
	wire_put_u32(&header, message_checksum(buf_slice(&header), body));
	if (buf_failed(&header))
		b->failed = true;
	else
		memcpy(b->p + begin, header.p, MESSAGE_HEADER_BYTES);
	buf_release(&header);
	return !buf_failed(b);
}

bool
message_header_read(
    struct slice frame, enum message_sort sort, struct message_header *ret)
{
	struct wire_reader r;
	struct message_header header;
	unsigned kind;

	wire_read_init(&r, slice_sub(frame, 0, MESSAGE_HEADER_BYTES));
	if (wire_read_u32(&r) != MESSAGE_MAGIC ||
	    wire_read_u8(&r) != MESSAGE_VERSION ||
	    wire_read_u8(&r) != (uint8_t)sort)
		return false;
	kind = message_read_enum(&r, JOB_KIND_COUNT);
	header.is_reusable = message_read_bool(&r);
	header.kind = (enum job_kind)kind;
	header.id = (uint64_t)wire_read_i64(&r);
	header.body_bytes = wire_read_u32(&r);
	header.checksum = wire_read_u32(&r);
	if (!wire_read_end(&r) ||
	    header.body_bytes > LIMIT_REPLY_BYTES - MESSAGE_HEADER_BYTES)
		return false;
	*ret = header;
	return true;
}

/* Finds the body of a complete frame. Returns false if the header or the
 * checksum is wrong. */
static bool
message_open(struct slice frame, enum message_sort sort,
    struct message_header *ret, struct slice *ret_body)
{
	struct slice body = slice_sub(frame, MESSAGE_HEADER_BYTES, frame.len);

	if (!message_header_read(frame, sort, ret) ||
	    ret->body_bytes != body.len ||
	    ret->checksum !=
		message_checksum(slice_sub(frame, 0, CHECKSUM_OFFSET), body))
		return false;
	*ret_body = body;
	return true;
}

/* ---- jobs ---- */

void
job_write(struct buf *b, const struct job *job)
{
	size_t begin = message_begin(b);

	wire_put_u8(b, (uint8_t)job->parser);
	wire_put_slice(b, job->url);
	wire_put_slice(b, job->content_type);
	wire_put_slice(b, job->first_url);
	wire_put_slice(b, job->hint_title);
	wire_put_slice(b, job->hint_summary);
	message_put_date(b, job->now_at);
	wire_put_slice(b, job->memory);
	wire_put_u8(b, job->enriches);
	wire_put_u8(b, job->keywords);
	wire_put_u8(b, job->sentences);
	wire_put_slice(b, job->rules);
	message_end(b, begin, MESSAGE_JOB,
	    &(struct message_header){ .kind = job->kind,
		.is_reusable = job->may_reuse,
		.id = job->id });
}

bool
job_read(struct slice frame, struct job *ret)
{
	struct message_header header;
	struct wire_reader r;
	struct slice body;
	struct job job = { 0 };

	if (!message_open(frame, MESSAGE_JOB, &header, &body))
		return false;
	job.kind = header.kind;
	job.id = header.id;
	job.may_reuse = header.is_reusable;
	wire_read_init(&r, body);
	job.parser =
	    (enum cuter_parser)message_read_enum(&r, CUTER_PARSER_COUNT);
	job.url = wire_read_bytes(
	    &r); /* headers and addresses may contain any bytes */
	job.content_type = wire_read_bytes(&r);
	job.first_url = wire_read_bytes(&r);
	job.hint_title = wire_read_bytes(&r);
	job.hint_summary = wire_read_bytes(&r);
	job.now_at = message_read_date(&r);
	if (job.now_at == DATE_NONE)
		job.now_at = 0;
	job.memory = wire_read_bytes(&r);
	job.enriches = message_read_bool(&r);
	job.keywords = wire_read_u8(&r);
	job.sentences = wire_read_u8(&r);
	job.rules = wire_read_bytes(&r);
	if (!wire_read_end(&r))
		return false;
	*ret = job;
	return true;
}

/* ---- replies ---- */

bool
reply_write(struct buf *b, const struct reply *reply)
{
	size_t begin = message_begin(b);

	wire_put_u8(b, reply->failed);
	if (reply->failed) {
		wire_put_slice(b, reply->why);
	} else {
		switch (reply->kind) {
		case JOB_FEED:
			message_put_record(b, &message_feed, &reply->feed);
			break;
		case JOB_PAGE:
			message_put_record(
			    b, &message_article, &reply->article);
			message_put_record(
			    b, &message_enrichment, &reply->enrichment);
			break;
		case JOB_ROBOTS:
			wire_put_slice(b, reply->robots);
			break;
		case JOB_KIND_COUNT:
			assert(!"a kind of job");
		}
	}
	return message_end(b, begin, MESSAGE_REPLY,
	    &(struct message_header){ .kind = reply->kind,
		.is_reusable = reply->is_reusable,
		.id = reply->id });
}

/* Paths of a robots.txt may contain any bytes: RFC 9309, section 2.2.2. */
static struct slice
message_read_robots(struct wire_reader *r)
{
	struct slice text = wire_read_bytes(r);

	if (text.len > ROBOTS_REPLY_BYTES)
		r->failed = true;
	return text;
}

bool
reply_read(struct arena *arena, struct slice frame, struct reply *ret)
{
	struct message_header header;
	struct wire_reader r;
	struct slice body;

	*ret = (struct reply){ 0 };
	if (!message_open(frame, MESSAGE_REPLY, &header, &body))
		return false;
	ret->kind = header.kind;
	ret->id = header.id;
	ret->is_reusable = header.is_reusable;
	wire_read_init(&r, body);
	ret->failed = message_read_bool(&r);
	if (ret->failed)
		ret->why = message_read_line(&r, arena, ERR_TEXT_BYTES);
	else if (ret->kind == JOB_FEED)
		message_read_record(&r, arena, &message_feed, &ret->feed);
	else if (ret->kind == JOB_PAGE) {
		message_read_record(&r, arena, &message_article, &ret->article);
		message_read_record(
		    &r, arena, &message_enrichment, &ret->enrichment);
	} else
		ret->robots = message_read_robots(&r);
	return wire_read_end(&r);
}

bool
reply_load(struct arena *arena, struct slice frame, struct reply *ret)
{
	jmp_buf exhausted;
	bool whole;

	arena_init(arena, LIMIT_REPLY_BYTES);
	if (setjmp(exhausted) != 0)
		return false;
	arena->exhausted = &exhausted;
	whole = reply_read(arena, frame, ret);
	arena->exhausted = NULL;
	return whole;
}
