/*
 * page.h -- formats an article as text or Markdown.
 */
#ifndef CLI_PRINT_PAGE_H
#define CLI_PRINT_PAGE_H

#include "cli/cli.h"
#include "store/store.h"

/* The pictures, video and audio of an article in their order; borrowed. */
struct page_media {
	struct article_media *items;
	size_t n;
};

/* Writes the article for reading, wrapped to `columns`: title, authors, date,
 * source, URL, status and confidence, standfirst, body and media. Uses colours
 * if cli->colours is set. */
void page_write(struct buf *out, const struct article_row *,
    const struct page_media *, size_t columns, const struct cli *);
/* Writes title, standfirst and body only. */
void page_write_text(struct buf *out, const struct article_row *);
/* Writes the article as CommonMark. */
void page_write_markdown(
    struct buf *out, const struct article_row *, const struct page_media *);

#endif
