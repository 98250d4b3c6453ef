/*
 * media_test.c -- kinds of media:content and of enclosures (docs/feed-rows.md,
 * row T19).
 */
#include "base/array.h"
#include "crawler/feed/media.h"
#include "tests/lib/tap.h"

static const struct {
	const char *medium, *type, *url;
	enum feed_media_kind kind;
} rows[] = {
	{ NULL, NULL, "https://example.org/i", FEED_MEDIA_IMAGE },
	{ NULL, NULL, "https://example.org/a.b/i", FEED_MEDIA_IMAGE },
	{ NULL, NULL, "https://example.org/i.JPG?w=1", FEED_MEDIA_IMAGE },
	{ NULL, NULL, "/clip.mp4?t=1.jpg", FEED_MEDIA_VIDEO },
	{ NULL, NULL, "talk.mp3#t=5", FEED_MEDIA_AUDIO },
	{ NULL, "Video/MP4", "https://example.org/i", FEED_MEDIA_VIDEO },
	{ "", "audio/mpeg", "https://example.org/i.jpg", FEED_MEDIA_AUDIO },
	{ "video", "image/jpeg", "https://example.org/i", FEED_MEDIA_VIDEO },
	{ " Image ", NULL, "https://example.org/clip.mp4", FEED_MEDIA_IMAGE },
	{ "document", NULL, "https://example.org/i.jpg", FEED_MEDIA_OTHER },
	{ NULL, "application/x-mpegURL", "/live.m3u8", FEED_MEDIA_VIDEO },
	{ NULL, "application/pdf", "/report", FEED_MEDIA_OTHER },
	{ "bogus", NULL, "", FEED_MEDIA_IMAGE },
};

static const struct {
	const char *type, *url;
	enum feed_media_kind kind;
} enclosures[] = {
	{ "audio/mpeg", "https://example.org/1", FEED_MEDIA_AUDIO },
	{ NULL, "https://example.org/1.mp3?x=1", FEED_MEDIA_AUDIO },
	{ "application/octet-stream", "https://example.org/1.mp4",
	    FEED_MEDIA_VIDEO },
	{ "jpg", "https://example.org/1.jpg", FEED_MEDIA_IMAGE },
	{ " image ", "https://example.org/1", FEED_MEDIA_IMAGE },
	{ NULL, "https://example.org/1", FEED_MEDIA_OTHER },
	{ "application/pdf", "https://example.org/1.pdf", FEED_MEDIA_OTHER },
};

static void
media_test_feed(void)
{
	static const struct slice document =
	    SLICE("<rss xmlns:media='http://search.yahoo.com/mrss/'><channel>"
		  "<item><media:content url='http://example.org/1' "
		  "medium='video'/></item></channel></rss>");
	const struct feed_input input = { .bytes = document };
	struct err e = ERR_INIT;
	struct arena arena;
	struct feed feed;

	arena_init(&arena, feed_arena_bytes(document));
	ok(feed_read(&arena, &input, &feed, &e) == 0 && feed.n_entries == 1 &&
		feed.entries[0].n_media == 1 &&
		feed.entries[0].media[0].kind == FEED_MEDIA_VIDEO,
	    "T19: medium=\"video\" of a feed is read");
	arena_release(&arena);
}

int
main(void)
{
	media_test_feed();
	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++)
		ok(media_kind_of(slice_of(rows[i].medium),
		       slice_of(rows[i].type),
		       slice_of(rows[i].url)) == rows[i].kind,
		    "T19: the kind by medium=\"%s\", type=\"%s\", \"%s\"",
		    rows[i].medium != NULL ? rows[i].medium : "",
		    rows[i].type != NULL ? rows[i].type : "", rows[i].url);
	for (size_t i = 0; i < ARRAY_LENGTH(enclosures); i++)
		ok(media_kind_of_enclosure(slice_of(enclosures[i].type),
		       slice_of(enclosures[i].url)) == enclosures[i].kind,
		    "T19: the kind of an enclosure by type=\"%s\", \"%s\"",
		    enclosures[i].type != NULL ? enclosures[i].type : "",
		    enclosures[i].url);
	return done_testing();
}
