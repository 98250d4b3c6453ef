/*
 * message_test.c -- tests that valid replies are received completely, and that
 * invalid replies are refused.
 */
#include <stdlib.h>

#include "base/array.h"
#include "base/limits.h"
#include "tests/lib/tap.h"
#include "worker/message/message.h"
#include "worker/message/message_parts.h"
#include "worker/message/reading_test.h"

#define AT INT64_C(1700000000)

/* ---- sent messages ---- */

static struct slice names[] = { { "Ann", 3 }, { "B\xC3\xB6rge", 6 } };
static struct slice urls[] = { { "https://example.org/a.jpg", 25 },
	{ "javascript:alert(1)", 19 }, { "http://example.org/b.jpg", 24 } };
static struct feed_media feed_media[] = {
	{ { "https://example.org/a.jpg", 25 }, FEED_MEDIA_IMAGE },
	{ { "javascript:alert(1)", 19 }, FEED_MEDIA_IMAGE },
	{ { "http://example.org/b.mp4", 24 }, FEED_MEDIA_VIDEO },
};
static struct feed_enclosure enclosures[] = {
	{ { "https://example.org/1.mp3", 25 }, { "audio/mpeg", 10 }, 12345 },
	{ { "ftp://example.org/2.mp3", 23 }, { NULL, 0 }, -1 },
	{ { "https://example.org/3.mp3", 25 }, { NULL, 0 }, -1 },
};

static struct feed_entry entries[] = {
	{ .id = { "urn:1", 5 },
	    .id_is_permalink = true,
	    .has_source = true,
	    .link = { "https://example.org/1", 21 },
	    .title = { "One", 3 },
	    .summary = { "", 0 },
	    .content = { "All of it", 9 },
	    .text = { "All\n\nof it", 10 },
	    .original_link = { "https://origin.example/1", 24 },
	    .comments = { "https://example.org/1#c", 23 },
	    .picture = { "https://example.org/1.png", 25 },
	    .published_at = AT,
	    .updated_at = 0,
	    .authors = { names, ARRAY_LENGTH(names) },
	    .categories = { names, 1 },
	    .media = feed_media,
	    .n_media = ARRAY_LENGTH(feed_media),
	    .enclosures = enclosures,
	    .n_enclosures = ARRAY_LENGTH(enclosures) },
	{ .published_at = DATE_NONE, .updated_at = DATE_NONE },
};

static struct feed_deletion deletions[] = { { { "urn:2", 5 }, AT },
	{ { "urn:3", 5 }, DATE_NONE } };

static const struct feed feed = { .format = FEED_ATOM10,
	.complete = true,
	.is_all = true,
	.why = { "ended inside <item>", 19 },
	.title = { "News", 4 },
	.link = { "https://example.org/", 20 },
	.description = { "of the valley", 13 },
	.language = { "en-GB", 5 },
	.id = { "urn:feed", 8 },
	.rights = { "(c)", 3 },
	.generator = { "by hand", 7 },
	.image = { "https://example.org/i.png", 25 },
	.icon = { "file:///etc/passwd", 18 },
	.hub = { "https://hub.example.org/", 24 },
	.self = { "https://example.org/feed", 24 },
	.next = { "https://example.org/feed?2", 26 },
	.prev_archive = { "https://example.org/feed/2025", 29 },
	.new_url = { "https://example.net/feed", 24 },
	.updated_at = AT + 1,
	.published_at = DATE_NONE,
	.ttl_minutes = 60,
	.sy_period = { "hourly", 6 },
	.sy_frequency = -1,
	.skip_hours = { names, 1 },
	.skip_days = { names, 2 },
	.authors = { names, 2 },
	.entries = entries,
	.n_entries = ARRAY_LENGTH(entries),
	.n_dropped = 7,
	.deletions = deletions,
	.n_deletions = ARRAY_LENGTH(deletions) };

static struct cuter_media media[] = {
	{ .kind = CUTER_VIDEO,
	    .is_lead = true,
	    .url = { "https://example.org/v.mp4", 25 },
	    .alt = { "a ferry", 7 },
	    .caption = { "The ferry", 9 },
	    .credit = { "Ann", 3 },
	    .width = 640,
	    .height = UINT32_MAX,
	    .relevance = 0.75 },
	{ .url = { "data:image/png;base64,AAAA", 26 } },
	{ .url = { "https://example.org/w.jpg", 25 }, .relevance = 1 },
};

static const struct cuter_article article = { .title = { "Ferry", 5 },
	.lead = { "It returns.", 11 },
	.byline = { "By Ann", 6 },
	.language = { "en", 2 },
	.canonical_url = { "https://example.org/ferry", 25 },
	.site_name = { "Valley", 6 },
	.next_part = { "https://example.org/story?page=2", 32 },
	.variant_url = { "https://example.org/story.amp", 29 },
	.single_page = { "https://example.org/story?all", 29 },
	.refresh_url = { "https://example.org/moved", 25 },
	.rule = CUTER_RULE_APPLIED,
	.rule_why = { "line 2: no such function", 24 },
	.feeds = urls,
	.n_feeds = ARRAY_LENGTH(urls),
	.site_seen = { "\0aaaaaaaa\1", 10 },
	.usage = { "meta robots: noai", 17 },
	.section = { "Harbour", 7 },
	.publisher = { "Valley Press", 12 },
	.license = { "CC BY 4.0", 9 },
	.access = CUTER_ACCESS_PAID,
	.published_zone = -210,
	.modified_zone = CUTER_ZONE_NONE,
	.body = { "One.\n\nTwo.", 10 },
	.body_html = { "<p>One.</p><p>Two.</p>", 22 },
	.authors = names,
	.n_authors = 2,
	.tags = names,
	.n_tags = 1,
	.media = media,
	.n_media = ARRAY_LENGTH(media),
	.published_at = AT,
	.modified_at = DATE_NONE,
	.confidence = 0.625,
	.flags = CUTER_FLAG_STUB | CUTER_FLAG_NO_TITLE,
	.page_class = CUTER_PAGE_LISTING,
	.origin = CUTER_ORIGIN_JSON_LD,
	.parser = CUTER_PARSER_LIBXML2,
	.word_count = 2,
	.declared_language = { "en", 2 },
	.detected_language = { "de", 2 },
	.detected_confidence = 0.5,
	.fields = { [CUTER_FIELD_TITLE] = { CUTER_SOURCE_FEED, 0.75 },
	    [CUTER_FIELD_TAGS] = { CUTER_SOURCE_WORDS, 0.25 } },
	.class_count = { 1, 2, 3, 4, 5 } };

/* ---- round trips ---- */

static void
message_test_same_list(
    const struct feed_list *got, const struct feed_list *sent, const char *name)
{
	size_t n_same = 0;

	for (size_t i = 0; i < got->n && i < sent->n; i++)
		n_same += slice_equal(got->items[i], sent->items[i]);
	ok(got->n == sent->n && n_same == sent->n, "%s", name);
}

static void
message_test_feed_entry(const struct feed_entry *got)
{
	const struct feed_entry *sent = &entries[0];

	is_slice(got->id, sent->id, "entry: id");
	ok(got->id_is_permalink, "entry: the id is a permalink");
	is_slice(got->link, sent->link, "entry: link");
	is_slice(got->title, sent->title, "entry: title");
	is_slice(got->summary, sent->summary,
	    "entry: an empty summary is not absent");
	is_slice(got->content, sent->content, "entry: content");
	ok(got->has_source, "entry: a copy of another feed");
	is_slice(got->text, sent->text, "entry: text");
	is_slice(got->original_link, sent->original_link,
	    "entry: the address that a proxy replaced");
	is_slice(got->comments, sent->comments, "entry: comments");
	is_slice(got->picture, sent->picture, "entry: picture");
	is_int(got->published_at, AT, "entry: time of publication");
	is_int(got->updated_at, 0,
	    "entry: a time of change in the first second of 1970");
	message_test_same_list(&got->authors, &sent->authors, "entry: authors");
	message_test_same_list(
	    &got->categories, &sent->categories, "entry: categories");
	is_int((int64_t)got->n_media, 2,
	    "entry: the media with an address of a script are left out");
	is_slice(got->media[1].url, feed_media[2].url,
	    "entry: the last of the media");
	is_int(got->media[1].kind, FEED_MEDIA_VIDEO,
	    "entry: the kind of a medium");
	is_int((int64_t)got->n_enclosures, 2,
	    "entry: the enclosures with the scheme ftp are left out");
	is_slice(got->enclosures[0].type, enclosures[0].type,
	    "entry: an enclosure's type");
	is_int(
	    got->enclosures[0].length, 12345, "entry: an enclosure's length");
	is_slice(got->enclosures[1].url, enclosures[2].url,
	    "entry: the second enclosure");
	is_int(got->enclosures[1].length, -1,
	    "entry: an enclosure without a length");
}

/* Compares the texts and numbers of a feed that was read. */
static void
message_test_feed_values(const struct feed *got)
{
	is_int(got->format, feed.format, "feed: format");
	ok(got->complete, "feed: complete");
	ok(got->is_all, "feed: is_all");
	is_slice(got->why, feed.why, "feed: why");
	is_slice(got->title, feed.title, "feed: title");
	is_slice(got->link, feed.link, "feed: link");
	is_slice(got->description, feed.description, "feed: description");
	is_slice(got->language, feed.language, "feed: language");
	is_slice(got->id, feed.id, "feed: id");
	is_slice(got->rights, feed.rights, "feed: rights");
	is_slice(got->generator, feed.generator, "feed: generator");
	is_slice(got->image, feed.image, "feed: image");
	is_slice(got->icon, SLICE_NONE,
	    "feed: an icon with the scheme file is left out");
	is_slice(got->hub, feed.hub, "feed: hub");
	is_slice(got->self, feed.self, "feed: self");
	is_slice(got->next, feed.next, "feed: next");
	is_slice(got->prev_archive, feed.prev_archive, "feed: prev-archive");
	is_slice(got->new_url, feed.new_url, "feed: new URL");
	is_int(got->updated_at, AT + 1, "feed: time of change");
	ok(got->published_at == DATE_NONE, "feed: no time of publication");
	is_int(got->ttl_minutes, 60, "feed: ttl");
	is_slice(got->sy_period, feed.sy_period, "feed: period");
	is_int(got->sy_frequency, -1, "feed: frequency");
}

static void
message_test_feed(void)
{
	const struct reply sent = { .kind = JOB_FEED, .id = 9, .feed = feed };
	struct reading reading;
	const struct feed *got = &reading.reply.feed;
	struct buf b;

	buf_init(&b, LIMIT_REPLY_BYTES);
	ok(reply_write(&b, &sent), "a feed can be written");
	if (!ok(reading_of(buf_slice(&b), &reading),
		"the reply with a feed is read")) {
		reading_release(&reading);
		buf_release(&b);
		return;
	}
	is_int((int64_t)reading.reply.id, 9, "the reply has the id of its job");
	ok(reading.reply.kind == JOB_FEED && !reading.reply.failed,
	    "the reply has the kind JOB_FEED");
	message_test_feed_values(got);
	message_test_same_list(
	    &got->skip_hours, &feed.skip_hours, "feed: skipped hours");
	message_test_same_list(
	    &got->skip_days, &feed.skip_days, "feed: skipped days");
	message_test_same_list(&got->authors, &feed.authors, "feed: authors");
	is_int((int64_t)got->n_dropped, 7, "feed: dropped");
	if (ok(got->n_deletions == 2, "feed: deletions")) {
		is_slice(got->deletions[0].id, SLICE("urn:2"),
		    "feed: id of a deletion");
		is_int(got->deletions[0].at, AT, "feed: time of a deletion");
		is_int(got->deletions[1].at, DATE_NONE,
		    "feed: a deletion without a time");
	}
	is_int((int64_t)got->n_entries, 2, "feed: entries");
	message_test_feed_entry(&got->entries[0]);
	is_slice(
	    got->entries[1].title, SLICE_NONE, "an empty entry has no title");
	ok(got->entries[1].published_at == DATE_NONE,
	    "an entry without a date is read without a date");
	reading_release(&reading);
	buf_release(&b);
}

static void
message_test_media(const struct cuter_article *got)
{
	is_int((int64_t)got->n_media, 2,
	    "media with the scheme data are left out");
	is_int(got->media[0].kind, CUTER_VIDEO, "media: kind");
	ok(got->media[0].is_lead && !got->media[1].is_lead,
	    "media: only the first item is the lead");
	is_slice(got->media[0].url, media[0].url, "media: url");
	is_slice(got->media[0].alt, media[0].alt, "media: alt");
	is_slice(got->media[0].caption, media[0].caption, "media: caption");
	is_slice(got->media[0].credit, media[0].credit, "media: credit");
	is_int(got->media[0].width, 640, "media: width");
	is_int(got->media[0].height, UINT32_MAX, "media: height");
	ok(got->media[0].relevance == 0.75, "media: relevance");
	is_slice(got->media[1].url, media[2].url,
	    "media: the URL of the second item");
}

/* Tests the metadata, texts and lists of the article that was received. */
static void
message_test_texts(const struct cuter_article *got)
{
	const struct feed_list people = { names, 2 };

	is_slice(got->title, article.title, "article: title");
	is_slice(got->lead, article.lead, "article: lead");
	is_slice(got->byline, article.byline, "article: byline");
	is_slice(got->language, article.language, "article: language");
	is_slice(got->canonical_url, article.canonical_url, "article: url");
	is_slice(got->site_name, article.site_name, "article: site");
	is_slice(got->usage, article.usage, "article: usage");
	is_slice(got->section, article.section, "article: section");
	is_slice(got->publisher, article.publisher, "article: publisher");
	is_slice(got->license, article.license, "article: licence");
	is_int(got->access, CUTER_ACCESS_PAID, "article: access");
	is_int(got->published_zone, -210, "article: zone of publication");
	is_int(got->modified_zone, CUTER_ZONE_NONE,
	    "article: no zone of modification");
	is_slice(got->site_seen, article.site_seen, "article: site memory");
	is_slice(got->next_part, article.next_part, "article: next part");
	is_slice(got->variant_url, article.variant_url, "article: variant URL");
	is_slice(got->single_page, article.single_page, "article: single page");
	is_slice(got->refresh_url, article.refresh_url, "article: refresh");
	ok(got->rule == article.rule, "article: what the rules found");
	is_slice(got->rule_why, article.rule_why, "article: why rules failed");
	ok(got->n_feeds == 2 && slice_equal(got->feeds[0], urls[0]) &&
		slice_equal(got->feeds[1], urls[2]),
	    "I2: article: the feeds that it names, only those with addresses");
	is_slice(got->body, article.body, "article: body");
	is_slice(got->body_html, article.body_html, "article: HTML");
	message_test_same_list(
	    &(struct feed_list){ got->authors, got->n_authors }, &people,
	    "article: authors");
	is_int((int64_t)got->n_tags, 1, "article: tags");
	message_test_media(got);
}

static void
message_test_article(void)
{
	const struct reply sent = { .kind = JOB_PAGE, .article = article };
	struct reading reading;
	const struct cuter_article *got = &reading.reply.article;
	struct buf b;

	buf_init(&b, LIMIT_REPLY_BYTES);
	ok(reply_write(&b, &sent), "an article can be written");
	if (!ok(reading_of(buf_slice(&b), &reading),
		"the reply with an article is read")) {
		reading_release(&reading);
		buf_release(&b);
		return;
	}
	message_test_texts(got);
	is_int(got->published_at, AT, "article: time of publication");
	ok(got->modified_at == DATE_NONE, "article: no time of modification");
	ok(got->confidence == 0.625, "article: confidence");
	is_int(got->flags, article.flags, "article: flags");
	is_int(got->page_class, CUTER_PAGE_LISTING, "article: class");
	is_int(got->origin, CUTER_ORIGIN_JSON_LD, "article: origin");
	is_int(got->parser, CUTER_PARSER_LIBXML2, "article: parser");
	is_int(got->word_count, 2, "article: words");
	is_slice(
	    got->declared_language, SLICE("en"), "article: declared language");
	is_slice(
	    got->detected_language, SLICE("de"), "article: detected language");
	ok(got->detected_confidence == 0.5,
	    "article: confidence of the detected language");
	ok(memcmp(got->fields, article.fields, sizeof(article.fields)) == 0,
	    "the sources of all fields are read");
	ok(memcmp(got->class_count, article.class_count,
	       sizeof(article.class_count)) == 0,
	    "article: nodes of each class");
	reading_release(&reading);
	buf_release(&b);
}

static void
message_test_others(void)
{
	struct reply sent = { .kind = JOB_ROBOTS,
		.id = UINT64_MAX,
		.robots = SLICE("Disallow: /\xFF") };
	struct reading reading;
	struct buf b;

	buf_init(&b, 1000);
	reply_write(&b, &sent);
	ok(reading_of(buf_slice(&b), &reading),
	    "a reply with robots rules is read");
	is_slice(reading.reply.robots, sent.robots,
	    "the robots rules keep all bytes");
	ok(reading.reply.id == UINT64_MAX, "the largest id of a job is read");
	reading_release(&reading);

	buf_clear(&b);
	sent = (struct reply){
		.kind = JOB_PAGE, .failed = true, .why = SLICE("too deep")
	};
	reply_write(&b, &sent);
	ok(reading_of(buf_slice(&b), &reading) && reading.reply.failed,
	    "a reply with a failure is read");
	is_slice(
	    reading.reply.why, sent.why, "the reason of a failure is read");
	reading_release(&reading);
	buf_release(&b);

	buf_init(&b, 50);
	sent = (struct reply){ .kind = JOB_FEED, .feed = feed };
	ok(!reply_write(&b, &sent),
	    "a reply over the size limit is not written");
	buf_release(&b);
}

/* ---- jobs ---- */

static void
message_test_job(void)
{
	const struct job sent = { .kind = JOB_PAGE,
		.id = 1234567890123,
		.parser = CUTER_PARSER_PLAIN,
		.url = SLICE("https://example.org/"),
		.content_type = SLICE_NONE,
		.first_url = SLICE("https://example.org/first"),
		.hint_title = SLICE("Title"),
		.hint_summary = SLICE(""),
		.now_at = AT,
		.memory = SLICE("\0\377 any bytes"),
		.rules = SLICE("body: //article\n") };
	struct job got;
	struct buf b;
	size_t n_read = 0;

	buf_init(&b, 1000);
	job_write(&b, &sent);
	ok(job_read(buf_slice(&b), &got), "a job is read");
	ok(got.kind == sent.kind && got.id == sent.id &&
		got.parser == sent.parser,
	    "the kind, id and parser of a job are read");
	is_slice(got.url, sent.url, "the address of a job is read");
	is_int(got.now_at, AT, "the time of the visit of a job is read");
	is_slice(
	    got.content_type, SLICE_NONE, "an absent type is read as absent");
	is_slice(got.first_url, sent.first_url,
	    "the URL of the first page of a job is read");
	is_slice(
	    got.hint_title, sent.hint_title, "the title hint of a job is read");
	is_slice(got.hint_summary, sent.hint_summary,
	    "an empty summary hint is read as empty");
	is_slice(got.memory, sent.memory, "the site memory of a job is read");
	is_slice(got.rules, sent.rules, "the rules of a job are read");
	ok(!reading_is_possible(buf_slice(&b)),
	    "a job is not accepted as a reply");
	for (size_t n = 0; n < b.len; n++)
		n_read += job_read(slice_sub(buf_slice(&b), 0, n), &got);
	is_int((int64_t)n_read, 0, "no truncated job is accepted");
	buf_release(&b);
}

/* ---- invalid replies ---- */

static void
message_test_cut_and_flipped(const struct reply *reply, const char *name)
{
	struct buf b, again;
	size_t n_cut = 0, n_flipped = 0, n_body_flipped = 0;
	struct slice whole, body;

	buf_init(&b, LIMIT_REPLY_BYTES);
	buf_init(&again, LIMIT_REPLY_BYTES);
	reply_write(&b, reply);
	whole = buf_slice(&b);
	body = slice_sub(whole, MESSAGE_HEADER_BYTES, whole.len);
	for (size_t n = 0; n < whole.len; n++)
		n_cut += reading_is_possible(slice_sub(whole, 0, n));
	ok(n_cut == 0, "%s: a frame truncated at any of %zu bytes is refused",
	    name, whole.len);
	for (size_t i = 0; i < whole.len * 8; i++) {
		b.p[i / 8] ^= (char)(1 << i % 8);
		n_flipped += reading_is_possible(whole);
		b.p[i / 8] ^= (char)(1 << i % 8);
	}
	ok(n_flipped == 0, "S35: %s: a frame with one changed bit is refused",
	    name);

	/* Replies that only a compromised worker could send. */
	n_cut = 0;
	for (size_t n = 0; n < body.len; n++) {
		buf_clear(&again);
		n_cut += reading_is_possible(reading_frame_around(
		    &again, reply->kind, slice_sub(body, 0, n)));
	}
	ok(n_cut == 0, "%s: a valid frame with a truncated body is refused",
	    name);
	for (size_t i = 0; i < body.len * 8; i++) {
		b.p[MESSAGE_HEADER_BYTES + i / 8] ^= (char)(1 << i % 8);
		buf_clear(&again);
		n_body_flipped += reading_is_possible(
		    reading_frame_around(&again, reply->kind, body));
		b.p[MESSAGE_HEADER_BYTES + i / 8] ^= (char)(1 << i % 8);
	}
	ok(n_body_flipped < body.len * 8,
	    "%s: of frames with a changed bit, %zu of %zu are accepted", name,
	    n_body_flipped, body.len * 8);
	buf_release(&again);
	buf_release(&b);
}

static void
message_test_lies(void)
{
	const struct reply replies[] = {
		{ .kind = JOB_FEED, .feed = feed },
		{ .kind = JOB_PAGE, .article = article },
		{ .kind = JOB_ROBOTS, .robots = SLICE("Disallow: /") },
		{ .kind = JOB_PAGE, .failed = true, .why = SLICE("too deep") },
	};
	static const char *const list[] = { "feed", "article", "robots",
		"failure" };

	for (size_t i = 0; i < ARRAY_LENGTH(replies); i++)
		message_test_cut_and_flipped(&replies[i], list[i]);
}

int
main(void)
{
	message_test_feed();
	message_test_article();
	message_test_others();
	message_test_job();
	message_test_lies();
	return done_testing();
}
