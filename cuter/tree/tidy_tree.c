/*
 * tidy_tree.c -- tidy's tree, walked into ours.
 *
 * The happy path is: tidyParseSource() → an iterative walk over tidy's nodes.
 * It can fail by: the cap of its memory (a jump out of it), a document it
 * will not have (a fatal error).  Either way its memory goes with
 * tidy_memory_clear(), so tidyRelease() is not needed.
 *
 * Never set: gdoc, bare, word-2000, clean (memory errors in 5.6.0: threats,
 * 9); never a configuration file.  Nothing is printed: the report filter
 * refuses every message.
 */
#include <locale.h>
#include <stdio.h>

#include <libxml/parser.h>
#include <tidy/tidy.h>
#include <tidy/tidybuffio.h>

#include "cuter/tree/parser.h"

#define LOCALE_BYTES 512 /* of a name with all its categories */

/* tidy 5.6: a value for each option that matters to the tree. */
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
refuse_report(
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
refuse_message(TidyMessage message)
{
	(void)message;
	return no;
}

static void TIDY_CALL
drop_byte(void *sink, byte b)
{
	(void)sink;
	(void)b;
}

static void
set_up(TidyDoc doc, TidyOutputSink *sink)
{
	tidySetReportFilter(doc, refuse_report);
	tidySetMessageCallback(doc, refuse_message);
	tidyInitSink(sink, NULL, drop_byte);
	tidySetErrorSink(doc, sink);
	for (size_t i = 0; i < sizeof(switches) / sizeof(switches[0]); i++)
		tidyOptSetBool(
		    doc, switches[i].id, switches[i].value ? yes : no);
	tidyOptSetInt(doc, TidyShowErrors, 0);
	tidySetInCharEncoding(doc, "utf8");
}

/* Where tidy reads from: bytes with a place that can go one back. */
struct source {
	struct slice html;
	size_t at;
};

static int TIDY_CALL
source_get(void *data)
{
	struct source *s = data;

	return s->at < s->html.len ? (unsigned char)s->html.p[s->at++]
				   : EndOfStream;
}

static void TIDY_CALL
source_unget(void *data, byte b)
{
	struct source *s = data;

	(void)b;
	if (s->at > 0)
		s->at--;
}

static Bool TIDY_CALL
source_eof(void *data)
{
	const struct source *s = data;

	return s->at >= s->html.len ? yes : no;
}

static void
enter(struct tree *t, TidyDoc doc, TidyNode node, TidyBuffer *text)
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
is_element(TidyNode node)
{
	TidyNodeType type = tidyNodeGetType(node);

	return type == TidyNode_Start || type == TidyNode_StartEnd;
}

/* Depth first, without recursion. */
static void
walk(struct tree *t, TidyDoc doc, TidyNode body, TidyBuffer *text)
{
	TidyNode node = tidyGetChild(body), up;

	while (node != NULL && !t->is_full) {
		bool opened = is_element(node);
		TidyNode child = NULL;

		if (opened || tidyNodeGetType(node) == TidyNode_Text)
			enter(t, doc, node, text);
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

/* tidyCreate() sets the process's locale from the environment, each time. */
struct locale_kept {
	char name[LOCALE_BYTES];
};

static void
locale_keep(struct locale_kept *kept)
{
	const char *name = setlocale(LC_ALL, NULL);

	snprintf(
	    kept->name, sizeof(kept->name), "%s", name != NULL ? name : "C");
}

static void
locale_put_back(const struct locale_kept *kept)
{
	if (setlocale(LC_ALL, kept->name) == NULL)
		setlocale(LC_ALL, "C");
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
	struct locale_kept locale;
	jmp_buf exhausted, *outer = t->arena->exhausted;

	/* Both memories jump here: tidy's at its cap, and ours, so that
	 * tidy's is given back before the jump goes on. */
	memory->exhausted = &exhausted;
	t->arena->exhausted = &exhausted;
	locale_keep(&locale);
	if (setjmp(exhausted) != 0) {
		t->arena->exhausted = outer;
		tidy_memory_clear(memory);
		locale_put_back(&locale);
		return err_set(e, ERR_LIMIT, "tidy: out of memory");
	}
	doc = tidyCreateWithAllocator(&memory->allocator);
	locale_put_back(&locale);
	set_up(doc, &sink);
	tidyBufInitWithAllocator(&text, &memory->allocator);
	tidyInitSource(&input, &source, source_get, source_unget, source_eof);
	(void)tidyParseSource(doc, &input);
	body = tidyGetBody(doc);
	if (body != NULL)
		walk(t, doc, body, &text);
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
	struct locale_kept locale;
	TidyDoc doc;

	locale_keep(&locale);
	doc = tidyCreate();
	if (doc != NULL) {
		TidyOutputSink sink;

		set_up(doc, &sink);
		(void)tidyParseString(doc, "<p>x");
		tidyRelease(doc);
	}
	locale_put_back(&locale);
	xmlInitParser();
}
