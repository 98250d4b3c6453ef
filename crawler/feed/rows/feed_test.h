/*
 * feed_test.h -- shared by feed_test.c and feed_hostile_test.c: reads a
 * document into `feed`.
 */
#ifndef CRAWLER_FEED_ROWS_FEED_TEST_H
#define CRAWLER_FEED_ROWS_FEED_TEST_H

#include "base/limits.h"
#include "crawler/feed/feed.h"
#include "tests/lib/tap.h"

#define BASE SLICE("https://base.example/dir/feed")

static struct arena arena;
static struct feed feed;

/* Reads into `feed`, whose texts live until the next call. */
__attribute__((unused)) static int
feed_test_read(struct slice bytes, struct slice content_type)
{
	struct feed_input in = {
		.bytes = bytes, .content_type = content_type, .base_url = BASE
	};

	arena_clear(&arena);
	arena.cap_bytes = feed_arena_bytes(bytes);
	return feed_read(&arena, &in, &feed, NULL);
}

__attribute__((unused)) static int
read_text(const char *text)
{
	return feed_test_read(slice_of(text), SLICE_NONE);
}

/* Reads an RSS document with the given content of its channel. */
__attribute__((unused)) static int
feed_test_read_rss(const char *channel)
{
	struct buf b;
	int rc;

	buf_init(&b, 64 * MIB);
	buf_printf(
	    &b, "<rss version=\"2.0\"><channel>%s</channel></rss>", channel);
	rc = feed_test_read(buf_slice(&b), SLICE_NONE);
	buf_release(&b);
	return rc;
}

__attribute__((unused)) static struct slice
first_title(void)
{
	return feed.n_entries > 0 ? feed.entries[0].title : SLICE_NONE;
}

#endif
