/*
 * article.h -- from classes to the article: its text, and what is known
 * about it.
 */
#ifndef CUTER_ARTICLE_ARTICLE_H
#define CUTER_ARTICLE_ARTICLE_H

#include "cuter/page.h"

/* What the page's JSON-LD says of its article (schema.org/Article).  Texts
 * are plain, in the arena. */
struct json_ld {
	struct slice headline, description, body, site_name, language, image;
	struct slice section, license;
	struct slice published, modified;
	struct slice page_published, page_modified; /* of its WebPage */
	struct slice *authors, *tags, *page_authors;
	size_t n_authors, n_tags, n_page_authors;
	bool is_article; /* an object of such a type was there */
	bool not_free;   /* isAccessibleForFree: false */
	bool is_free;    /* … true */
	bool is_live, is_gallery, is_video, is_listing; /* so was another */
};

/* json_ld.c; reads each block once, whatever it holds. O(bytes). */
void article_read_json_ld(struct page *, struct json_ld *ret);

/* For jansson, which recurses and is strict: from the first brace or bracket
 * on, control characters in strings made spaces; false where it nests too deep,
 * is too large, or holds nothing.  O(bytes). */
bool article_mend_json(struct arena *, struct slice *script);
/* state.c: the text in the page's own data, SLICE_NONE if there is none; work
 * is used and left empty.  O(bytes), with bounds. */
struct slice article_read_state(
    struct page *, struct slice title, struct buf *work);

/* metadata.c: language, site, canonical URL, tags; published.c: dates;
 * title.c; byline.c: authors. */
void article_metadata(
    struct page *, const struct json_ld *, struct cuter_article *);
/* usage.c: what is said about its use. */
void article_usage(
    struct page *, const struct json_ld *, struct cuter_article *);
void article_dates(
    struct page *, const struct json_ld *, struct cuter_article *);
void article_title(
    struct page *, const struct json_ld *, struct cuter_article *);
void article_authors(
    struct page *, const struct json_ld *, struct cuter_article *);

/* lead.c: finds the standfirst; takes it out of the chosen blocks. */
void article_find_lead(struct page *, struct cuter_article *);
/* body.c: plain text. `out` is cleared first. */
void article_body(struct page *, struct cuter_article *, struct buf *out);
/* html.c: the same as small clean HTML; needs article->media. */
void article_html(struct page *, struct cuter_article *, struct buf *out);
/* A text (paragraphs by empty line) as <p>s. */
void article_text_to_html(struct slice text, struct buf *out);
/* image.c: images and players of the article. */
void article_media(
    struct page *, const struct json_ld *, struct cuter_article *);
/* nodes.c: article->nodes, of the whole page. */
void article_nodes(struct page *, struct cuter_article *);
/* page_class.c: page_class, flags, word_count */
void article_judge_page(
    struct page *, const struct json_ld *, struct cuter_article *);
/* next_part.c; needs page_class and body.  O(links). */
void article_next_part(
    struct page *, const struct json_ld *, struct cuter_article *);
/* The same file; needs origin and word_count, too. */
void article_twin(struct page *, struct cuter_article *);
/* confidence.c */
void article_find_confidence(struct page *, struct cuter_article *);

/* language.c, once the text is there: is it as declared?  The chosen one is
 * set anew where the words are sure of another. */
struct languages;
void article_find_language(const struct languages *, struct cuter_article *);

/* Who said a field; with what was measured, or in default what is usual. */
static inline void
article_field(struct cuter_article *a, enum cuter_field field,
    enum cuter_source source, double confidence)
{
	a->fields[field] = (struct cuter_origin_of){ source, confidence };
}

/* Small common things (text.c). */

/* One line: white space folded, trimmed, references decoded, at most
 * max_bytes; SLICE_NONE if nothing is left.  Arena. */
struct slice article_line(struct arena *, struct slice, size_t max_bytes);
/* The same of what was gathered, which is released. */
struct slice article_line_of(struct arena *, struct buf *, size_t max_bytes);
/* Markup out, references decoded, paragraphs by an empty line. */
struct slice article_plain(struct arena *, struct slice html);
/* Adds to a list of at most LIMIT_ARTICLE_LIST, once. */
void article_list_add(
    struct arena *, struct slice **items, size_t *n, struct slice item);
/* & < > " ' as references; controls but \n and \t are left out */
void article_escape(struct buf *, struct slice);

#endif
