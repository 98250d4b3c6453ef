/*
 * rule_apply.c -- makes the article from the results of the rules.
 *
 * In:  page->rule, the blocks with the decisions of the method, the article so
 *      far.
 * Out: the blocks of the body; title, authors, date, links; the report.
 */
#include "base/limits.h"
#include "base/limits/limits_rules.h"
#include "cuter/article/article.h"
#include "cuter/article/date/published.h"
#include "cuter/features/features.h"
#include "cuter/rule/rule.h"
#include "url/url.h"

#define DAY_S 86400

/* Least confidence of a text that a rule names. It is below 1, because some
 * rules are outdated. */
#define RULE_CONFIDENCE 0.95

/* Marks of parts that `prune` removes if the method does not choose them.  They
 * come from the names of elements and classes.  Marks that compare the text
 * with the feed's title do not count, because the rule names the text. */
#define PRUNED_MARKS                                                           \
	(MARK_BUTTON | MARK_NAVIGATION | MARK_ADVERTISEMENT | MARK_COMMENTS)

bool
rule_has_body(const struct page *page)
{
	return page->rule != NULL && page->rule->has_body;
}

bool
rule_skips_json_ld(const struct page *page)
{
	return page->rule != NULL && page->rule->rules.is_on[RULE_SKIP_JSON_LD];
}

/* ---- blocks ---- */

/* Returns whether a block of the named elements is text of the article.  Marks
 * of the named elements themselves do not count, because the rule names them in
 * spite of these marks. */
static bool
rule_apply_takes(const struct page *page, uint32_t index)
{
	const struct block *b = &page->blocks[index];
	const struct rule_result *r = page->rule;
	uint32_t marks = b->marks & ~r->own_marks;

	if (marks & (MARK_HIDDEN | MARK_CAPTION))
		return false;
	if (index == page->title_block && b->is_heading)
		return false;
	return !r->rules.is_on[RULE_PRUNE] || b->reason == REASON_CHOSEN ||
	       !(marks & PRUNED_MARKS);
}

/* Sets the class of each block. Returns the number of blocks of the body. */
static uint32_t
rule_apply_body(struct page *page)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < page->n_blocks; i++) {
		struct block *b = &page->blocks[i];

		if (page->rule->in_body[b->first] &&
		    rule_apply_takes(page, i)) {
			b->class = CUTER_TEXT;
			b->reason = REASON_CHOSEN;
			n++;
		} else if (b->reason == REASON_CHOSEN ||
			   b->class == CUTER_TEXT) {
			b->class = CUTER_NAVIGATION;
			if (b->reason == REASON_CHOSEN)
				b->reason = REASON_OUTSIDE_RULE;
		}
	}
	return n;
}

void
rule_choose(struct page *page)
{
	struct rule_result *r = page->rule;

	if (!rule_has_body(page))
		return;
	for (uint32_t i = 0; i < r->n_bodies; i++)
		r->own_marks |= page->marks[r->bodies[i]];
	/* If pruning leaves no block of the body, the body is not pruned. */
	if (rule_apply_body(page) == 0) {
		r->rules.is_on[RULE_PRUNE] = false;
		rule_apply_body(page);
	}
}

void
rule_restore_lead(struct page *page, uint8_t reason_before)
{
	if (!rule_has_body(page) || page->lead_block == PAGE_NO_BLOCK)
		return;
	page->blocks[page->lead_block].reason = reason_before;
	page->lead_block = PAGE_NO_BLOCK;
	page->lead_in_body = false;
}

/* ---- fields ---- */

void
rule_set_title(struct page *page, struct cuter_article *a)
{
	struct slice title;

	if (page->rule == NULL || page->rule->title.len == 0)
		return;
	title = article_line(page->arena, page->rule->title, LIMIT_TITLE_BYTES);
	if (title.len == 0)
		return;
	a->title = title;
	article_field(a, CUTER_FIELD_TITLE, CUTER_SOURCE_RULE, RULE_CONFIDENCE);
}

void
rule_set_authors(struct page *page, struct cuter_article *a)
{
	const struct rule_result *r = page->rule;
	struct slice *parts;

	if (r == NULL || r->n_authors == 0)
		return;
	a->authors = r->authors;
	a->n_authors = r->n_authors;
	parts = arena_array(page->arena, 2 * r->n_authors, sizeof(*parts));
	for (size_t i = 0; i < r->n_authors; i++) {
		parts[2 * i] = i > 0 ? SLICE(", ") : SLICE("");
		parts[2 * i + 1] = r->authors[i];
	}
	a->byline = article_line(page->arena,
	    arena_join(page->arena, parts, 2 * r->n_authors),
	    LIMIT_TITLE_BYTES);
	article_field(
	    a, CUTER_FIELD_AUTHORS, CUTER_SOURCE_RULE, RULE_CONFIDENCE);
}

/* True if two dates are at most one day apart. */
static bool
rule_apply_is_same_day(int64_t known_at, int64_t at)
{
	return known_at != DATE_NONE && at <= known_at + DAY_S &&
	       at >= known_at - DAY_S;
}

/* A date after the fetch or at the start of 1970 is ignored. A date without a
 * time does not replace a date with a time of the same day. */
void
rule_set_date(struct page *page, struct cuter_article *a)
{
	struct slice url = page->input->url, text;
	enum date_order order;
	unsigned flags = 0;
	int64_t at;
	int zone;

	if (page->rule == NULL || page->rule->date.len == 0)
		return;
	text = page->rule->date;
	order = published_order(url, a->language);
	if (!date_parse_ordered(text, order, &at, &flags) &&
	    !published_find(text, order, &at, &flags))
		return;
	if (!published_in_zone(page, a->language, text, flags, &at, &zone))
		return;
	if (flags & DATE_HAS_TIME ||
	    !rule_apply_is_same_day(a->published_at, at)) {
		a->published_at = at;
		a->published_zone = zone;
	}
	article_field(
	    a, CUTER_FIELD_PUBLISHED, CUTER_SOURCE_RULE, RULE_CONFIDENCE);
}

/* Applies "insert_detected_image: no", which removes all images outside of the
 * body. */
void
rule_set_media(struct page *page, struct cuter_article *a)
{
	size_t n = 0;

	if (!rule_has_body(page) || page->rule->rules.is_on[RULE_INSERT_IMAGE])
		return;
	for (size_t i = 0; i < a->n_media; i++) {
		uint32_t node = page->media_nodes[i];

		if (node == TREE_NOWHERE || !page->rule->in_body[node])
			continue;
		page->media_nodes[n] = node;
		a->media[n++] = a->media[i];
	}
	a->n_media = n;
}

/* ---- links ---- */

/* Returns a link as an absolute address. Returns SLICE_NONE if the link leads
 * to the page itself or to another site. */
static struct slice
rule_apply_link(struct page *page, struct slice link)
{
	struct slice url, own, other, key, own_key;

	if (link.len == 0 || link.p[0] == '#' ||
	    !url_resolve(page->arena, page->base_url, link, &url) ||
	    !url_budget_key(page->arena, page->input->url, &own) ||
	    !url_budget_key(page->arena, url, &other) ||
	    !slice_equal(own, other) || !url_key(page->arena, url, &key) ||
	    !url_key(page->arena, page->input->url, &own_key) ||
	    slice_equal(key, own_key))
		return SLICE_NONE;
	return url;
}

void
rule_set_links(struct page *page, struct cuter_article *a)
{
	const struct rule_result *r = page->rule;

	if (r == NULL)
		return;
	a->single_page = rule_apply_link(page, r->single_page);
	/* If there is a rule for the next page, no other source is used,
	 * because the rule finds nothing on the last page. */
	if (rules_have(&r->rules, RULE_NEXT_PAGE_LINK) &&
	    r->state != CUTER_RULE_FAILED)
		a->next_part = rule_apply_link(page, r->next_page);
}

/* ---- the report ---- */

/* Classes of pages whose text is not stored, or only if it is longer than the
 * feed's text. If a rule names the text of such a page, its class becomes
 * CUTER_PAGE_ARTICLE. */
static const bool is_doubtful[CUTER_PAGE_CLASS_COUNT] = {
	[CUTER_PAGE_LISTING] = true,
	[CUTER_PAGE_OTHER] = true,
	[CUTER_PAGE_STUB] = true,
	[CUTER_PAGE_ERROR] = true,
	[CUTER_PAGE_CONSENT] = true,
};

static void
rule_apply_report(struct page *page, struct cuter_article *a)
{
	const struct rule_result *r = page->rule;
	const struct rules *rules = &r->rules;

	a->rule = r->state;
	a->rule_why = article_line(page->arena, r->why, LIMIT_TITLE_BYTES);
	a->rule_lines = arena_array(
	    page->arena, rules->n_lines + 1, sizeof(*a->rule_lines));
	for (size_t i = 0; i < rules->n_lines; i++)
		if (r->n_found[i] != RULE_NOT_TRIED)
			a->rule_lines[a->n_rule_lines++] =
			    (struct cuter_rule_line){ rules->lines[i].number,
				    rule_command_name(rules->lines[i].command),
				    r->n_found[i] };
}

void
rule_finish(struct page *page, struct cuter_article *a)
{
	const struct rule_result *r = page->rule;

	if (r == NULL)
		return;
	rule_apply_report(page, a);
	if (r->is_native_ad)
		a->flags |= CUTER_FLAG_NATIVE_AD;
	if (r->has_body && a->body.len > 0) {
		a->origin = CUTER_ORIGIN_RULE;
		if (is_doubtful[a->page_class])
			a->page_class = CUTER_PAGE_ARTICLE;
		a->flags &= ~(unsigned)(CUTER_FLAG_STUB | CUTER_FLAG_CONSENT);
		if (a->confidence < RULE_CONFIDENCE)
			a->confidence = RULE_CONFIDENCE;
	} else if (!r->has_body && !r->rules.is_on[RULE_AUTODETECT] &&
		   rules_have(&r->rules, RULE_BODY) &&
		   r->state == CUTER_RULE_MISSED) {
		a->body = a->body_html = SLICE("");
		a->word_count = 0;
	}
}
