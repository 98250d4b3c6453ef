/*
 * cut.c -- runs the passes that make an article from a page.
 *
 * Bytes -> UTF-8 -> prefilter and guard -> tree -> blocks -> marks, title ->
 * method -> classes -> article.
 *
 * Errors: ERR_LIMIT and ERR_MEMORY when the arena is exhausted (by a jump to
 * cuter_cut()), ERR_USAGE for an unknown method. A parser that refuses the page
 * is not an error: the next parser is tried.
 */
#include <jansson.h>
#include <pthread.h>
#include <string.h>

#include "base/limits.h"
#include "cuter/article/article.h"
#include "cuter/article/language.h"
#include "cuter/classify/methods.h"
#include "cuter/explain.h"
#include "cuter/features/features.h"
#include "cuter/model/trees.h"
#include "cuter/rule/rule.h"
#include "cuter/rule/rule_xpath.h"
#include "cuter/segments/segmenting.h"
#include "cuter/segments/segments.h"
#include "cuter/tree/charset.h"
#include "cuter/tree/parser.h"
#include "url/url.h"

/* A body with fewer words is replaced by the articleBody of the page's JSON-LD,
 * if the articleBody has at least this number of words. */
#define FALLBACK_WORDS 40

/* If a body has fewer than SHORT_WORDS words, and the text in the page's data
 * has at least LONGER_STATE times as many, the page shows only a teaser. The
 * text in the data then replaces the body. */
#define SHORT_WORDS  150
#define LONGER_STATE 4

struct cuter {
	struct arena arena;
	struct charsets charsets;
	struct tidy_memory tidy;
	struct buf utf8;     /* the page, if it had to be converted */
	struct buf filtered; /* the prefilter's output */
	struct trees trees;  /* scratch memory of the trained model */
	struct buf body, html, work;
	struct languages languages;
};

static pthread_once_t cut_once = PTHREAD_ONCE_INIT;

static void
cut_warm_up(void)
{
	parsers_warm_up();
	rule_xpath_warm_up();
	json_object_seed(0);
}

int
cuter_new(struct cuter **ret, struct err *e)
{
	return cuter_new_with(NULL, ret, e);
}

int
cuter_new_with(
    const struct allocator *allocator, struct cuter **ret, struct err *e)
{
	struct cuter *c = allocator_allocate(allocator, sizeof(*c));

	if (c == NULL)
		return err_set(e, ERR_MEMORY, "cuter: out of memory");
	memset(c, 0, sizeof(*c));
	charsets_init(&c->charsets);
	charsets_open_all(&c->charsets);
	pthread_once(&cut_once, cut_warm_up);
	arena_init_with(&c->arena, LIMIT_PAGE_ARENA, allocator);
	trees_init(&c->trees, allocator);
	tidy_memory_init(&c->tidy, LIMIT_PAGE_TIDY);
	languages_fill(&c->languages);
	buf_init_with(&c->utf8, LIMIT_PAGE_HTML, allocator);
	buf_init_with(&c->filtered, LIMIT_PAGE_HTML, allocator);
	buf_init_with(&c->body, LIMIT_ARTICLE_BYTES, allocator);
	buf_init_with(&c->html, 2 * LIMIT_ARTICLE_BYTES, allocator);
	buf_init_with(&c->work, LIMIT_ARTICLE_BYTES, allocator);
	*ret = c;
	return 0;
}

void
cuter_trim(struct cuter *c)
{
	arena_release(&c->arena);
	tidy_memory_release(&c->tidy);
	tidy_memory_init(&c->tidy, LIMIT_PAGE_TIDY);
	buf_release(&c->utf8);
	buf_release(&c->filtered);
	buf_release(&c->body);
	buf_release(&c->html);
	buf_release(&c->work);
}

void
cuter_free(struct cuter *c)
{
	if (c == NULL)
		return;
	cuter_trim(c);
	trees_release(&c->trees);
	charsets_release(&c->charsets);
	allocator_release(c->arena.allocator, c);
}

static struct slice
cut_find_base(struct page *page)
{
	struct slice base;

	if (page->head->base.len > 0 &&
	    url_resolve(page->arena, page->input->url, page->head->base, &base))
		return base;
	return page->input->url;
}

static bool
cut_try_parser(struct cuter *c, struct page *page, enum cuter_parser parser,
    const struct prefilter_result *filtered)
{
	struct slice html = buf_slice(&c->filtered);

	tree_init(&page->tree, page->arena, filtered->attrs, filtered->n_nodes);
	switch (parser) {
	case CUTER_PARSER_NESTED:
		return tree_from_nested(&page->tree, html);
	case CUTER_PARSER_TIDY:
		return tree_from_tidy(&page->tree, &c->tidy, html, NULL) == 0;
	case CUTER_PARSER_LIBXML2:
		return tree_from_libxml2(&page->tree, html, NULL) == 0;
	default:
		tree_from_plain(&page->tree, html);
		return true;
	}
}

/* Tries the parser that the caller requests, then those after it in enum
 * cuter_parser. */
static enum cuter_parser
cut_build_tree(struct cuter *c, struct page *page, enum cuter_parser wanted,
    const struct prefilter_result *filtered)
{
	if (wanted == CUTER_PARSER_AUTO)
		wanted = filtered->faults != 0 ? CUTER_PARSER_LIBXML2
					       : CUTER_PARSER_NESTED;
	while (!cut_try_parser(c, page, wanted, filtered))
		wanted++;
	return wanted;
}

static enum cuter_parser
cut_read_page(struct cuter *c, struct page *page)
{
	enum cuter_parser wanted =
	    page->options != NULL ? page->options->parser : CUTER_PARSER_AUTO;
	struct prefilter_result filtered;
	struct charset charset;
	struct slice utf8;
	enum cuter_parser used;

	utf8 = page_to_utf8(&c->charsets, page->input->bytes,
	    page->input->content_type, &c->utf8, &charset);
	page->utf8 = utf8;
	rule_begin(page);
	if (page->rule != NULL)
		prefilter_run_whole(
		    page->arena, page->utf8, &c->filtered, &filtered);
	else
		prefilter_run(page->arena, utf8, &c->filtered, &filtered);
	if (c->utf8.no_memory || c->filtered.no_memory)
		arena_give_up(page->arena);
	page->head = filtered.head;
	page->base_url = cut_find_base(page);
	used = cut_build_tree(c, page, wanted, &filtered);
	page->is_truncated =
	    filtered.truncated || buf_failed(&c->utf8) || page->tree.is_full;
	rule_run(page, &filtered);
	return used;
}

static void
cut_take_text(struct cuter *c, struct page *page, struct slice text,
    enum cuter_origin origin, struct cuter_article *a)
{
	buf_clear(&c->body);
	buf_append_slice(&c->body, text);
	a->body = buf_slice(&c->body);
	buf_clear(&c->html);
	article_text_to_html(a->body, &c->html);
	if (c->body.no_memory || c->html.no_memory)
		arena_give_up(page->arena);
	a->body_html = buf_slice(&c->html);
	a->word_count = words_count(a->body);
	a->origin = origin;
	if (origin != CUTER_ORIGIN_FEED)
		a->flags |= CUTER_FLAG_JSON_BODY;
}

/* If the page gave fewer than FALLBACK_WORDS words, uses JSON-LD's articleBody,
 * else the text in the data that the page's scripts display. Also uses the text
 * in the data if the text of the page is much shorter. */
static void
cut_take_machine_text(struct cuter *c, struct page *page,
    const struct json_ld *ld, struct cuter_article *a)
{
	struct slice text;

	a->word_count = words_count(a->body);
	if (a->word_count >= SHORT_WORDS)
		return;
	if (a->word_count < FALLBACK_WORDS &&
	    words_count(ld->body) >= FALLBACK_WORDS) {
		cut_take_text(c, page, ld->body, CUTER_ORIGIN_JSON_LD, a);
		return;
	}
	text = article_read_state(page,
	    page->has_hint_title ? page->input->hint_title : a->title,
	    a->word_count >= FALLBACK_WORDS, &c->work);
	if (a->word_count >= FALLBACK_WORDS &&
	    words_count(text) < LONGER_STATE * a->word_count)
		return;
	if (text.len > 0)
		cut_take_text(c, page, text, CUTER_ORIGIN_STATE, a);
}

/* Uses the feed's summary if there is no other text. */
static void
cut_take_feed_text(struct cuter *c, struct page *page, struct cuter_article *a)
{
	struct slice text;

	if (a->body.len > 0)
		return;
	text = page->summary;
	if (text.len == 0)
		return;
	cut_take_text(c, page, text, CUTER_ORIGIN_FEED, a);
}

/* The text of an error page or of a consent wall is not an article. The page
 * keeps its class and gets no text, so that the feed's summary is used. */
static void
cut_drop_text(struct cuter_article *a)
{
	if (a->page_class != CUTER_PAGE_ERROR &&
	    a->page_class != CUTER_PAGE_CONSENT)
		return;
	a->body = a->body_html = SLICE("");
	a->word_count = 0;
}

/* Finds the lead. article_find_lead() may add the lead's block to the body or
 * remove it from the body; a body that a rule names is restored. */
static void
cut_find_lead(
    struct page *page, const struct json_ld *ld, struct cuter_article *a)
{
	uint8_t *reasons = NULL;

	if (rule_has_body(page)) {
		reasons = arena_array(
		    page->arena, (size_t)page->n_blocks + 1, sizeof(*reasons));
		for (uint32_t i = 0; i < page->n_blocks; i++)
			reasons[i] = page->blocks[i].reason;
	}
	article_find_lead(page, ld, a);
	if (reasons != NULL && page->lead_block != PAGE_NO_BLOCK)
		rule_restore_lead(page, reasons[page->lead_block]);
}

static void
cut_assemble(struct cuter *c, struct page *page, const struct json_ld *ld,
    struct cuter_article *a)
{
	article_metadata(page, ld, a);
	article_usage(page, ld, a);
	article_title(page, ld, a);
	rule_set_title(page, a);
	cut_find_lead(page, ld, a);
	article_authors(page, ld, a);
	rule_set_authors(page, a);
	rule_set_date(page, a);
	article_media(page, ld, a);
	rule_set_media(page, a);
	article_body(page, a, &c->body);
	article_html(page, a, &c->html);
	if (!rule_has_body(page))
		cut_take_machine_text(c, page, ld, a);
	else
		a->word_count = words_count(a->body);
	article_classify_page(page, ld, a);
	article_next_part(page, ld, a);
	rule_set_links(page, a);
	article_find_confidence(page, a);
	article_append_links(page, a, &c->body, &c->html);
	rule_finish(page, a);
	cut_drop_text(a);
	cut_take_feed_text(c, page, a);
	article_find_language(&c->languages, a);
	article_find_variant(page, a);
	article_find_refresh(page, a);
	for (uint32_t i = 0; i < page->tree.n; i++)
		a->class_count[page->classes[i]]++;
}

/* The page classes whose observations are added to the site memory: pages with
 * a text of their own. */
static const bool updates_site_memory[CUTER_PAGE_CLASS_COUNT] = {
	[CUTER_PAGE_ARTICLE] = true,
	[CUTER_PAGE_OTHER] = true,
	[CUTER_PAGE_LIVE_BLOG] = true,
	[CUTER_PAGE_GALLERY] = true,
	[CUTER_PAGE_VIDEO] = true,
	[CUTER_PAGE_PAYWALL] = true,
};

/* Reports the error after a jump to the arena's `exhausted`. */
static int
cut_fail(const struct cuter *c, const struct cuter_input *input, struct err *e)
{
	if (c->arena.no_memory || c->trees.arena.no_memory)
		return err_set(e, ERR_MEMORY,
		    "page of %zu bytes: out of memory", input->bytes.len);
	return err_set(e, ERR_LIMIT,
	    "page of %zu bytes: its nodes and text need more than %lld MiB",
	    input->bytes.len, LIMIT_PAGE_ARENA / MIB);
}

static struct page *
cut_new_page(struct cuter *c, const struct cuter_input *input,
    const struct cuter_options *options)
{
	struct page *page = arena_alloc(&c->arena, sizeof(*page));

	page->arena = &c->arena;
	page->input = input;
	page->options = options;
	page->trees = &c->trees;
	return page;
}

int
cuter_segment(struct cuter *c, const struct cuter_input *input,
    const struct cuter_segmenting *how, struct cuter_segments *ret,
    struct err *e)
{
	const struct cuter_options options = { .parser = how->parser };
	struct cuter_segments found;
	struct page *page;
	jmp_buf exhausted;

	arena_clear(&c->arena);
	c->arena.exhausted = &exhausted;
	if (setjmp(exhausted) != 0)
		return cut_fail(c, input, e);
	page = cut_new_page(c, input, &options);
	cut_read_page(c, page);
	features_mark(page);
	features_count(page);
	segments_find(page, how, &found);
	*ret = found;
	return 0;
}

/* Divides the page into blocks, and marks those of other parts than the
 * article.  Each pass uses the results of the passes before it. */
static void
cut_mark_page(struct page *page)
{
	features_mark(page);
	features_choose_pre_story(page);
	features_count(page);
	features_split_lines(page);
	features_find_title(page);
	features_mark_stories(page);
	features_find_region(page);
	features_mark_next_stories(page);
	features_mark_teasers(page);
	features_find_comments(page);
	features_mark_meta_lines(page);
	features_mark_notices(page);
	features_mark_consent(page);
}

int
cuter_cut(struct cuter *c, const struct cuter_input *input,
    const struct cuter_options *options, struct cuter_article *ret,
    struct err *e)
{
	struct page *page;
	struct cuter_article *a;
	struct json_ld *ld;
	jmp_buf exhausted;
	struct page *volatile reading = NULL;
	method_fn *method =
	    method_find(options != NULL ? options->method : NULL,
		options != NULL ? options->methods : NULL);

	if (method == NULL)
		return err_set(
		    e, ERR_USAGE, "no method \"%s\"", options->method);
	arena_clear(&c->arena);
	c->arena.exhausted = &exhausted;
	if (setjmp(exhausted) != 0) {
		if (reading != NULL)
			json_decref(reading->json);
		return cut_fail(c, input, e);
	}
	page = cut_new_page(c, input, options);
	a = arena_alloc(&c->arena, sizeof(*a));
	reading = page;
	a->published_at = a->modified_at = DATE_NONE;
	a->published_zone = a->modified_zone = CUTER_ZONE_NONE;
	a->parser = cut_read_page(c, page);
	page->summary = article_plain(page->arena, input->hint_summary);
	ld = arena_alloc(&c->arena, sizeof(*ld));
	if (!rule_skips_json_ld(page))
		article_read_json_ld(page, ld);
	page->json_ld_body = ld->body;
	cut_mark_page(page);
	method(page);
	features_remove_boilerplate(page);
	features_remove_pull_quotes(page);
	features_remove_closing(page);
	rule_choose(page);
	features_classify(page);
	cut_assemble(c, page, ld, a);
	if (options != NULL && (options->nodes || options->explain != NULL))
		features_find_kinds(page);
	if (options != NULL && options->nodes)
		article_nodes(page, a);
	if (options != NULL && options->explain != NULL)
		explain_write(page, a, options->explain);
	if (updates_site_memory[a->page_class])
		a->site_seen = page->seen;
	*ret = *a;
	return 0;
}
