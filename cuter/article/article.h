/*
 * article.h -- makes an article from a classified page: its text and its
 * metadata.
 *
 * The functions are grouped by the file that contains them. They fill members
 * of struct cuter_article. All texts are in the page's arena. If memory runs
 * out, the arena jumps to its owner (base/arena.h). The functions have no other
 * failures.
 *
 * cuter_join() of join.c, which joins the parts of an article, is declared in
 * cuter/cuter.h.
 */
#ifndef CUTER_ARTICLE_ARTICLE_H
#define CUTER_ARTICLE_ARTICLE_H

#include "cuter/page.h"

/* The values that the page's JSON-LD gives for the article
 * (schema.org/Article). All texts are plain text in the arena. */
struct json_ld {
	struct slice headline, description, body, site_name, language, image;
	struct slice section, license;
	struct slice published, modified;
	struct slice page_published, page_modified; /* dates of the page's
						       WebPage object */
	struct slice *authors, *tags, *page_authors;
	size_t n_authors, n_tags, n_page_authors;
	struct slice *crumbs; /* breadcrumbs, without the home page */
	size_t n_crumbs;
	bool is_article; /* the page has an object of an article type */
	bool is_news;  /* true if the type is NewsArticle or derived from it */
	bool not_free; /* isAccessibleForFree: false */
	bool is_free;  /* isAccessibleForFree: true */
	bool is_live, is_gallery, is_video,
	    is_listing; /* the page has a JSON-LD object of a listing type */
};

/* json_ld.c: reads all JSON-LD scripts of the page. Malformed scripts are
 * repaired or skipped. O(bytes). */
void article_read_json_ld(struct page *, struct json_ld *ret);

/* json_ld.c: prepares a script for jansson, which recurses and accepts only
 * strict JSON. Removes the text before the first brace or bracket outside of
 * comments, and replaces control characters in strings, and commas before a
 * closing brace or bracket, by spaces. Returns false if the script nests too
 * deeply, is too large, or has no JSON. O(bytes). */
bool article_repair_json(struct arena *, struct slice *script);
/* state.c: returns the text in the page's embedded data, SLICE_NONE if there is
 * none. only_own: accept a text only if the page's title is near it. `work` is
 * scratch memory and is empty afterwards. O(bytes), limited. */
struct slice article_read_state(
    struct page *, struct slice title, bool only_own, struct buf *work);

/* metadata.c: fills language, site, canonical URL, feeds, tags, section,
 * publisher, licence and access. */
void article_metadata(
    struct page *, const struct json_ld *, struct cuter_article *);
/* usage.c: fills article->usage, the page's statements about the use of its
 * text. */
void article_usage(
    struct page *, const struct json_ld *, struct cuter_article *);
/* published.c: fills the dates; title.c: the title; byline.c: the authors. */
void article_dates(
    struct page *, const struct json_ld *, struct cuter_article *);
void article_title(
    struct page *, const struct json_ld *, struct cuter_article *);
void article_authors(
    struct page *, const struct json_ld *, struct cuter_article *);

/* lead.c: finds the standfirst and removes it from the chosen blocks. */
void article_find_lead(
    struct page *, const struct json_ld *, struct cuter_article *);
/* body.c: writes the plain text; clears `out` first. */
void article_body(struct page *, struct cuter_article *, struct buf *out);
/* html.c: writes the text as restricted HTML; needs article->media. */
void article_html(struct page *, struct cuter_article *, struct buf *out);
/* Returns the name under which an element is written. Returns NULL if only the
 * text of the element is written. */
const char *article_html_name(enum tag tag);
/* Writes a text, whose paragraphs are separated by empty lines, as <p>
 * elements. */
void article_text_to_html(struct slice text, struct buf *out);
/* retained.c: appends the links in page->retained to `body` and `body_html`.
 * The buffers hold what article_body() and article_html() wrote. */
void article_append_links(
    struct page *, struct cuter_article *, struct buf *body, struct buf *html);
/* image.c: fills article->media with images and players. */
void article_media(
    struct page *, const struct json_ld *, struct cuter_article *);
/* nodes.c: fills article->nodes for the whole page. */
void article_nodes(struct page *, struct cuter_article *);
/* page_class.c: fills page_class, flags and word_count. */
void article_classify_page(
    struct page *, const struct json_ld *, struct cuter_article *);
/* next_part.c: finds the address of the next part; needs page_class and body.
 * O(links). */
void article_next_part(
    struct page *, const struct json_ld *, struct cuter_article *);
/* next_part.c: finds the AMP or print variant; needs body, origin, word_count,
 * page_class and flags. */
void article_find_variant(struct page *, struct cuter_article *);
/* refresh.c: finds the target of a page that only leads to another page; needs
 * body, origin, word_count and flags. */
void article_find_refresh(struct page *, struct cuter_article *);
/* confidence.c: fills confidence and evidence. */
void article_find_confidence(struct page *, struct cuter_article *);

/* language.c: compares the declared language with the text's words. If the
 * words clearly belong to another language, that language replaces the declared
 * one. */
struct languages;
void article_find_language(const struct languages *, struct cuter_article *);

/* Records the source and the confidence of a field. The confidence was measured
 * on the development corpora, or is an estimate. */
static inline void
article_field(struct cuter_article *a, enum cuter_field field,
    enum cuter_source source, double confidence)
{
	a->fields[field] = (struct cuter_origin_of){ source, confidence };
}

/* text.c: helpers for text. */

/* Returns s as one line: white space collapsed, trimmed, references decoded, at
 * most max_bytes; SLICE_NONE if nothing is left.  Arena. */
struct slice article_line(struct arena *, struct slice, size_t max_bytes);
/* Like article_line(), for the content of a buffer, which is released. */
struct slice article_line_from_buf(
    struct arena *, struct buf *, size_t max_bytes);
/* Returns HTML as plain text with an empty line between paragraphs. */
struct slice article_plain(struct arena *, struct slice html);
/* Adds an item to a list of at most LIMIT_ARTICLE_LIST items, unless the list
 * already has it. */
void article_list_add(
    struct arena *, struct slice **items, size_t *n, struct slice item);
/* Writes & < > " ' as references; omits control characters except \n and \t. */
void article_escape(struct buf *, struct slice);

#endif
