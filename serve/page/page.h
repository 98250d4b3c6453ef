/*
 * page.h -- the pages of `gleaner serve`, and parts that several of them have.
 *
 * A handler writes one page.  The handlers are in these files:
 *
 *	stories_page.c: / and /story/{id};
 *	article_page.c: /article/{id};
 *	explain_page.c: /article/{id}/explain;
 *	search_page.c: /search;
 *	feed_pages.c: /feeds and /feed/{id};
 *	tag_page.c: /tag/{name} and /tag?name=;
 *	category_page.c: /category/{name};
 *	profile_page.c: /profiles and /profile/{name};
 *	trends_page.c: /trends;
 *	status_page.c: /status;
 *	style.c: /style.css.
 *
 * article_facts.c and revisions_part.c write parts of /article/{id}.
 * list_part.c writes lists of articles, and reads their cursors.
 *
 * The address of the next page of a list has the parameter `after`.  On /feeds,
 * /profile/{name} and /search, `after` is the number of items on the earlier
 * pages.  On other pages it is the position of the last article: the values of
 * article.sort_at and article.id, separated by a period.
 *
 * The functions that return int return 0, or a negative code after an error.
 */
#ifndef SERVE_PAGE_PAGE_H
#define SERVE_PAGE_PAGE_H

#include "serve/html.h"
#include "serve/route.h"
#include "store/article/article_page.h"
#include "store/store.h"

serve_handler page_stories, page_story, page_article, page_explain, page_search,
    page_feeds, page_feed, page_tag, page_category, page_profiles, page_profile,
    page_status, page_style, page_trends;

#define PAGE_ARTICLES 30 /* number of articles on a page of a list */

/* ---- list_part.c ---- */

/* Appends one item of <ol class="stories">: title, source, date, lead, and the
 * number of copies if the article has any.  `snippet`: shown in place of the
 * lead, with matches between U+0002 and U+0003; or SLICE_NONE. */
int list_put_article(struct buf *out, struct store *,
    const struct article_row *, struct slice snippet, struct err *e);
/* Reads the parameter `after`.  Returns false if it is malformed. */
bool list_read_place(
    const struct serve_request *, struct article_place *ret_place);

/* A page that is one list of articles. */
struct list_page {
	struct html_page page;     /* without next */
	struct article_page query; /* the members after and limit are not set */
	struct slice path;         /* path of the page, percent-encoded; may
				      have a query */
	const char *empty;         /* sentence for an empty list */
	bool must_exist;           /* an empty list is a 404; `empty` has no
				      period at its end */
	/* Writes the part before the list; may be NULL. */
	int (*put_top)(struct serve_exchange *, void *arg, struct err *e);
	void *arg;
};
/* Writes the whole page, or a problem. */
int list_write_page(struct serve_exchange *, struct list_page *, struct err *e);

/* ---- parts of the article's page ---- */

/* Appends authors, dates, sources, flags and so on as <dl>. */
int article_facts_put(
    struct buf *out, struct store *, const struct article_row *, struct err *e);
/* Appends the revisions of the article after the first one, each with its
 * differences from the text before; nothing if there is only one. */
int revisions_part_put(
    struct buf *out, struct store *, int64_t id, struct err *e);

#endif
