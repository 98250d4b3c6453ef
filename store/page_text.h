/*
 * page_text.h -- inside the room: what a page was cut to, as the rows of an
 * article.
 */
#ifndef STORE_PAGE_TEXT_H
#define STORE_PAGE_TEXT_H

#include "store/settle.h"

/* What the page does not say is as the article had it, but for what a witness
 * has lent (is_lent).  Borrows from both;
 * canonical_key is the caller's to find. */
struct article_text page_text(struct store *, const struct cuter_article *,
    const struct article_state *old);
/* Is the text in another language than each of the feeds says it is?  Then it
 * gets a flag: a front page in English, a partner's text, a site that was
 * sold. */
int page_compare_language(struct store *, int64_t article_id,
    const struct cuter_article *, struct article_text *, struct err *e);
/* Authors, tags, media; a page that has none leaves those of an entitled
 * feed. */
int page_set_lists(struct store *, const struct article_state *old,
    const struct cuter_article *, struct err *e);

#endif
