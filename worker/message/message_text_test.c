/*
 * message_text_test.c -- tests that no text of a reply contains a control
 * character or markup after the hub has read the reply.
 *
 * For each text row of the tables of message_article.c and message_feed.c, the
 * test sends a hostile text in this field and checks the text that the hub
 * reads.
 */
#include <stdlib.h>

#include "base/array.h"
#include "base/limits.h"
#include "base/text/utf8.h"
#include "cuter/article/html_check.h"
#include "tests/lib/tap.h"
#include "worker/message/message.h"
#include "worker/message/message_fields.h"
#include "worker/message/message_parts.h"

/* ESC sequences, C0, DEL, C1, and markup that a page would run if it were not
 * escaped. */
#define HOSTILE                                                                \
	"a\x1b]0;title\x07"                                                    \
	"b\x01"                                                                \
	"c\x7f"                                                                \
	"d\xC2\x9B"                                                            \
	"2J e\r\nf\tg\nh\ri"

struct received {
	struct arena arena;
	struct buf frame;
	struct reply reply;
	bool heard;
};

static void
message_text_test_received_init(struct received *r, const struct reply *sent)
{
	jmp_buf exhausted;

	buf_init(&r->frame, LIMIT_REPLY_BYTES);
	arena_init(&r->arena, LIMIT_REPLY_BYTES);
	r->heard = false;
	reply_write(&r->frame, sent);
	if (setjmp(exhausted) != 0) {
		ok(false, "the arena is large enough");
		return;
	}
	r->arena.exhausted = &exhausted;
	r->heard = reply_read(&r->arena, buf_slice(&r->frame), &r->reply);
}

static void
message_text_test_received_release(struct received *r)
{
	arena_release(&r->arena);
	buf_release(&r->frame);
}

/* Returns whether the text has control characters: C0 (except \n and \t if
 * these are allowed), DEL, C1. */
static bool
message_text_test_has_control(struct slice text, bool paragraphs)
{
	for (size_t i = 0; i < text.len;) {
		uint32_t rune;

		i += utf8_decode(text.p + i, text.len - i, &rune);
		if ((rune < 0x20 &&
			!(paragraphs && (rune == '\n' || rune == '\t'))) ||
		    (rune >= 0x7F && rune < 0xA0))
			return true;
	}
	return false;
}

static bool
message_text_test_is_one_text(enum message_kind kind)
{
	return kind == MESSAGE_LINE || kind == MESSAGE_PARAGRAPHS ||
	       kind == MESSAGE_URL || kind == MESSAGE_LANGUAGE;
}

/* Returns the text of a row, or the first text of its list. */
static struct slice
message_text_test_text_of(const struct message_field *field, const void *record)
{
	const void *at = (const char *)record + field->at;

	if (message_text_test_is_one_text(field->kind))
		return *(const struct slice *)at;
	if (*(const size_t *)((const char *)record + field->n_at) == 0)
		return SLICE_NONE;
	return **(const struct slice *const *)at;
}

static void
message_text_test_set_text(
    const struct message_field *field, void *record, struct slice *text)
{
	char *at = (char *)record + field->at;

	if (message_text_test_is_one_text(field->kind)) {
		*(struct slice *)(void *)at = *text;
		return;
	}
	*(struct slice **)(void *)at = text;
	*(size_t *)(void *)((char *)record + field->n_at) = 1;
}

/* Sends a reply with one hostile text; `record` contains it, and `received_at`
 * is its place in the received reply. */
typedef void *received_at(struct reply *);

static size_t
message_text_test_try_field(struct reply *reply,
    const struct message_field *field, void *record, received_at *at)
{
	struct slice hostile =
	    slice_of(field->kind == MESSAGE_URL || field->kind == MESSAGE_URLS
			 ? "https://example.org/\x1b[2J"
			 : HOSTILE);
	bool paragraphs = field->kind == MESSAGE_PARAGRAPHS;
	struct received r;
	struct slice got = SLICE_NONE;

	message_text_test_set_text(field, record, &hostile);
	message_text_test_received_init(&r, reply);
	if (r.heard)
		got = message_text_test_text_of(field, at(&r.reply));
	ok(r.heard && !message_text_test_has_control(got, paragraphs),
	    "I8: %s: control characters are removed", field->name);
	if (paragraphs)
		is_slice(got, SLICE("a]0;titlebcd2J e\nf\tg\nh\ni"),
		    "I8: control characters are removed from a paragraph");
	else if (field->kind == MESSAGE_LINE || field->kind == MESSAGE_LINES)
		is_slice(got, SLICE("a]0;titlebcd2J e  f g h i"),
		    "I8: control characters are removed from a line");
	else
		ok(got.p == NULL,
		    "I8: a value with control characters is absent");
	message_text_test_received_release(&r);
	return 1;
}

static size_t
message_text_test_try_record(struct reply *reply,
    const struct message_record *tried, void *record, received_at *at)
{
	char *saved = malloc(tried->bytes);
	size_t n = 0;

	memcpy(saved, record, tried->bytes);
	for (size_t i = 0; i < tried->n; i++) {
		enum message_kind kind = tried->fields[i].kind;

		if (!message_text_test_is_one_text(kind) &&
		    kind != MESSAGE_LINES && kind != MESSAGE_URLS)
			continue;
		n += message_text_test_try_field(
		    reply, &tried->fields[i], record, at);
		memcpy(record, saved, tried->bytes);
	}
	free(saved);
	return n;
}

/* ---- places of records ---- */

static void *
message_text_test_article_at(struct reply *reply)
{
	return &reply->article;
}

static void *
message_text_test_media_at(struct reply *reply)
{
	static struct cuter_media none;

	return reply->article.n_media > 0 ? reply->article.media : &none;
}

static void *
message_text_test_feed_at(struct reply *reply)
{
	return &reply->feed;
}

static void *
message_text_test_entry_at(struct reply *reply)
{
	return reply->feed.entries;
}

static void *
message_text_test_enclosure_at(struct reply *reply)
{
	static struct feed_enclosure none;

	return reply->feed.entries->n_enclosures > 0
		   ? reply->feed.entries->enclosures
		   : &none;
}

static void *
message_text_test_deletion_at(struct reply *reply)
{
	return reply->feed.deletions;
}

static const struct message_record *
message_text_test_items_of(
    const struct message_record *record, const char *name)
{
	for (size_t i = 0; i < record->n; i++)
		if (strcmp(record->fields[i].name, name) == 0)
			return record->fields[i].record;
	printf("Bail out! no list %s\n", name);
	exit(1);
}

static void
message_text_test_texts(void)
{
	struct cuter_media media = { .url = SLICE("https://example.org/i") };
	struct feed_enclosure enclosure = {
		.url = SLICE("https://example.org/e"), .length = -1
	};
	struct feed_entry entry = { .published_at = DATE_NONE,
		.updated_at = DATE_NONE,
		.enclosures = &enclosure,
		.n_enclosures = 1 };
	struct feed_deletion deletion = { .at = DATE_NONE };
	struct reply page = { .kind = JOB_PAGE,
		.article = { .media = &media, .n_media = 1 } };
	struct reply feed = { .kind = JOB_FEED,
		.feed = { .entries = &entry,
			.n_entries = 1,
			.deletions = &deletion,
			.n_deletions = 1 } };
	const struct message_record *entries =
	    message_text_test_items_of(&message_feed, "entries");
	size_t n = 0;

	n += message_text_test_try_record(&page, &message_article,
	    &page.article, message_text_test_article_at);
	n += message_text_test_try_record(&page,
	    message_text_test_items_of(&message_article, "media"), &media,
	    message_text_test_media_at);
	n += message_text_test_try_record(
	    &feed, &message_feed, &feed.feed, message_text_test_feed_at);
	n += message_text_test_try_record(
	    &feed, entries, &entry, message_text_test_entry_at);
	n += message_text_test_try_record(&feed,
	    message_text_test_items_of(entries, "enclosures"), &enclosure,
	    message_text_test_enclosure_at);
	n += message_text_test_try_record(&feed,
	    message_text_test_items_of(&message_feed, "deletions"), &deletion,
	    message_text_test_deletion_at);
	ok(n >= 46, "I8: %zu texts were tried", n);
}

static void
message_text_test_why(void)
{
	struct reply failed = {
		.kind = JOB_PAGE, .failed = true, .why = SLICE(HOSTILE)
	};
	struct received r;

	message_text_test_received_init(&r, &failed);
	ok(r.heard && !message_text_test_has_control(r.reply.why, false),
	    "I8: control characters are removed from the reason of a failure");
	message_text_test_received_release(&r);
}

/* ---- markup ---- */

static bool
message_text_test_html_is_heard(const char *html)
{
	const struct reply page = { .kind = JOB_PAGE,
		.article = {
		    .body = SLICE("One."), .body_html = slice_of(html) } };
	struct received r;
	bool heard;

	message_text_test_received_init(&r, &page);
	heard = r.heard;
	message_text_test_received_release(&r);
	return heard;
}

static void
message_text_test_html(void)
{
	static const char *const lies[] = {
		"<script>alert(1)</script>",
		"<p><a href=\"javascript:alert(1)\">a</a></p>",
		"<p><a href=\"data:text/html,x\">a</a></p>",
		"<p>\x1b[2J</p>",
		"<img onerror=alert(1)>",
		"<p>One.",
		"<p class=x>One.</p>",
		"<p>&nbsp;</p>",
	};

	ok(message_text_test_html_is_heard("<p>One.</p>\n"),
	    "I8: valid HTML is accepted");
	for (size_t i = 0; i < ARRAY_LENGTH(lies); i++)
		ok(!message_text_test_html_is_heard(lies[i]),
		    "S35: I8: a reply with the HTML %.8s… is refused",
		    lies[i][3] == '\x1b' ? "<p>ESC" : lies[i]);
}

/* ---- lists ---- */

static void
message_text_test_values(void)
{
	struct reply page = { .kind = JOB_PAGE };
	struct received r;

	page.article.page_class = CUTER_PAGE_CLASS_COUNT;
	message_text_test_received_init(&r, &page);
	ok(!r.heard, "I8: an unknown page class is refused");
	message_text_test_received_release(&r);
	page.article.page_class = 0;
	page.article.origin = CUTER_ORIGIN_COUNT;
	message_text_test_received_init(&r, &page);
	ok(!r.heard, "I8: an unknown origin is refused");
	message_text_test_received_release(&r);
	page.article.origin = 0;
	page.article.fields[1].source = CUTER_SOURCE_COUNT;
	message_text_test_received_init(&r, &page);
	ok(!r.heard, "I8: an unknown source of a field is refused");
	message_text_test_received_release(&r);
	page.article.fields[1].source = 0;
	page.article.language = SLICE("en\"}");
	message_text_test_received_init(&r, &page);
	ok(r.heard && r.reply.article.language.p == NULL,
	    "I8: a language that is not a code is left out");
	message_text_test_received_release(&r);
}

/* The writer omits unknown flags. The table of this test allows all flags, so
 * that they are written. */
static bool
message_text_test_flags_are_heard(unsigned flags)
{
	struct cuter_article article = { .flags = flags,
		.published_at = DATE_NONE,
		.modified_at = DATE_NONE };
	struct message_field *fields =
	    malloc(message_article.n * sizeof(*fields));
	struct message_record all = message_article;
	struct arena arena;
	struct buf frame;
	struct reply reply;
	jmp_buf exhausted;
	size_t begin;
	volatile bool heard = false;

	for (size_t i = 0; i < all.n; i++) {
		fields[i] = message_article.fields[i];
		if (fields[i].kind == MESSAGE_FLAGS)
			fields[i].max = UINT32_MAX;
	}
	all.fields = fields;
	buf_init(&frame, LIMIT_REPLY_BYTES);
	begin = message_begin(&frame);
	wire_put_u8(&frame, 0); /* not failed */
	message_put_record(&frame, &all, &article);
	message_put_record(
	    &frame, &message_enrichment, &(struct enrichment){ 0 });
	message_end(&frame, begin, MESSAGE_REPLY,
	    &(struct message_header){ .kind = JOB_PAGE, .id = 1 });
	arena_init(&arena, LIMIT_REPLY_BYTES);
	if (setjmp(exhausted) == 0) {
		arena.exhausted = &exhausted;
		heard = reply_read(&arena, buf_slice(&frame), &reply);
	}
	arena_release(&arena);
	buf_release(&frame);
	free(fields);
	return heard;
}

static void
message_text_test_flags(void)
{
	ok(message_text_test_flags_are_heard(CUTER_FLAG_STUB),
	    "I8: a known flag is accepted");
	ok(!message_text_test_flags_are_heard(1u << 30),
	    "I8: an unknown flag is refused");
}

int
main(void)
{
	message_text_test_texts();
	message_text_test_why();
	message_text_test_html();
	message_text_test_values();
	message_text_test_flags();
	return done_testing();
}
