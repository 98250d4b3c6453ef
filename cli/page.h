/*
 * page.h -- how an article reads.
 */
#ifndef CLI_PAGE_H
#define CLI_PAGE_H

#include "cli/cli.h"
#include "store/store.h"

/* The pictures of an article, in their order; texts in the arena. */
struct page_media {
	struct article_media *items;
	size_t n;
};

/* Laid out for people: title, byline, date, where from, how far to trust it,
 * the body wrapped to `columns`; in colours where the command has them. */
void page_write(struct buf *out, const struct article_row *,
    const struct page_media *, size_t columns, const struct cli *);
/* Title and body, nothing else. */
void page_write_text(struct buf *out, const struct article_row *);
/* CommonMark. */
void page_write_markdown(
    struct buf *out, const struct article_row *, const struct page_media *);

#endif
