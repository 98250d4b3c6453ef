/*
 * node_accessors.c -- the accessors of the nodes of a page
 * (cuter/lib/cuter.h).
 */
#include "cuter/lib/article_block.h"

const struct cuter_node *
cuter_article_node_next(
    const struct cuter_article *a, const struct cuter_node *previous)
{
	size_t i = previous != NULL ? (size_t)(previous - a->nodes) + 1 : 0;

	return i < a->n_nodes ? &a->nodes[i] : NULL;
}

uint32_t
cuter_node_number(const struct cuter_node *node)
{
	return node->number;
}

enum cuter_class
cuter_node_class(const struct cuter_node *node)
{
	return node->class;
}

enum cuter_kind
cuter_node_kind(const struct cuter_node *node)
{
	return node->kind;
}

const char *
cuter_node_element(const struct cuter_node *node)
{
	return node->element;
}

const char *
cuter_node_reason(const struct cuter_node *node)
{
	return node->reason;
}

static const char *
node_accessors_text(struct slice s, size_t *ret_len)
{
	if (ret_len != NULL)
		*ret_len = s.len;
	return s.p;
}

const char *
cuter_node_text(const struct cuter_node *node, size_t *ret_len)
{
	return node_accessors_text(node->text, ret_len);
}

const char *
cuter_node_url(const struct cuter_node *node, size_t *ret_len)
{
	return node_accessors_text(node->url, ret_len);
}

int
cuter_node_in_body(const struct cuter_node *node)
{
	return node->in_body;
}

int
cuter_node_score(const struct cuter_node *node, double *ret_score)
{
	if (!node->is_scored)
		return 0;
	*ret_score = node->score;
	return 1;
}
