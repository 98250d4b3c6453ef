/*
 * rule_run.c -- evaluates the rules of a site on the tree of a page.
 *
 * The order is that of Full-Text RSS: links, native_ad_clue, title, author,
 * date; then all stripped elements are removed; then elements are wrapped; then
 * the body is searched.  Of several lines with the same command, the first that
 * finds something counts.
 *
 * Failures: an expression that is not valid finds nothing and is reported; at a
 * limit all further expressions find nothing, and the rules have failed.
 */
#include <libxml/xpath.h>

#include "base/limits/limits_rules.h"
#include "base/text/utf8.h"
#include "cuter/article/article.h"
#include "cuter/rule/rule.h"
#include "cuter/rule/rule_document.h"
#include "cuter/rule/rule_wrap.h"
#include "cuter/rule/rule_xpath.h"

#define WHY_BYTES 400

/* The state of an evaluation. It is in the arena, so it is still valid after a
 * jump. */
struct rule_running {
	struct page *page;
	struct rule_result *r;
	struct rule_document document;
	struct rule_xpath xpath;
	xmlXPathObject *found; /* result of the current expression */
	bool *stripped;        /* stripped[i]: node i of the tree was removed */
	bool has_stripped;
};

/* ---- one expression ---- */

static void
rule_run_note(struct rule_running *run, uint32_t number, const char *why)
{
	if (run->r->why.len == 0)
		run->r->why = utf8_prefix(
		    arena_format(run->page->arena, "line %u: %s", number, why),
		    WHY_BYTES);
}

static void
rule_run_forget(struct rule_running *run)
{
	if (run->found != NULL)
		xmlXPathFreeObject(run->found);
	run->found = NULL;
}

/* Evaluates an expression into run->found; returns false if it fails. */
static bool
rule_run_evaluate(
    struct rule_running *run, uint32_t number, struct slice expression)
{
	rule_run_forget(run);
	run->found = rule_xpath_find(&run->xpath, expression);
	if (run->found == NULL)
		rule_run_note(run, number, run->xpath.why);
	return run->found != NULL;
}

static uint32_t
rule_run_count(const struct rule_running *run)
{
	const xmlXPathObject *found = run->found;

	switch (found->type) {
	case XPATH_NODESET:
		return found->nodesetval != NULL
			   ? (uint32_t)found->nodesetval->nodeNr
			   : 0;
	case XPATH_STRING:
		return found->stringval != NULL && found->stringval[0] != '\0';
	case XPATH_BOOLEAN:
		return found->boolval != 0;
	default:
		return found->type == XPATH_NUMBER;
	}
}

/* Evaluates a line, with its condition.  Returns the number of results. */
static uint32_t
rule_run_line(struct rule_running *run, size_t i)
{
	const struct rule_line *line = &run->r->rules.lines[i];
	uint32_t n = 0;

	if (line->condition.p == NULL ||
	    (rule_run_evaluate(run, line->number, line->condition) &&
		rule_run_count(run) > 0))
		n = rule_run_evaluate(run, line->number, line->value)
			? rule_run_count(run)
			: 0;
	run->r->n_found[i] = n;
	return n;
}

/* Copies text of libxml2 into the arena and frees it. */
static struct slice
rule_run_copy(struct rule_running *run, xmlChar *text)
{
	struct slice copy = SLICE_NONE;

	if (text != NULL) {
		copy = slice_trim(slice_of((const char *)text));
		/* If the arena reaches its limit here, the text is not freed.
		 */
		copy = arena_copy(run->page->arena, copy);
		xmlFree(text);
	}
	return copy;
}

/* Returns the text of result k: a node's text, or the string. */
static struct slice
rule_run_text(struct rule_running *run, uint32_t k)
{
	xmlXPathObject *found = run->found;

	if (found->type != XPATH_NODESET)
		return rule_run_copy(run, xmlXPathCastToString(found));
	if (found->nodesetval->nodeTab[k]->type == XML_NAMESPACE_DECL)
		return SLICE_NONE;
	return rule_run_copy(
	    run, xmlNodeGetContent(found->nodesetval->nodeTab[k]));
}

/* Returns the address of result k: the href of an element, else the text of the
 * result. */
static struct slice
rule_run_address(struct rule_running *run, uint32_t k)
{
	xmlXPathObject *found = run->found;
	xmlNode *node;

	if (found->type == XPATH_NODESET) {
		node = found->nodesetval->nodeTab[k];
		if (node->type == XML_ELEMENT_NODE)
			return rule_run_copy(
			    run, xmlGetProp(node, (const xmlChar *)"href"));
	}
	return rule_run_text(run, k);
}

/* ---- fields and links ---- */

/* Returns the first text that is not empty among the results of the lines with
 * a command. take() returns the text of result k. */
static struct slice
rule_run_first(struct rule_running *run, enum rule_command command,
    struct slice (*take)(struct rule_running *, uint32_t))
{
	const struct rules *rules = &run->r->rules;

	for (size_t i = 0; i < rules->n_lines; i++) {
		uint32_t n;

		if (rules->lines[i].command != command)
			continue;
		n = rule_run_line(run, i);
		for (uint32_t k = 0; k < n; k++) {
			struct slice text = take(run, k);

			if (text.len > 0)
				return text;
		}
	}
	return SLICE_NONE;
}

static void
rule_run_authors(struct rule_running *run)
{
	struct rule_result *r = run->r;
	const struct rules *rules = &r->rules;

	for (size_t i = 0; i < rules->n_lines && r->n_authors == 0; i++) {
		uint32_t n;

		if (rules->lines[i].command != RULE_AUTHOR)
			continue;
		n = rule_run_line(run, i);
		for (uint32_t k = 0; k < n && k < LIMIT_ARTICLE_LIST; k++)
			article_list_add(run->page->arena, &r->authors,
			    &r->n_authors,
			    article_line(run->page->arena,
				rule_run_text(run, k), LIMIT_TITLE_BYTES));
	}
}

static void
rule_run_clues(struct rule_running *run)
{
	const struct rules *rules = &run->r->rules;

	for (size_t i = 0; i < rules->n_lines; i++)
		if (rules->lines[i].command == RULE_NATIVE_AD_CLUE &&
		    rule_run_line(run, i) > 0)
			run->r->is_native_ad = true;
}

/* ---- strip ---- */

/* Removes a node from the document, and marks it for removal from the tree. */
static void
rule_run_strip(struct rule_running *run, xmlNode *node)
{
	uint32_t index = rule_document_index(node);

	if (index != TREE_NOWHERE && index != TREE_ROOT) {
		run->stripped[index] = true;
		run->has_stripped = true;
	}
	rule_document_remove(&run->document, node);
}

/* Removes the found nodes. Each node is taken out of the set before its
 * removal, because a removed attribute is freed. */
static void
rule_run_strip_found(struct rule_running *run)
{
	xmlNodeSet *set =
	    run->found->type == XPATH_NODESET ? run->found->nodesetval : NULL;
	int n = set != NULL ? set->nodeNr : 0;

	for (int i = n; i-- > 0;) {
		xmlNode *node = set->nodeTab[i];

		if (node->type == XML_NAMESPACE_DECL)
			continue;
		set->nodeTab[i] = NULL;
		set->nodeNr = i;
		rule_run_strip(run, node);
	}
}

static bool
rule_run_has(xmlNode *node, const char *name, struct slice part)
{
	const xmlAttr *attr = xmlHasProp(node, (const xmlChar *)name);

	return attr != NULL && attr->children != NULL &&
	       attr->children->content != NULL &&
	       slice_find(slice_of((const char *)attr->children->content), part,
		   0) != SLICE_NOT_FOUND;
}

/* Removes the elements whose class or id contains a text, or, if is_image is
 * true, the images whose src contains the text. Returns their number. O(nodes).
 */
static uint32_t
rule_run_strip_named(struct rule_running *run, struct slice text, bool is_image)
{
	xmlNode *node = run->document.body, *next;
	uint32_t n = 0;

	for (; node != NULL; node = next) {
		bool is_named = false;

		next = rule_document_next(node);
		if (node->type == XML_ELEMENT_NODE)
			is_named = is_image
				       ? strcmp((const char *)node->name,
					     "img") == 0 &&
					     rule_run_has(node, "src", text)
				       : rule_run_has(node, "class", text) ||
					     rule_run_has(node, "id", text);
		if (!is_named || node == run->document.body)
			continue;
		next = rule_document_after(node);
		rule_run_strip(run, node);
		n++;
	}
	return n;
}

static void
rule_run_strips(struct rule_running *run)
{
	const struct rules *rules = &run->r->rules;

	for (size_t i = 0; i < rules->n_lines; i++) {
		const struct rule_line *line = &rules->lines[i];

		if (line->command == RULE_STRIP) {
			if (rule_run_line(run, i) > 0)
				rule_run_strip_found(run);
			rule_run_forget(run);
		} else if (line->command == RULE_STRIP_ID_OR_CLASS ||
			   line->command == RULE_STRIP_IMAGE_SRC) {
			run->r->n_found[i] = rule_run_strip_named(run,
			    line->value, line->command == RULE_STRIP_IMAGE_SRC);
		}
	}
}

static void
rule_run_wraps(struct rule_running *run)
{
	const struct rules *rules = &run->r->rules;

	for (size_t i = 0; i < rules->n_lines; i++)
		if (rules->lines[i].command == RULE_WRAP_IN &&
		    rule_run_line(run, i) > 0)
			run->r->n_found[i] = rule_wrap_found(
			    &run->page->tree, run->found, rules->lines[i].name);
}

/* ---- body ---- */

/* True if a node of the tree contains text or an image that was not stripped.
 */
static bool
rule_run_has_content(const struct rule_running *run, uint32_t node)
{
	const struct tree *t = &run->page->tree;

	for (uint32_t i = node; i < t->nodes[node].end; i++) {
		if (run->stripped[i]) {
			i = t->nodes[i].end - 1;
			continue;
		}
		if (slice_trim(t->nodes[i].text).len > 0 ||
		    tag_is(t->nodes[i].tag, TAG_IS_MEDIA))
			return true;
	}
	return false;
}

/* Takes the nodes of run->found as the body. */
static void
rule_run_take_body(struct rule_running *run)
{
	struct rule_result *r = run->r;
	xmlNodeSet *set =
	    run->found->type == XPATH_NODESET ? run->found->nodesetval : NULL;
	int n = set != NULL ? set->nodeNr : 0;

	r->bodies =
	    arena_array(run->page->arena, (size_t)n + 1, sizeof(*r->bodies));
	r->n_bodies = 0;
	for (int i = 0; i < n; i++) {
		uint32_t index = rule_document_index(set->nodeTab[i]);

		if (index == TREE_NOWHERE)
			continue;
		r->bodies[r->n_bodies++] = index;
		r->has_body |= rule_run_has_content(run, index);
	}
}

static void
rule_run_bodies(struct rule_running *run)
{
	const struct rules *rules = &run->r->rules;

	for (size_t i = 0; i < rules->n_lines && !run->r->has_body; i++)
		if (rules->lines[i].command == RULE_BODY &&
		    rule_run_line(run, i) > 0)
			rule_run_take_body(run);
}

/* ---- the tree ---- */

/* Removes stripped elements from the tree and adapts the body's indexes. */
static void
rule_run_reduce(struct rule_running *run)
{
	struct tree *t = &run->page->tree;
	struct rule_result *r = run->r;
	uint32_t *before =
	    arena_array(run->page->arena, (size_t)t->n + 1, sizeof(*before));
	uint32_t n = 0;

	for (uint32_t i = 0; i < t->n; i++) {
		uint32_t end = i + 1;

		if (run->stripped[i])
			end = t->nodes[i].end;
		for (uint32_t k = i; k < end; k++)
			before[k] = n;
		if (run->stripped[i])
			i = end - 1;
		else
			n++;
	}
	before[t->n] = n;
	for (uint32_t i = 0; i < t->n; i++) {
		struct tree_node node = t->nodes[i];

		if (before[i + 1] == before[i])
			continue;
		if (i != TREE_ROOT)
			node.parent = before[node.parent];
		node.end = before[node.end];
		t->nodes[before[i]] = node;
	}
	for (uint32_t i = 0; i < r->n_bodies; i++)
		r->bodies[i] = before[r->bodies[i]];
	t->n = n;
}

/* Marks the nodes of the body.  An inline element becomes a block, so that its
 * text is not in a block with other text. */
static void
rule_run_mark_body(struct page *page)
{
	struct rule_result *r = page->rule;
	struct tree *t = &page->tree;

	r->in_body = arena_array(page->arena, t->n, sizeof(*r->in_body));
	for (uint32_t i = 0; i < r->n_bodies; i++) {
		struct tree_node *node = &t->nodes[r->bodies[i]];

		if (r->in_body[r->bodies[i]] != 0 &&
		    r->in_body[node->end - 1] != 0)
			continue;
		memset(r->in_body + r->bodies[i], 1, node->end - r->bodies[i]);
		if (node->tag != TAG_TEXT &&
		    !tag_is(node->tag, TAG_IS_BLOCK | TAG_IS_MEDIA) &&
		    node->tag != TAG_BR)
			node->tag = TAG_DIV;
	}
}

/* ---- the evaluation ---- */

static void
rule_run_all(struct rule_running *run)
{
	struct rule_result *r = run->r;

	if (run->page->input->first_url.len == 0)
		r->single_page = rule_run_first(
		    run, RULE_SINGLE_PAGE_LINK, rule_run_address);
	r->next_page =
	    rule_run_first(run, RULE_NEXT_PAGE_LINK, rule_run_address);
	rule_run_clues(run);
	r->title = rule_run_first(run, RULE_TITLE, rule_run_text);
	rule_run_authors(run);
	r->date = rule_run_first(run, RULE_DATE, rule_run_text);
	rule_run_strips(run);
	rule_run_wraps(run);
	rule_run_bodies(run);
}

static enum cuter_rule_state
rule_run_state(const struct rule_running *run)
{
	const struct rule_result *r = run->r;
	bool any = false;

	if (run->xpath.is_over || run->xpath.no_memory)
		return CUTER_RULE_FAILED;
	for (size_t i = 0; i < r->rules.n_lines; i++)
		any |= r->n_found[i] != RULE_NOT_TRIED && r->n_found[i] > 0;
	if (rules_have(&r->rules, RULE_BODY))
		any = r->has_body;
	if (any)
		return CUTER_RULE_APPLIED;
	return r->why.len > 0 ? CUTER_RULE_FAILED : CUTER_RULE_MISSED;
}

/* Returns false, with `why` set, if the page cannot be evaluated. */
static bool
rule_run_open(struct rule_running *run, const struct prefilter_result *filtered)
{
	if (run->page->tree.n > LIMIT_RULES_NODES)
		run->r->why = SLICE("the page has too many elements for rules");
	else if (!rule_document_build(run->page, filtered, &run->document) ||
		 !rule_xpath_init(&run->xpath, run->document.doc))
		run->r->why = SLICE("out of memory");
	return run->r->why.len == 0;
}

void
rule_run(struct page *page, const struct prefilter_result *filtered)
{
	struct arena *arena = page->arena;
	struct rule_running *run;
	jmp_buf exhausted, *outer = arena->exhausted;
	volatile bool jumped = false;

	if (page->rule == NULL)
		return;
	run = arena_alloc(arena, sizeof(*run));
	run->page = page;
	run->r = page->rule;
	run->stripped = arena_array(arena, page->tree.n, sizeof(bool));
	arena->exhausted = &exhausted;
	if (setjmp(exhausted) != 0) {
		jumped = true;
	} else if (rule_run_open(run, filtered)) {
		rule_run_all(run);
		page->rule->state = rule_run_state(run);
	} else {
		page->rule->state = CUTER_RULE_FAILED;
	}
	arena->exhausted = outer;
	rule_run_forget(run);
	rule_xpath_release(&run->xpath);
	rule_document_free(&run->document);
	if (jumped)
		longjmp(*outer, 1);
	if (run->has_stripped)
		rule_run_reduce(run);
	rule_run_mark_body(page);
}
