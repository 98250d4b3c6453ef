/*
 * inflate.h -- decompresses a document that is a gzip file: sitemap.xml.gz, and
 * feeds that are compressed without a Content-Encoding header
 * (docs/feed-rows.md, row T11).
 */
#ifndef CRAWLER_FEED_DECODE_INFLATE_H
#define CRAWLER_FEED_DECODE_INFLATE_H

#include "base/buf.h"

enum inflated {
	INFLATE_PLAIN, /* not a gzip file: *ret is the input */
	INFLATE_WHOLE,
	INFLATE_CUT,  /* truncated or damaged: *ret is the part that could be
			 read */
	INFLATE_LARGE /* over a limit, or no memory (out->no_memory); *ret is
			 empty */
};

/* If the bytes start like a gzip file, decompresses them into *out, up to the
 * maximum size of *out. If the result is a gzip file, it is decompressed, too.
 * *ret is borrowed from `bytes` or *out. O(bytes + *ret). */
enum inflated feed_inflate(
    struct slice bytes, struct buf *out, struct slice *ret);

#endif
