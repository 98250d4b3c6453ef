/*
 * contents.h -- internal to cuter/marks/: the list of key events of a live
 * blog.
 */
#ifndef CUTER_MARKS_CONTENTS_H
#define CUTER_MARKS_CONTENTS_H

#include "cuter/features/features.h"

/* Sets MARK_META_LINE on the items of lists that repeat the headlines or the
 * first words of the posts of a live blog, and on the line before each list.
 * O(blocks); in a live blog also O(text). */
void contents_mark(struct page *);

#endif
