/*
 * person.h -- how to call somebody of whom a feed gives a name, an address or
 * both in one.
 */
#ifndef CRAWLER_FEED_PERSON_H
#define CRAWLER_FEED_PERSON_H

#include "base/slice.h"

/* The name in "a@b (Name)", "Name <a@b>" and "Name (a@b)"; the address where
 * there is no name; else the text as it is.  Borrowed from it. */
struct slice person_name(struct slice text);

#endif
