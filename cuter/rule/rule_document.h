/*
 * rule_document.h -- the tree of a page as a document of libxml2, on which the
 * expressions of site rules are evaluated.
 *
 * The document is html with a head (title, meta, link and script elements as
 * they are in the page) and a body (the tree).  Elements have the names and all
 * attributes that they have in the page.  Scripts have no content.
 */
#ifndef CUTER_RULE_RULE_DOCUMENT_H
#define CUTER_RULE_RULE_DOCUMENT_H

#include <libxml/tree.h>

#include "cuter/page.h"

struct rule_document {
	xmlDoc *doc;
	xmlNode *body;
	/* Subtrees that were removed from the document; freed with it. */
	xmlNode *removed; /* linked by `next` */
};

/* Builds the document. Returns false, with an empty document, if the page has
 * more than LIMIT_RULES_NODES nodes or there is no memory. The prefilter's
 * result is that of prefilter_run_whole(). The arena's `exhausted` must be set;
 * a jump does not free the document. O(bytes). */
bool rule_document_build(const struct page *, const struct prefilter_result *,
    struct rule_document *ret);
void rule_document_free(struct rule_document *);

/* Returns the index in the page's tree of a node of the document, or
 * TREE_NOWHERE if the node is not in the tree. */
uint32_t rule_document_index(const xmlNode *);

/* Removes an element and its content, or an attribute.  O(nodes of the
 * element). */
void rule_document_remove(struct rule_document *, xmlNode *);

/* Returns the next node in document order; NULL: there is none. */
xmlNode *rule_document_next(const xmlNode *);
/* Returns the first node after the subtree of a node; NULL: there is none. */
xmlNode *rule_document_after(const xmlNode *);

#endif
