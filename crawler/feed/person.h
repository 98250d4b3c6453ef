/*
 * person.h -- the display name of a person given by name, e-mail address or
 * both.
 */
#ifndef CRAWLER_FEED_PERSON_H
#define CRAWLER_FEED_PERSON_H

#include "base/slice.h"

/* Returns the name in "a@b (Name)", "Name <a@b>" or "Name (a@b)". Returns the
 * address if the text has no name, and the text itself if it has none of these
 * forms. Borrowed from `text`. */
struct slice person_name(struct slice text);

/* The persons of a text.  The text has several if it is a list, separated by
 * commas or semicolons, of persons with addresses: "a@b (A), c@d (C)". */
struct persons {
	struct slice rest; /* the persons not returned so far; borrowed */
	bool is_list;
};
/* Begins at the first person of the text, which is borrowed.  O(length of the
 * text). */
void persons_start(struct persons *, struct slice text);
/* Returns false after the last person.  The name is borrowed from the text. */
bool persons_next(struct persons *, struct slice *ret_name);

#endif
