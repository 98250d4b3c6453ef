/*
 * url_text.h -- a URL that is being written, in the caller's memory.  Private
 * to url/.
 */
#ifndef URL_URL_TEXT_H
#define URL_URL_TEXT_H

#include "base/limits.h"
#include "base/slice.h"

struct url_text {
	char p[LIMIT_URL_BYTES];
	size_t len;
	bool over; /* more than LIMIT_URL_BYTES were written */
};

/* Makes the text empty.  The bytes are not cleared, because clearing them would
 * cost more than writing a URL. */
void url_text_init(struct url_text *);
/* Appends to the text.  Bytes after the first LIMIT_URL_BYTES are omitted, and
 * `over` is set. */
void url_text_put(struct url_text *, char);
void url_text_put_slice(struct url_text *, struct slice);
/* Returns the text, which is borrowed. */
struct slice url_text_slice(const struct url_text *);

/* Like url_resolve(), but writes to the caller's memory (url.c). */
bool url_resolve_text(
    struct slice base, struct slice reference, struct url_text *ret);

#endif
