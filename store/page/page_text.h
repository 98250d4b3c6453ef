/*
 * page_text.h -- internal to store/: converts the extractor's result to the
 * rows of an article.
 *
 * The functions that return int return 0, or a negative code after an error of
 * the database.
 */
#ifndef STORE_PAGE_PAGE_TEXT_H
#define STORE_PAGE_PAGE_TEXT_H

#include "store/article/article_apply.h"

/* Makes the text of an article from its page.  If the page does not state the
 * title, the language or a date, the value of the earlier article is taken,
 * unless the earlier values are those of a witness (is_lent).  Borrows from the
 * page and from the earlier article.  The caller sets canonical_key. */
struct article_text page_text(struct store *, const struct cuter_article *,
    const struct article_state *old);
/* Returns the fields of `text` that are stored if the page is not the story,
 * such as an error page: class, flags and node classes.  Language and dates are
 * those of the earlier article.  Borrowed. */
struct article_text page_text_without_body(
    const struct article_text *text, const struct article_state *old);
/* Sends the query of page_compare_language() (query_ahead()). */
void page_languages_ahead(struct store *, int64_t article_id);
/* Compares the detected language of the text with the languages that the feeds
 * state.  If the detection is reliable and the language differs from all stated
 * languages, the article gets a flag: the page may be a front page in English,
 * a text of a partner, or a page of a site that was sold. */
int page_compare_language(struct store *, int64_t article_id,
    const struct cuter_article *, struct article_text *, struct err *e);
/* Replaces authors, tags and media.  If a list is empty on the page, the
 * earlier list remains, unless it is that of a witness (is_lent). */
int page_set_lists(struct store *, const struct article_state *old,
    const struct cuter_article *, struct err *e);
/* Returns the rules about the use of the article (X-Robots-Tag, <meta>), one a
 * line: first those of the response's headers, then those of the page. Borrowed
 * from the update or the arena. */
struct slice page_usage(struct store *, const struct article_update *);

#endif
