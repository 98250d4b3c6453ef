/*
 * message_counts_test.c -- counts and dates of a reply that do not agree with
 * its contents or exceed their limits.
 */
#include "base/limits.h"
#include "tests/lib/tap.h"
#include "worker/message/message.h"
#include "worker/message/message_parts.h"
#include "worker/message/reading_test.h"

#define AT INT64_C(1700000000)

/* Writes a feed up to its entries. */
static void
message_counts_test_put_feed_head(struct buf *b)
{
	wire_put_u8(b, 0); /* not failed */
	wire_put_u8(b, FEED_RSS20);
	wire_put_u8(b, 1);
	wire_put_u8(b, 0); /* is_all */
	for (int i = 0; i < 15; i++)
		wire_put_slice(b, SLICE_NONE);
	wire_put_i64(b, DATE_NONE);
	wire_put_i64(b, DATE_NONE);
	wire_put_i64(b, -1);
	wire_put_slice(b, SLICE_NONE);
	wire_put_i64(b, -1);
	for (int i = 0; i < 3; i++)
		wire_put_u32(b, 0);
}

static void
message_counts_test_put_entry(struct buf *b, int64_t published_at)
{
	wire_put_slice(b, SLICE_NONE);
	wire_put_u8(b, 0);
	wire_put_u8(b, 0);
	for (int i = 0; i < 8; i++)
		wire_put_slice(b, SLICE_NONE);
	wire_put_i64(b, published_at);
	wire_put_i64(b, DATE_NONE);
	for (int i = 0; i < 4; i++)
		wire_put_u32(b, 0);
}

static bool
message_counts_test_entries_are_heard(
    uint32_t count, uint32_t n_there, int64_t published_at)
{
	struct buf body, b;
	bool heard;

	buf_init(&body, LIMIT_REPLY_BYTES);
	buf_init(&b, LIMIT_REPLY_BYTES);
	message_counts_test_put_feed_head(&body);
	wire_put_u32(&body, count);
	for (uint32_t i = 0; i < n_there; i++)
		message_counts_test_put_entry(&body, published_at);
	wire_put_i64(&body, 0);
	wire_put_u32(&body, 0); /* deletions */
	heard = reading_is_possible(
	    reading_frame_around(&b, JOB_FEED, buf_slice(&body)));
	buf_release(&b);
	buf_release(&body);
	return heard;
}

static void
message_counts_test_counts(void)
{
	ok(message_counts_test_entries_are_heard(2, 2, AT),
	    "two entries are accepted");
	ok(!message_counts_test_entries_are_heard(3, 2, AT),
	    "a count of three with two entries is refused");
	ok(!message_counts_test_entries_are_heard(1, 2, AT),
	    "one entry in place of two is refused");
	ok(!message_counts_test_entries_are_heard(UINT32_MAX, 2, AT),
	    "a count above the limit is refused");
	ok(message_counts_test_entries_are_heard(
	       LIMIT_FEED_ENTRIES, LIMIT_FEED_ENTRIES, AT),
	    "LIMIT_FEED_ENTRIES entries are accepted");
	ok(!message_counts_test_entries_are_heard(
	       LIMIT_FEED_ENTRIES + 1, LIMIT_FEED_ENTRIES + 1, AT),
	    "more than LIMIT_FEED_ENTRIES entries are refused");
	ok(message_counts_test_entries_are_heard(1, 1, INT64_C(253402300799)),
	    "a date in the year 9999 is accepted");
	ok(!message_counts_test_entries_are_heard(1, 1, INT64_C(253402300800)),
	    "a date in the year 10 000 is refused");
	ok(!message_counts_test_entries_are_heard(1, 1, -1),
	    "a date before 1970 is refused");
	ok(!message_counts_test_entries_are_heard(1, 1, INT64_MAX),
	    "the largest possible date is refused");
}

int
main(void)
{
	message_counts_test_counts();
	return done_testing();
}
