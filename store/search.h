/*
 * search.h -- inside the room: the index of scripts without spaces is younger
 * than the texts.
 */
#ifndef STORE_SEARCH_H
#define STORE_SEARCH_H

#include "store/statement.h"

/* Fills article_bigram with the texts that are there, where it was never
 * done; the one time it takes some seconds a million articles. */
int search_fill(struct store *, struct err *e);

#endif
