/*
 * rule_document.c -- builds a document of libxml2 from the tree of a page.
 *
 * In:  the tree and the start tags of its elements.
 * Out: a document of libxml2; each element and text of the body refers to its
 *      node in the tree.
 *
 * libxml2 parses nothing: depth and number of nodes are those of the tree, and
 * names and values are checked here.
 */
#include "cuter/rule/rule_document.h"

#include <libxml/xpath.h>

#include "base/limits/limits_rules.h"
#include "base/text/ascii.h"
#include "base/text/reference.h"
#include "base/text/utf8.h"

/* Largest size of an element's or attribute's name; longer names are cut. */
#define NAME_BYTES 64

/* ---- names and attributes ---- */

/* Copies a name in lower case.  Returns false if it is not a name of XML. */
static bool
rule_document_copy_name(struct slice name, char out[NAME_BYTES])
{
	size_t n = 0;

	if (name.len == 0 || !(ascii_is_letter(name.p[0]) || name.p[0] == '_'))
		return false;
	for (; n < name.len && n < NAME_BYTES - 1; n++) {
		char c = name.p[n];

		if (!ascii_is_alnum(c) && strchr("-_.:", c) == NULL)
			return false;
		out[n] = ascii_is_upper(c) ? (char)(c | 0x20) : c;
	}
	out[n] = '\0';
	return true;
}

static bool
rule_document_is_space(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f';
}

/* Reads the value after '='.  A quote without an end is skipped, as in scan.c.
 */
static struct slice
rule_document_read_value(struct slice tag, size_t *at)
{
	size_t i = *at, start, end;

	while (i < tag.len && rule_document_is_space(tag.p[i]))
		i++;
	if (i < tag.len && (tag.p[i] == '"' || tag.p[i] == '\'')) {
		end = slice_find_char(tag, tag.p[i], i + 1);
		if (end != SLICE_NOT_FOUND) {
			*at = end + 1;
			return slice_sub(tag, i + 1, end);
		}
		i++;
	}
	start = i;
	while (
	    i < tag.len && !rule_document_is_space(tag.p[i]) && tag.p[i] != '>')
		i++;
	*at = i;
	return slice_sub(tag, start, i);
}

/* Reads the next attribute of a start tag; returns false at its end. */
static bool
rule_document_next_attribute(
    struct slice tag, size_t *at, struct slice *ret_name, struct slice *ret)
{
	size_t i = *at, start;

	while (i < tag.len &&
	       (rule_document_is_space(tag.p[i]) || tag.p[i] == '/'))
		i++;
	if (i >= tag.len || tag.p[i] == '>')
		return false;
	start = i++;
	while (i < tag.len && !rule_document_is_space(tag.p[i]) &&
	       strchr("=/>", tag.p[i]) == NULL)
		i++;
	*ret_name = slice_sub(tag, start, i);
	*ret = SLICE("");
	start = i;
	while (start < tag.len && rule_document_is_space(tag.p[start]))
		start++;
	if (start < tag.len && tag.p[start] == '=') {
		i = start + 1;
		*ret = rule_document_read_value(tag, &i);
	}
	*at = i;
	return true;
}

/* Registers the value of an attribute `id` for id() of XPath. Of several
 * elements with the same value, the first is found. */
static void
rule_document_add_id(xmlAttr *attr)
{
	const xmlChar *value =
	    attr->children != NULL ? attr->children->content : NULL;

	if (value != NULL && strcmp((const char *)attr->name, "id") == 0)
		xmlAddID(NULL, attr->doc, value, attr);
}

/* id() must not find the elements of a subtree that was removed. */
static void
rule_document_forget_ids(xmlNode *top)
{
	const xmlNode *end = rule_document_after(top);

	for (xmlNode *node = top; node != end;
	     node = rule_document_next(node)) {
		xmlAttr *attr = node->type == XML_ELEMENT_NODE
				    ? xmlHasProp(node, (const xmlChar *)"id")
				    : NULL;

		if (attr != NULL && attr->atype == XML_ATTRIBUTE_ID)
			xmlRemoveID(attr->doc, attr);
	}
}

static bool
rule_document_set_attribute(
    struct arena *arena, xmlNode *node, const char *name, struct slice raw)
{
	xmlAttr *attr;
	char *value;

	if (xmlHasProp(node, (const xmlChar *)name) != NULL)
		return true;
	raw = reference_text(arena, utf8_prefix(raw, LIMIT_RULES_ATTRIBUTE),
	    REFERENCE_IN_ATTRIBUTE);
	value = arena_string(arena, raw);
	if (!utf8_valid(slice_of(value)))
		return true;
	attr = xmlNewProp(node, (const xmlChar *)name, (const xmlChar *)value);
	if (attr != NULL)
		rule_document_add_id(attr);
	return attr != NULL;
}

/* Returns the name of a start tag, and its attributes in *ret_rest. */
static struct slice
rule_document_tag_name(struct slice tag, struct slice *ret_rest)
{
	size_t end = 0;

	while (end < tag.len && !rule_document_is_space(tag.p[end]) &&
	       strchr("/>", tag.p[end]) == NULL)
		end++;
	*ret_rest = slice_sub(tag, end, tag.len);
	return slice_sub(tag, 0, end);
}

/* Creates an element of a start tag below `parent`; NULL: no memory. */
static xmlNode *
rule_document_add_tag(struct arena *arena, xmlNode *parent, struct slice tag,
    const char *fallback)
{
	char name[NAME_BYTES];
	struct slice attribute, value, rest;
	unsigned n = 0;
	size_t at = 0;
	xmlNode *node;

	if (!rule_document_copy_name(rule_document_tag_name(tag, &rest), name))
		node =
		    xmlNewChild(parent, NULL, (const xmlChar *)fallback, NULL);
	else
		node = xmlNewChild(parent, NULL, (const xmlChar *)name, NULL);
	while (node != NULL && n++ < LIMIT_PAGE_ATTRIBUTES &&
	       rule_document_next_attribute(rest, &at, &attribute, &value))
		if (rule_document_copy_name(attribute, name) &&
		    !rule_document_set_attribute(arena, node, name, value))
			return NULL;
	return node;
}

/* ---- the document ---- */

static xmlNode *
rule_document_add_head(const struct page *page,
    const struct prefilter_result *filtered, xmlNode *html)
{
	xmlNode *head = xmlNewChild(html, NULL, (const xmlChar *)"head", NULL);
	struct slice title = page->head->title;
	xmlNode *node;

	if (head == NULL)
		return NULL;
	if (title.len > 0) {
		node = xmlNewChild(head, NULL, (const xmlChar *)"title", NULL);
		if (node == NULL)
			return NULL;
		xmlNodeAddContentLen(
		    node, (const xmlChar *)title.p, (int)title.len);
	}
	for (size_t i = 0; i < filtered->n_head_tags; i++)
		if (rule_document_add_tag(page->arena, head,
			filtered->head_tags[i], "meta") == NULL)
			return NULL;
	return head;
}

static xmlNode *
rule_document_add_node(const struct page *page, xmlNode *parent, uint32_t i)
{
	const struct tree_node *from = &page->tree.nodes[i];
	const struct attr_table *attrs = page->tree.attrs;
	xmlNode *node;

	if (from->tag == TAG_TEXT) {
		node = xmlNewDocTextLen(parent->doc,
		    (const xmlChar *)from->text.p, (int)from->text.len);
		/* xmlAddChild() would merge the text with a text before it. */
		if (node != NULL) {
			node->parent = parent;
			node->prev = parent->last;
			if (parent->last != NULL)
				parent->last->next = node;
			else
				parent->children = node;
			parent->last = node;
		}
	} else if (from->record != TREE_NOWHERE && attrs->tags != NULL) {
		node = rule_document_add_tag(page->arena, parent,
		    attrs->tags[from->record], tag_name(from->tag));
	} else {
		node = xmlNewChild(
		    parent, NULL, (const xmlChar *)tag_name(from->tag), NULL);
	}
	if (node != NULL)
		node->_private = (void *)(uintptr_t)(i + 1);
	return node;
}

static bool
rule_document_add_tree(const struct page *page, xmlNode *body)
{
	const struct tree *t = &page->tree;
	xmlNode **made = arena_array(page->arena, t->n, sizeof(*made));

	made[TREE_ROOT] = body;
	body->_private = (void *)(uintptr_t)(TREE_ROOT + 1);
	for (uint32_t i = 1; i < t->n; i++) {
		made[i] =
		    rule_document_add_node(page, made[t->nodes[i].parent], i);
		if (made[i] == NULL)
			return false;
	}
	return true;
}

bool
rule_document_build(const struct page *page,
    const struct prefilter_result *filtered, struct rule_document *ret)
{
	xmlNode *html;

	*ret = (struct rule_document){ 0 };
	if (page->tree.n > LIMIT_RULES_NODES)
		return false;
	ret->doc = xmlNewDoc((const xmlChar *)"1.0");
	if (ret->doc == NULL)
		return false;
	html = xmlNewDocNode(ret->doc, NULL, (const xmlChar *)"html", NULL);
	if (html != NULL) {
		xmlDocSetRootElement(ret->doc, html);
		if (page->head->language.len > 0 &&
		    !rule_document_set_attribute(
			page->arena, html, "lang", page->head->language))
			html = NULL;
	}
	if (html != NULL &&
	    rule_document_add_head(page, filtered, html) != NULL)
		ret->body =
		    xmlNewChild(html, NULL, (const xmlChar *)"body", NULL);
	if (ret->body == NULL || !rule_document_add_tree(page, ret->body)) {
		rule_document_free(ret);
		return false;
	}
	xmlXPathOrderDocElems(ret->doc);
	return true;
}

void
rule_document_free(struct rule_document *d)
{
	if (d->removed != NULL)
		xmlFreeNodeList(d->removed);
	if (d->doc != NULL)
		xmlFreeDoc(d->doc);
	*d = (struct rule_document){ 0 };
}

uint32_t
rule_document_index(const xmlNode *node)
{
	uintptr_t number = 0;

	if (node->type == XML_ELEMENT_NODE || node->type == XML_TEXT_NODE)
		number = (uintptr_t)node->_private;
	return number > 0 ? (uint32_t)(number - 1) : TREE_NOWHERE;
}

void
rule_document_remove(struct rule_document *d, xmlNode *node)
{
	if (node->type == XML_ATTRIBUTE_NODE) {
		xmlRemoveProp((xmlAttr *)node);
		return;
	}
	/* The <body> element is not removed, because without it no rule could
	 * find a text. */
	if (node == d->body || node->parent == NULL ||
	    (node->type != XML_ELEMENT_NODE && node->type != XML_TEXT_NODE) ||
	    node == xmlDocGetRootElement(d->doc))
		return;
	rule_document_forget_ids(node);
	xmlUnlinkNode(node);
	node->next = d->removed;
	d->removed = node;
}

xmlNode *
rule_document_next(const xmlNode *node)
{
	if (node->type == XML_ELEMENT_NODE && node->children != NULL)
		return node->children;
	return rule_document_after(node);
}

xmlNode *
rule_document_after(const xmlNode *node)
{
	while (node != NULL && node->next == NULL)
		node = node->parent;
	return node != NULL ? node->next : NULL;
}
