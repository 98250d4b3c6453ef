/*
 * state_test.c -- texts in embedded data: each structure is found, another
 * article's text is not taken, and hostile data is read in bounded time.
 */
#include "base/array.h"
#include "base/limits.h"
#include "tests/lib/cuter.h"

#define TITLE "Council to close ferry terminal"
#define P1                                                                     \
	"The harbour council voted on Tuesday to close the old ferry "         \
	"terminal "                                                            \
	"by the end of the year, after an inspection found that two of its "   \
	"four piers can no longer carry a full queue."
#define P2                                                                     \
	"Ferries to the outer islands will leave from the freight quay until " \
	"a "                                                                   \
	"new terminal is built, and the crossing will take seven minutes "     \
	"more."
#define P3                                                                     \
	"A petition for a later closing date had some two thousand "           \
	"signatures "                                                          \
	"by the evening, of which most came from the islands."

#define HEAD                                                                   \
	"<html><head><title>" TITLE                                            \
	" - Post</title></head><body><div id=root>"                            \
	"</div>"
#define JSON_SCRIPT "<script id=data type=application/json>"
#define END         "</script></body></html>"

static const struct {
	const char *name, *script;
} shapes[] = {
	{ "HTML under a key",
	    JSON_SCRIPT "{\"props\":{\"page\":{\"title\":\"" TITLE
			"\",\"bodyHtml\":\"<p>" P1 "</p>\\n<p>" P2
			"<\\/p><p>" P3 "</p>\"}}}" },
	{ "a list of paragraphs",
	    JSON_SCRIPT "{\"a\":[{\"headline\":\"" TITLE "\",\"content\":[\"" P1
			"\",\"" P2 "\",\"" P3 "\"]}]}" },
	{ "blocks with pieces", JSON_SCRIPT
	    "{\"post\":{\"name\":\"" TITLE
	    "\",\"body\":[{\"type\":\"paragraph\","
	    "\"children\":[{\"text\":\"" P1 "\"}]},{\"type\":\"paragraph\","
	    "\"children\":[{\"text\":\"Ferries to the \"},{\"type\":\"link\","
	    "\"url\":\"https://e.example/\",\"children\":[{\"text\":\"outer "
	    "islands\"}]},{\"text\":\" will leave from the freight quay until "
	    "a "
	    "new terminal is built, and the crossing will take seven minutes "
	    "more.\"}]},{\"type\":\"paragraph\",\"children\":[{\"text\":\"" P3
	    "\"}]}]}}" },
	{ "a variable of a script",
	    "<script>window.__STATE__ = {\"story\":{\"title\":\"" TITLE
	    "\",\"text\":\"" P1 "\\n\\n" P2 "\\n\\n" P3 "\"}};\nrun();" },
	{ "a literal of JavaScript",
	    "<script>window.state = {title: '" TITLE "', id: void 0, live: !1,"
	    "body: '" P1 "\\n\\n" P2 "\\n\\n" P3 "',}" },
	{ "a string of JSON",
	    "<script>window.state=JSON.parse(\"{\\\"title\\\":\\\"" TITLE
	    "\\\",\\\"content\\\":\\\"" P1 "\\\\n\\\\n" P2 "\\\\n\\\\n" P3
	    "\\\"}\");" },
	{ "a long text without a title",
	    JSON_SCRIPT "{\"x\":{\"articleText\":\"<p>" P1 "</p><p>" P2
			"</p><p>" P3 "</p>\"}}" },
	{ "two stories; the title selects one", JSON_SCRIPT
	    "[{\"title\":\"Something else that happened\",\"body\":"
	    "\"" P3 " " P3 " " P3 " " P3 " " P3 " " P3 "\"},{\"title\":\"" TITLE
	    "\",\"body\":\"" P1 "\\n\\n" P2 "\\n\\n" P3 "\"}]" },
};

static struct cuter_article
state_test_cut(struct buf *page, const char *script)
{
	buf_clear(page);
	buf_append_string(page, HEAD);
	buf_append_string(page, script);
	buf_append_string(page, END);
	return testing_cut_with(buf_slice(page), TITLE, NULL, NULL);
}

static void
state_test_shapes(void)
{
	struct buf page;

	buf_init(&page, 1 << 20);
	for (size_t i = 0; i < ARRAY_LENGTH(shapes); i++) {
		struct cuter_article a =
		    state_test_cut(&page, shapes[i].script);

		if (!ok(slice_equal(a.body, SLICE(P1 "\n\n" P2 "\n\n" P3)),
			"%s", shapes[i].name))
			printf("# %.*s\n", SLICE_ARG(a.body));
		is_int(a.origin, CUTER_ORIGIN_STATE,
		    "the origin of the text is the page's state");
		ok(a.flags & CUTER_FLAG_JSON_BODY,
		    "a text from JSON sets CUTER_FLAG_JSON_BODY");
		is_int(a.page_class, CUTER_PAGE_ARTICLE,
		    "a page with its text in JSON is an article");
		has(a.body_html, "<p>" P2 "</p>",
		    "the text in JSON is also written as HTML");
	}
	buf_release(&page);
}

static void
state_test_not_taken(void)
{
	static const char *const scripts[] = {
		JSON_SCRIPT
		"{\"title\":\"Something else that happened\",\"body\":"
		"\"" P1 " " P2 " " P3 "\"}",
		JSON_SCRIPT "{\"title\":\"" TITLE "\",\"body\":\"Too short.\"}",
		JSON_SCRIPT "{\"config\":\"" P1 " " P2 " " P3 "\"}",
		JSON_SCRIPT
		"{\"title\":\"" TITLE "\",\"content\":\"a{b:c;d:e} "
		"f{g:h;i:j} k=l; m=n; {o|p} {q|r} {s|t} a{b:c} d{e:f} "
		"g{h:i} j{k:l} m{n:o} p{q:r} s{t:u} v{w:x} y{z:a} "
		"b{c:d} e{f:g} h{i:j} k{l:m} n{o:p} q{r:s} t{u:v} "
		"a{b:c;d:e} f{g:h;i:j} k=l; m=n; {o|p} {q|r} {s|t} "
		"a{b:c;d:e} f{g:h;i:j} k=l; m=n; {o|p} {q|r}.\"}",
		"<script>var x = function() { return \"" P1 P2 P3 "\"; }",
	};
	struct buf page;

	buf_init(&page, 1 << 20);
	for (size_t i = 0; i < ARRAY_LENGTH(scripts); i++) {
		struct cuter_article a = state_test_cut(&page, scripts[i]);

		ok(a.origin == CUTER_ORIGIN_PAGE && a.body.len == 0,
		    "this JSON gives no text: %.60s", scripts[i]);
	}
	buf_release(&page);
}

/* A page with text is not searched further. */
static void
state_test_page_first(void)
{
	struct cuter_article a = testing_cut_with(
	    SLICE(HEAD "<h1>" TITLE "</h1><div><p>" P1 "</p><p>" P2 "</p><p>" P2
		       "</p></div>" JSON_SCRIPT "{\"title\":\"" TITLE
		       "\",\"body\":\"" P3 " " P3 " " P3 "\"}" END),
	    TITLE, NULL, NULL);

	is_int(a.origin, CUTER_ORIGIN_PAGE, "the page's own text is preferred");
	ok(!(a.flags & CUTER_FLAG_JSON_BODY),
	    "a text from HTML does not set CUTER_FLAG_JSON_BODY");
	a = testing_cut_with(SLICE("<title>x</title><div id=root></div>"),
	    TITLE, "<p>What the <b>feed</b> said.</p>", NULL);
	is_int(
	    a.origin, CUTER_ORIGIN_FEED, "the feed's text is the last choice");
	is_text(a.body, "What the feed said.",
	    "the text of the feed is used without its markup");
	ok(a.confidence == 0, "the text of the feed has the confidence 0");
}

static void
state_test_hostile(void)
{
	static const char *const pieces[] = { "{\"body\":", "[", "{\"body\":[",
		"\"body\":\"x\",",
		"{\"title\":\"a b c d\",\"body\":[\"" P1 "\"]},", "\"" };
	struct buf script, page;

	buf_init(&script, 8 * MIB);
	buf_init(&page, 8 * MIB);
	for (size_t i = 0; i < ARRAY_LENGTH(pieces); i++) {
		struct cuter_article a;

		buf_clear(&script);
		for (int k = 0; k < 2; k++) {
			buf_append_string(
			    &script, JSON_SCRIPT "{\"content\":[{");
			while (script.len < (size_t)(k + 1) * MIB)
				buf_append_string(&script, pieces[i]);
			buf_append_string(&script, "</script>");
		}
		a = state_test_cut(&page, script.p);
		ok(a.body.len == 0, "a mebibyte of %.20s gives no text",
		    pieces[i]);
	}
	/* The data are valid and deeply nested, and every level is a candidate
	 * for the text. */
	buf_clear(&script);
	buf_append_string(&script, JSON_SCRIPT);
	for (int i = 0; i < 60; i++)
		buf_append_string(&script, "{\"body\":");
	buf_append_string(&script, "\"");
	while (script.len < MIB)
		buf_append_string(&script, P1 " ");
	buf_append_string(&script, "\"");
	for (int i = 0; i < 60; i++)
		buf_append_string(&script, "}");
	ok(state_test_cut(&page, script.p).body.len > 1000,
	    "a page with sixty nested bodies is read");
	buf_release(&script);
	buf_release(&page);
}

int
main(void)
{
	testing_begin();
	state_test_shapes();
	state_test_not_taken();
	state_test_page_first();
	state_test_hostile();
	return testing_end();
}
