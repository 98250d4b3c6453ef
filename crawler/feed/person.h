/*
 * person.h -- the display name of a person given by name, e-mail address or
 * both.
 */
#ifndef CRAWLER_FEED_PERSON_H
#define CRAWLER_FEED_PERSON_H

#include "base/slice.h"

/* Returns the name in "a@b (Name)", "Name <a@b>" and "Name (a@b)"; the address
 * if there is no name; else the text itself.  Borrowed from text. */
struct slice person_name(struct slice text);

#endif
