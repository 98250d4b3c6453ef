/*
 * rule_xpath.h -- evaluates XPath 1.0 expressions with a limit of work.
 *
 * libxml2 counts its operations.  The functions on texts are replaced by ones
 * that count the bytes that they read, too.  Two operators, = and <, may still
 * compare all nodes of two sets with each other; the deadline of the worker
 * bounds them.  The result depends on the document and the expressions only,
 * never on the clock.
 */
#ifndef CUTER_RULE_RULE_XPATH_H
#define CUTER_RULE_RULE_XPATH_H

#include <libxml/xpath.h>

#include "base/slice.h"

#define RULE_XPATH_WHY_BYTES 160

struct rule_xpath {
	xmlXPathContext *context;
	bool is_over; /* LIMIT_RULES_STEPS was reached */
	bool no_memory;
	char why[RULE_XPATH_WHY_BYTES]; /* reason of the last failure */
};

/* Prepares the evaluation of expressions on a document. Returns false if there
 * is no memory. */
bool rule_xpath_init(struct rule_xpath *, xmlDoc *);
void rule_xpath_release(struct rule_xpath *);

/* Evaluates an expression from the document's root.  Returns NULL, with the
 * reason in `why`, if it is not valid, or a limit was reached.  The caller
 * frees the result with xmlXPathFreeObject().  A set of nodes has at most
 * LIMIT_RULES_FOUND nodes; further nodes are left out. */
xmlXPathObject *rule_xpath_find(struct rule_xpath *, struct slice expression);

/* Returns false, with the reason in `ret_why`, if the text is not an XPath
 * expression.  A function that does not exist is not noticed before the
 * expression is evaluated.  Returns true if there is no memory. */
bool rule_xpath_is_valid(
    struct slice expression, char ret_why[RULE_XPATH_WHY_BYTES]);

/* Initialises the parts of libxml2 that it would otherwise initialise at their
 * first use. */
void rule_xpath_warm_up(void);

#endif
