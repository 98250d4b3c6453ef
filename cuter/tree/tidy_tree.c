/*
 * tidy_tree.c -- builds the tree from tidy's document.
 *
 * Calls tidyParseSource(), then walks over tidy's nodes without recursion. It
 * fails if tidy's memory or the arena reaches its limit (a jump out of tidy),
 * or if tidy finds no body. tidy_memory_clear() frees the memory of tidy in all
 * cases, so tidyRelease() is not called.
 *
 * The options gdoc, bare, word-2000 and clean are never set, because they cause
 * memory errors in tidy 5.6.0. No configuration file is read. Nothing is
 * printed: the report filter drops every message.
 */
#include <pthread.h>

#include <libxml/parser.h>
#include <tidy/tidy.h>
#include <tidy/tidybuffio.h>

#include "base/array.h"
#include "cuter/tree/parser.h"

/* The options of tidy 5.6 that affect the tree. */
static const struct {
	TidyOptionId id;
	bool value;
} switches[] = {
	{ TidyDropEmptyElems, false },
	{ TidyDropEmptyParas, false },
	{ TidyCoerceEndTags, false },
	{ TidyHideComments, true },
	{ TidyShowWarnings, false },
	{ TidyShowInfo, false },
	{ TidyQuiet, true },
	{ TidyMark, false },
	{ TidyFixBackslash, false },
	{ TidyFixUri, false },
	{ TidyLiteralAttribs, true },
	{ TidyEscapeScripts, false },
	{ TidyMetaCharset, false },
	{ TidyForceOutput, true },
	{ TidySkipNested, false },
	{ TidyWarnPropAttrs, false },
};

static Bool TIDY_CALL
tidy_tree_refuse_report(
    TidyDoc doc, TidyReportLevel level, uint line, uint column, ctmbstr text)
{
	(void)doc;
	(void)level;
	(void)line;
	(void)column;
	(void)text;
	return no;
}

static Bool TIDY_CALL
tidy_tree_refuse_message(TidyMessage message)
{
	(void)message;
	return no;
}

static void TIDY_CALL
tidy_tree_discard_byte(void *sink, byte b)
{
	(void)sink;
	(void)b;
}

static void
tidy_tree_set_options(TidyDoc doc, TidyOutputSink *sink)
{
	tidySetReportFilter(doc, tidy_tree_refuse_report);
	tidySetMessageCallback(doc, tidy_tree_refuse_message);
	tidyInitSink(sink, NULL, tidy_tree_discard_byte);
	tidySetErrorSink(doc, sink);
	for (size_t i = 0; i < ARRAY_LENGTH(switches); i++)
		tidyOptSetBool(
		    doc, switches[i].id, switches[i].value ? yes : no);
	tidyOptSetInt(doc, TidyShowErrors, 0);
	tidySetInCharEncoding(doc, "utf8");
}

/* tidy's input: bytes and a position that can go back by one. */
struct source {
	struct slice html;
	size_t at;
};

static int TIDY_CALL
tidy_tree_source_get(void *data)
{
	struct source *s = data;

	return s->at < s->html.len ? (unsigned char)s->html.p[s->at++]
				   : EndOfStream;
}

static void TIDY_CALL
tidy_tree_source_unget(void *data, byte b)
{
	struct source *s = data;

	(void)b;
	if (s->at > 0)
		s->at--;
}

static Bool TIDY_CALL
tidy_tree_source_eof(void *data)
{
	const struct source *s = data;

	return s->at >= s->html.len ? yes : no;
}

static void
tidy_tree_open_node(
    struct tree *t, TidyDoc doc, TidyNode node, TidyBuffer *text)
{
	ctmbstr name;

	if (tidyNodeGetType(node) == TidyNode_Text) {
		if (tidyNodeGetValue(doc, node, text))
			tree_text(t, (struct slice){
					 (const char *)text->bp, text->size });
		return;
	}
	name = tidyNodeGetName(node);
	tree_open(t, name != NULL ? tag_find(slice_of(name))->tag : TAG_OTHER);
	for (TidyAttr a = tidyAttrFirst(node); a != NULL; a = tidyAttrNext(a))
		tree_attr_number(t, tidyAttrName(a), tidyAttrValue(a));
}

static bool
tidy_tree_is_element(TidyNode node)
{
	TidyNodeType type = tidyNodeGetType(node);

	return type == TidyNode_Start || type == TidyNode_StartEnd;
}

/* Walks depth first, without recursion. */
static void
tidy_tree_walk(struct tree *t, TidyDoc doc, TidyNode body, TidyBuffer *text)
{
	TidyNode node = tidyGetChild(body), up;

	while (node != NULL && !t->is_full) {
		bool opened = tidy_tree_is_element(node);
		TidyNode child = NULL;

		if (opened || tidyNodeGetType(node) == TidyNode_Text)
			tidy_tree_open_node(t, doc, node, text);
		if (opened)
			child = tidyGetChild(node);
		if (child != NULL) {
			node = child;
			continue;
		}
		if (opened)
			tree_close(t);
		while (tidyGetNext(node) == NULL) {
			up = tidyGetParent(node);
			if (up == NULL || up == body)
				return;
			tree_close(t);
			node = up;
		}
		node = tidyGetNext(node);
	}
}

static pthread_once_t tidy_tree_once = PTHREAD_ONCE_INIT;

/* Chooses the language of tidy's messages, because tidyCreate() calls
 * setlocale(LC_ALL, "") if no language was chosen. No message is shown. */
static void
tidy_tree_choose_language(void)
{
	tidySetLanguage("en");
}

int
tree_from_tidy(struct tree *t, struct tidy_memory *memory, struct slice html,
    struct err *e)
{
	struct source source = { html, 0 };
	TidyInputSource input;
	TidyOutputSink sink;
	TidyBuffer text;
	TidyNode body;
	TidyDoc doc;
	jmp_buf exhausted, *outer = t->arena->exhausted;

	/* Both allocators jump here at their limit: that of tidy and the page's
	 * arena. In both cases tidy's memory is freed and an error is returned.
	 */
	memory->exhausted = &exhausted;
	t->arena->exhausted = &exhausted;
	pthread_once(&tidy_tree_once, tidy_tree_choose_language);
	if (setjmp(exhausted) != 0) {
		t->arena->exhausted = outer;
		tidy_memory_clear(memory);
		return err_set(e, ERR_LIMIT,
		    "tidy: the memory limit of a page was reached");
	}
	doc = tidyCreateWithAllocator(&memory->allocator);
	tidy_tree_set_options(doc, &sink);
	tidyBufInitWithAllocator(&text, &memory->allocator);
	tidyInitSource(&input, &source, tidy_tree_source_get,
	    tidy_tree_source_unget, tidy_tree_source_eof);
	(void)tidyParseSource(doc, &input);
	body = tidyGetBody(doc);
	if (body != NULL)
		tidy_tree_walk(t, doc, body, &text);
	t->arena->exhausted = outer;
	tidy_memory_clear(memory);
	if (body == NULL)
		return err_set(e, ERR_LIBRARY, "tidy: no body");
	tree_finish(t);
	return 0;
}

void
parsers_warm_up(void)
{
	TidyDoc doc;

	pthread_once(&tidy_tree_once, tidy_tree_choose_language);
	doc = tidyCreate();
	if (doc != NULL) {
		TidyOutputSink sink;

		tidy_tree_set_options(doc, &sink);
		(void)tidyParseString(doc, "<p>x");
		tidyRelease(doc);
	}
	xmlInitParser();
}
