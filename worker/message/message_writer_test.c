/*
 * message_writer_test.c -- tests that the writer never writes a reply that the
 * reader refuses.
 */
#include <math.h>

#include "base/array.h"
#include "worker/message/reading_test.h"

static const struct cuter_article article = { .title = { "Ferry", 5 },
	.body = { "The ferry sails again.", 22 },
	.confidence = 0.5,
	.published_at = INT64_C(1700000000),
	.modified_at = DATE_NONE,
	.published_zone = CUTER_ZONE_NONE,
	.modified_zone = CUTER_ZONE_NONE };

static bool
message_writer_test_article_is_heard(
    const struct cuter_article *said, struct cuter_article *ret)
{
	const struct reply sent = { .kind = JOB_PAGE, .article = *said };
	struct reading reading;
	struct buf b;
	bool heard;

	buf_init(&b, LIMIT_REPLY_BYTES);
	reply_write(&b, &sent);
	heard = reading_of(buf_slice(&b), &reading);
	*ret = reading.reply.article; /* its texts are freed below; the callers
					 use only its numbers */
	reading_release(&reading);
	buf_release(&b);
	return heard;
}

static void
message_writer_test_writer(void)
{
	static struct slice many[LIMIT_ARTICLE_LIST + 10];
	struct cuter_article said = article, got;

	for (size_t i = 0; i < ARRAY_LENGTH(many); i++)
		many[i] = SLICE("tag");
	said.tags = many;
	said.n_tags = ARRAY_LENGTH(many);
	said.confidence = 1.0000001;
	said.published_at = -5;
	ok(message_writer_test_article_is_heard(&said, &got),
	    "an article with values out of range is written in valid form");
	is_int((int64_t)got.n_tags, LIMIT_ARTICLE_LIST, "a list cut short");
	ok(got.confidence == 1, "a confidence of 1");
	ok(got.published_at == DATE_NONE,
	    "a date before 1970 is written as absent");
	said.confidence = NAN;
	ok(message_writer_test_article_is_heard(&said, &got) &&
		got.confidence == 0,
	    "a confidence that is not a number is written as 0");
}

/* All flags of cuter.h must be transferred. */
static void
message_writer_test_flags(void)
{
	size_t n_lost = 0, n_known = 0;

	for (int bit = 0; bit < 32; bit++) {
		struct cuter_article said = article, got;
		char text[64];

		said.flags = 1u << bit;
		if (cuter_flags_text(said.flags, text)[0] == '\0')
			continue;
		n_known++;
		n_lost += !message_writer_test_article_is_heard(&said, &got) ||
			  got.flags != said.flags;
	}
	ok(n_known >= 5 && n_lost == 0,
	    "all %zu flags are read as they were written", n_known);
}

static void
message_writer_test_long_texts(void)
{
	static char text[2 * LIMIT_ARTICLE_BYTES + 2];
	struct cuter_article said = article, got;
	struct slice all = { text, sizeof(text) };

	memset(text, 'a', sizeof(text));
	memcpy(text + LIMIT_TITLE_BYTES - 1, "\xC3\xA9", 2);
	said.title = said.body = said.body_html = all;
	ok(message_writer_test_article_is_heard(&said, &got),
	    "texts that are too long are truncated");
	is_int((int64_t)got.title.len, LIMIT_TITLE_BYTES - 1,
	    "a title is truncated at a whole character");
	is_int((int64_t)got.body.len, LIMIT_ARTICLE_BYTES,
	    "a body is truncated at its limit");
	ok(got.body_html.p == NULL, "HTML that is too long is left out");
}

int
main(void)
{
	message_writer_test_writer();
	message_writer_test_flags();
	message_writer_test_long_texts();
	return done_testing();
}
