/*
 * rule_xpath.c -- evaluates XPath expressions and counts their operations.
 */
#include "cuter/rule/rule_xpath.h"

#include <stdio.h>
#include <string.h>

#include <libxml/xpathInternals.h>

#include "base/array.h"
#include "base/limits/limits_rules.h"
#include "base/text/ascii.h"

/* ---- counted functions ---- */

/* Counts operations.  Returns false if the limit is reached. */
static bool
rule_xpath_charge(xmlXPathContext *context, size_t bytes)
{
	unsigned long steps = 1 + bytes / LIMIT_RULES_STEP_BYTES;

	if (context->opCount > context->opLimit ||
	    steps > context->opLimit - context->opCount) {
		context->opCount = context->opLimit;
		return false;
	}
	context->opCount += steps;
	return true;
}

/* Counts the bytes of a node's text, before a function on texts reads it. */
static bool
rule_xpath_charge_node(xmlXPathContext *context, const xmlNode *top)
{
	const xmlNode *node = top;

	if (top == NULL || top->type != XML_ELEMENT_NODE)
		return rule_xpath_charge(context, 0);
	while (node != NULL) {
		size_t bytes = node->type == XML_TEXT_NODE
				   ? strlen((const char *)node->content)
				   : 0;

		if (!rule_xpath_charge(context, bytes))
			return false;
		if (node->type == XML_ELEMENT_NODE && node->children != NULL) {
			node = node->children;
			continue;
		}
		while (node != top && node->next == NULL)
			node = node->parent;
		node = node == top ? NULL : node->next;
	}
	return true;
}

static bool
rule_xpath_charge_value(xmlXPathContext *context, const xmlXPathObject *value)
{
	bool may = true;

	if (value->type == XPATH_STRING && value->stringval != NULL)
		return rule_xpath_charge(
		    context, strlen((const char *)value->stringval));
	if (value->type != XPATH_NODESET || value->nodesetval == NULL)
		return rule_xpath_charge(context, 0);
	for (int i = 0; i < value->nodesetval->nodeNr && may; i++)
		may = rule_xpath_charge_node(
		    context, value->nodesetval->nodeTab[i]);
	return may;
}

static bool
rule_xpath_charge_call(xmlXPathParserContext *call, int n)
{
	bool may = true;

	if (n == 0)
		may =
		    rule_xpath_charge_node(call->context, call->context->node);
	for (int i = 1; i <= n && i <= call->valueNr && may; i++)
		may = rule_xpath_charge_value(
		    call->context, call->valueTab[call->valueNr - i]);
	if (!may)
		xmlXPathErr(call, XPATH_OP_LIMIT_EXCEEDED);
	return may;
}

/* X(name in XPath, name of libxml2's function) */
#define COUNTED(X)                                                             \
	X("string", xmlXPathStringFunction)                                    \
	X("concat", xmlXPathConcatFunction)                                    \
	X("contains", xmlXPathContainsFunction)                                \
	X("starts-with", xmlXPathStartsWithFunction)                           \
	X("substring", xmlXPathSubstringFunction)                              \
	X("substring-before", xmlXPathSubstringBeforeFunction)                 \
	X("substring-after", xmlXPathSubstringAfterFunction)                   \
	X("string-length", xmlXPathStringLengthFunction)                       \
	X("normalize-space", xmlXPathNormalizeFunction)                        \
	X("translate", xmlXPathTranslateFunction)                              \
	X("number", xmlXPathNumberFunction)                                    \
	X("sum", xmlXPathSumFunction)                                          \
	X("id", xmlXPathIdFunction)

#define X(name, function)                                                      \
	static void rule_xpath_##function(xmlXPathParserContext *call, int n)  \
	{                                                                      \
		if (rule_xpath_charge_call(call, n))                           \
			function(call, n);                                     \
	}
COUNTED(X)
#undef X

static const struct {
	const char *name;
	xmlXPathFunction function;
} counted[] = {
#define X(name, function) { name, rule_xpath_##function },
	COUNTED(X)
#undef X
};

/* ---- evaluation ---- */

/* The messages of libxml2's codes, from XML_XPATH_NUMBER_ERROR on. */
static const char *const messages[] = { "a number that is not valid",
	"a text without end", "a text without beginning",
	"a reference to a variable", "a variable that is not defined",
	"a predicate that is not valid", "an expression that is not valid",
	"an expression without end", "a function that does not exist",
	"an operand of the wrong type", "a value of the wrong type",
	"a wrong number of arguments" };

/* Errors are reported by `why` and not on standard error. */
static void
rule_xpath_on_error(void *arg, xmlError *error)
{
	struct rule_xpath *x = arg;
	int i = error->code - XML_XPATH_NUMBER_ERROR;

	if (error->code == XML_ERR_NO_MEMORY ||
	    error->code == XML_XPATH_MEMORY_ERROR)
		x->no_memory = true;
	if (x->why[0] == '\0' && i >= 0 && i < (int)ARRAY_LENGTH(messages))
		snprintf(x->why, sizeof(x->why), "XPath: %s at byte %d",
		    messages[i], error->int1 + 1);
}

/* libxml2 also reports some errors of expressions by this function. These
 * reports are ignored. */
static void
rule_xpath_on_text(void *arg, const char *format, ...)
{
	(void)arg;
	(void)format;
}

bool
rule_xpath_init(struct rule_xpath *x, xmlDoc *doc)
{
	bool good;

	memset(x, 0, sizeof(*x));
	x->context = xmlXPathNewContext(doc);
	good = x->context != NULL;
	for (size_t i = 0; i < ARRAY_LENGTH(counted) && good; i++) {
		const xmlChar *name = (const xmlChar *)counted[i].name;

		/* NULL removes libxml2's own function of this name. */
		xmlXPathRegisterFunc(x->context, name, NULL);
		good = xmlXPathRegisterFunc(
			   x->context, name, counted[i].function) == 0;
	}
	if (!good) {
		rule_xpath_release(x);
		return false;
	}
	x->context->opLimit = LIMIT_RULES_STEPS;
	x->context->error = rule_xpath_on_error;
	x->context->userData = x;
	xmlSetGenericErrorFunc(NULL, rule_xpath_on_text);
	return true;
}

void
rule_xpath_release(struct rule_xpath *x)
{
	if (x->context != NULL)
		xmlXPathFreeContext(x->context);
	xmlSetGenericErrorFunc(NULL, NULL);
	x->context = NULL;
}

static void
rule_xpath_cut_set(xmlXPathObject *found)
{
	xmlNodeSet *set =
	    found->type == XPATH_NODESET ? found->nodesetval : NULL;

	while (set != NULL && set->nodeNr > LIMIT_RULES_FOUND)
		xmlXPathNodeSetRemove(set, set->nodeNr - 1);
}

/* Returns NULL if the expression is not valid, too long, or there is no memory.
 */
static xmlXPathCompExpr *
rule_xpath_compile(struct rule_xpath *x, struct slice expression)
{
	char text[LIMIT_RULES_LINE + 1];

	if (expression.len >= sizeof(text))
		return NULL;
	memcpy(text, expression.p, expression.len);
	text[expression.len] = '\0';
	return xmlXPathCtxtCompile(x->context, (const xmlChar *)text);
}

/* Sets `why` after a failure. */
static void
rule_xpath_explain(struct rule_xpath *x)
{
	if (x->is_over)
		snprintf(x->why, sizeof(x->why),
		    "the expressions need too many operations");
	else if (x->no_memory)
		snprintf(x->why, sizeof(x->why), "out of memory");
	else if (x->why[0] == '\0')
		snprintf(x->why, sizeof(x->why), "not an XPath expression");
}

xmlXPathObject *
rule_xpath_find(struct rule_xpath *x, struct slice expression)
{
	xmlXPathCompExpr *compiled = NULL;
	xmlXPathObject *found = NULL;

	x->why[0] = '\0';
	if (x->is_over || x->no_memory || expression.len > LIMIT_RULES_LINE)
		return NULL;
	x->context->node = (xmlNode *)x->context->doc;
	compiled = rule_xpath_compile(x, expression);
	if (compiled != NULL) {
		found = xmlXPathCompiledEval(compiled, x->context);
		xmlXPathFreeCompExpr(compiled);
	}
	if (found != NULL) {
		rule_xpath_cut_set(found);
		return found;
	}
	x->is_over = x->context->opCount >= x->context->opLimit;
	rule_xpath_explain(x);
	return NULL;
}

bool
rule_xpath_is_valid(struct slice expression, char ret_why[RULE_XPATH_WHY_BYTES])
{
	struct rule_xpath x;
	xmlXPathCompExpr *compiled;

	if (!rule_xpath_init(&x, NULL))
		return true;
	compiled = rule_xpath_compile(&x, expression);
	if (compiled == NULL) {
		rule_xpath_explain(&x);
		memcpy(ret_why, x.why, sizeof(x.why));
	} else {
		xmlXPathFreeCompExpr(compiled);
	}
	rule_xpath_release(&x);
	return compiled != NULL || x.no_memory;
}

void
rule_xpath_warm_up(void)
{
	xmlDoc *doc;
	struct rule_xpath x;

	xmlXPathInit();
	doc = xmlNewDoc((const xmlChar *)"1.0");
	if (doc != NULL && rule_xpath_init(&x, doc)) {
		xmlXPathFreeObject(
		    rule_xpath_find(&x, SLICE("concat(//a, '1.5', ')')")));
		rule_xpath_release(&x);
	}
	if (doc != NULL)
		xmlFreeDoc(doc);
}
