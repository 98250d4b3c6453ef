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

#endif
