/*
 * rule.h -- applies the rules of a site to a page.
 *
 * In:  cuter_options.rules, the page.
 * Out: the page's text with replaced strings; the tree without stripped
 *      elements; the blocks of the body that a rule names; fields and links.
 *
 * The order: rule_begin() before the page is parsed, rule_run() on its tree,
 * rule_choose() after the method, the other functions while the article is
 * assembled.  A page whose rules find no body is extracted by the method, from
 * the page without stripped elements.
 */
#ifndef CUTER_RULE_RULE_H
#define CUTER_RULE_RULE_H

#include "cuter/page.h"
#include "rules/rules.h"

#define RULE_NOT_TRIED UINT32_MAX

struct rule_result {
	struct rules rules;
	enum cuter_rule_state state;
	struct slice why;
	uint32_t *n_found; /* number of nodes that each line has found; or
			      RULE_NOT_TRIED */
	bool has_body;     /* a rule for the body matched */
	bool is_native_ad;
	uint8_t *in_body;   /* for each node: 1 if it is in the body */
	uint32_t own_marks; /* marks of the elements that the rule names */
	uint32_t *bodies;   /* the elements that the rule names */
	uint32_t n_bodies;
	struct slice title, date;
	struct slice *authors;
	size_t n_authors;
	struct slice next_page, single_page; /* links as written in the page */
};

/* rule_replace.c: reads the rules, sets page->rule and replaces strings in
 * page->utf8.  O(bytes * replace_string). */
void rule_begin(struct page *);
/* rule_run.c: evaluates the rules and removes stripped elements from the tree.
 */
void rule_run(struct page *, const struct prefilter_result *);

/* rule_apply.c */
/* True if the body of the page is the one that a rule names. */
bool rule_has_body(const struct page *);
/* True if JSON-LD of the page is not read. */
bool rule_skips_json_ld(const struct page *);
/* Chooses the blocks of the body; call it after the method. */
void rule_choose(struct page *);
/* Restores the body after article_find_lead(), which may have added the lead's
 * block to the body or removed it. reason_before: the reason of this block
 * before that call. */
void rule_restore_lead(struct page *, uint8_t reason_before);
/* The next four functions replace the fields for which a rule found a value. */
void rule_set_title(struct page *, struct cuter_article *);
void rule_set_authors(struct page *, struct cuter_article *);
void rule_set_date(struct page *, struct cuter_article *);
void rule_set_media(struct page *, struct cuter_article *);
/* Sets next_part and single_page; call it after article_next_part(). */
void rule_set_links(struct page *, struct cuter_article *);
/* Sets origin, class, confidence and the report; removes the text if the rules
 * forbid the method's text. */
void rule_finish(struct page *, struct cuter_article *);

#endif
