/*
 * inflate.h -- a document that is a gzip file: sitemap.xml.gz, and feeds whose
 * server compresses them without saying so (edge case T11).
 */
#ifndef CRAWLER_FEED_INFLATE_H
#define CRAWLER_FEED_INFLATE_H

#include "base/buf.h"

enum inflated {
	INFLATE_PLAIN, /* no gzip: *ret is bytes itself */
	INFLATE_WHOLE,
	INFLATE_CUT,  /* ended too early or is damaged: *ret is what came */
	INFLATE_LARGE /* over its limits; *ret is empty */
};

/* Unpacks into *out (its maximum counts) what begins as a gzip file does, and
 * once more if that is one again.  *ret is borrowed from bytes or *out.
 * O(bytes + *ret). */
enum inflated feed_inflate(
    struct slice bytes, struct buf *out, struct slice *ret);

#endif
