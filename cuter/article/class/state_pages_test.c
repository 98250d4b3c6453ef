/*
 * state_pages_test.c -- texts in the embedded data of pages, in the forms that
 * common frameworks and content management systems write.
 */
#include "base/array.h"
#include "tests/lib/cuter.h"

#define TITLE "Council to close ferry terminal"
#define P1                                                                     \
	"The harbour council voted on Tuesday to close the old "               \
	"ferry terminal by the end of the year, after an inspection "          \
	"found that two of its four piers can no longer carry a "              \
	"full queue."
#define P2                                                                     \
	"Ferries to the outer islands will leave from the freight "            \
	"quay until a new terminal is built, and the crossing will "           \
	"take seven minutes more."
#define P3                                                                     \
	"A petition for a later closing date had some two thousand "           \
	"signatures by the evening, of which most came from the "              \
	"islands."

static const struct {
	const char *name, *script;
} pages[] = {
	{ "react-query in a JSON script",
	    "<script type=\"application/json\" id=\"x\">{\"dehydr"
	    "atedState\": {\"mutations\": [], \"queries\": [{\"de"
	    "hydratedAt\": 1700000000000, \"state\": {\"data\": {"
	    "\"pages\": [{\"article\": {\"title\": \"" TITLE
	    "\", \"body\": \"<p>" P1 "</p><p>" P2 "</p><p>" P3
	    "</p>\"}}]}, \"dataUpdateCount\": 1, \"status\": \"su"
	    "ccess\"}, \"queryKey\": [\"article\", 12], \"queryHa"
	    "sh\": \"[\\\"article\\\",12]\"}]}}</script>" },
	{ "react-query in a variable",
	    "<script>window.__REACT_QUERY_STATE__ = {\"mutations\""
	    ": [], \"queries\": [{\"dehydratedAt\": 1700000000000"
	    ", \"state\": {\"data\": {\"pages\": [{\"article\": {"
	    "\"title\": \"" TITLE "\", \"body\": \"<p>" P1 "</p><p>" P2
	    "</p><p>" P3 "</p>\"}}]}, \"dataUpdateCount\": 1, \"status\": \"su"
	    "ccess\"}, \"queryKey\": [\"article\", 12], \"queryHa"
	    "sh\": \"[\\\"article\\\",12]\"}]};</script>" },
	{ "react-query with a list of blocks under an unknown key",
	    "<script type=\"application/json\" id=\"x\">{\"dehydr"
	    "atedState\": {\"queries\": [{\"dehydratedAt\": 1, \""
	    "state\": {\"data\": {\"title\": \"" TITLE
	    "\", \"components\": [{\"type\": \"paragraph\", \"tex"
	    "t\": \"" P1 "\"}, {\"type\": \"paragraph\", \"text\": \"" P2
	    "\"}, {\"type\": \"paragraph\", \"text\": \"" P3
	    "\"}]}}}]}}</script>" },
	{ "react-query with an object for headline",
	    "<script type=\"application/json\" id=\"x\">{\"dehydr"
	    "atedState\": {\"queries\": [{\"state\": {\"data\": {"
	    "\"data\": {\"article\": {\"headline\": {\"text\": \"" TITLE
	    "\"}, \"content\": {\"blocks\": [{\"type\": \"text\","
	    " \"model\": {\"blocks\": [{\"text\": \"" P1
	    "\"}]}}, {\"type\": \"text\", \"model\": {\"blocks\":"
	    " [{\"text\": \"" P2
	    "\"}]}}, {\"type\": \"text\", \"model\": {\"blocks\":"
	    " [{\"text\": \"" P3 "\"}]}}]}}}}}}]}}</script>" },
	{ "react-query in a string",
	    "<script>window.__STATE__ = \"{\\\"queries\\\": [{\\\""
	    "dehydratedAt\\\": 1700000000000, \\\"state\\\": {\\\""
	    "data\\\": {\\\"pages\\\": [{\\\"article\\\": {\\\"ti"
	    "tle\\\": \\\"" TITLE "\\\", \\\"body\\\": \\\"<p>" P1 "</p><p>" P2
	    "</p><p>" P3 "</p>\\\"}}]}, \\\"dataUpdateCount\\\": 1, \\\"status"
	    "\\\": \\\"success\\\"}, \\\"queryKey\\\": [\\\"artic"
	    "le\\\", 12], \\\"queryHash\\\": \\\"[\\\\\\\"article"
	    "\\\\\\\",12]\\\"}]}\"</script>" },
	{ "react-query after other assignments",
	    "<script>var a=1;window.__A__={};window.__RQ__={\"mut"
	    "ations\": [], \"queries\": [{\"dehydratedAt\": 17000"
	    "00000000, \"state\": {\"data\": {\"pages\": [{\"arti"
	    "cle\": {\"title\": \"" TITLE "\", \"body\": \"<p>" P1 "</p><p>" P2
	    "</p><p>" P3 "</p>\"}}]}, \"dataUpdateCount\": 1, \"status\": \"su"
	    "ccess\"}, \"queryKey\": [\"article\", 12], \"queryHa"
	    "sh\": \"[\\\"article\\\",12]\"}]};window.b=1</script"
	    ">" },
	{ "Next.js", "<script id=\"__NEXT_DATA__\" type=\"application/json"
		     "\">{\"props\": {\"pageProps\": {\"article\": {\"titl"
		     "e\": \"" TITLE "\", \"content\": \"<p>" P1 "</p><p>" P2
		     "</p><p>" P3 "</p>\"}}}}</script>" },
	{ "Next.js with blocks of Editor.js",
	    "<script id=\"__NEXT_DATA__\" type=\"application/json"
	    "\">{\"props\": {\"pageProps\": {\"article\": {\"titl"
	    "e\": \"" TITLE
	    "\", \"blocks\": [{\"type\": \"paragraph\", \"data\":"
	    " {\"text\": \"" P1
	    "\"}}, {\"type\": \"paragraph\", \"data\": {\"text\":"
	    " \"" P2 "\"}}, {\"type\": \"paragraph\", \"data\": {\"text\":"
	    " \"" P3 "\"}}]}}}}</script>" },
	{ "React server components, properties",
	    "<script>(self.__next_f=self.__next_f||[]).push([0])<"
	    "/script><script>self.__next_f.push([1,\"0:[\\\"$\\\""
	    ",\\\"div\\\",null,{\\\"article\\\": {\\\"title\\\": "
	    "\\\"" TITLE "\\\", \\\"body\\\": \\\"<p>The harbour council voted"
	    " on Tuesday to close the old ferry terminal by the e"
	    "nd of the year, after an inspection \"])</script><sc"
	    "ript>self.__next_f.push([1,\"found that two of its f"
	    "our piers can no longer carry a full queue.</p><p>Fe"
	    "rries to the outer islands will leave from the freig"
	    "ht quay until a new terminal is built, and the cross"
	    "ing will take seven m\"])</script><script>self.__nex"
	    "t_f.push([1,\"inutes more.</p><p>" P3
	    "</p>\\\"}}]\\n\"])</script>" },
	{ "React server components, elements",
	    "<script>(self.__next_f=self.__next_f||[]).push([0])<"
	    "/script><script>self.__next_f.push([1,\"5:[\\\"$\\\""
	    ", \\\"article\\\", null, {\\\"children\\\": [[\\\"$\\\""
	    ", \\\"h1\\\", null, {\\\"children\\\": \\\"" TITLE
	    "\\\"}], [\\\"$\\\", \\\"p\\\", \\\"0\\\", {\\\"child"
	    "ren\\\": \\\"The harbour council voted on Tuesday to"
	    " close the old ferry ter\"])</script><script>self.__"
	    "next_f.push([1,\"minal by the end of the year, after"
	    " an inspection found that two of its four piers can "
	    "no longer carry a full queue.\\\"}], [\\\"$\\\", \\\""
	    "p\\\", \\\"1\\\", {\\\"children\\\": \\\"Ferries to "
	    "the outer islands will leave from the \"])</script><"
	    "script>self.__next_f.push([1,\"freight quay until a "
	    "new terminal is built, and the crossing will take se"
	    "ven minutes more.\\\"}], [\\\"$\\\", \\\"p\\\", \\\""
	    "2\\\", {\\\"children\\\": \\\"A petition for a later"
	    " closing date had some two thousand signatures by th"
	    "e\"])</script><script>self.__next_f.push([1,\" eveni"
	    "ng, of which most came from the islands.\\\"}]]}]\\n"
	    "\"])</script>" },
	{ "React server components, a row of text",
	    "<script>(self.__next_f=self.__next_f||[]).push([0])<"
	    "/script><script>self.__next_f.push([1,\"1:I[123,[],\\\""
	    "x\\\"]\\na:T1cc,<p>The harbour council voted on Tues"
	    "day to close the old ferry terminal by the end of th"
	    "e year, after an inspection found that two of its fo"
	    "ur piers can no longer carry a full q\"])</script><s"
	    "cript>self.__next_f.push([1,\"ueue.</p><p>" P2
	    "</p><p>A petition for a later closing date had so\"]"
	    ")</script><script>self.__next_f.push([1,\"me two tho"
	    "usand signatures by the evening, of which most came "
	    "from the islands.</p>5:[\\\"$\\\",\\\"$L1\\\",null,{"
	    "\\\"article\\\": {\\\"title\\\": \\\"" TITLE
	    "\\\", \\\"body\\\": \\\"$a\\\"}}]\\n\"])</script>" },
	{ "Nuxt 3", "<script type=\"application/json\" id=\"__NUXT_DATA__"
		    "\">[{\"data\": 1}, {\"k\": 2}, {\"title\": 3, \"body"
		    "\": 4}, \"" TITLE "\", \"<p>" P1 "</p><p>" P2 "</p><p>" P3
		    "</p>\"]</script>" },
	{ "Nuxt 3 with a list of blocks",
	    "<script type=\"application/json\" id=\"__NUXT_DATA__"
	    "\">[{\"data\": 1}, {\"k\": 2}, {\"title\": 3, \"cont"
	    "ent\": 4}, \"" TITLE
	    "\", [5, 8, 11], {\"type\": 6, \"text\": 7}, \"paragr"
	    "aph\", \"" P1
	    "\", {\"type\": 9, \"text\": 10}, \"paragraph\", \"" P2
	    "\", {\"type\": 12, \"text\": 13}, \"paragraph\", \"" P3
	    "\"]</script>" },
	{ "Nuxt 2, an object",
	    "<script>window.__NUXT__={\"data\": [{\"article\": {\""
	    "title\": \"" TITLE "\", \"body\": \"<p>" P1 "</p><p>" P2
	    "</p><p>" P3 "</p>\"}}]};</script>" },
	{ "Nuxt 2, a function",
	    "<script>window.__NUXT__=(function(a,b,c){return {lay"
	    "out:\"default\",data:[{article:{title:a,published:c,"
	    "body:b}}],error:null}}(\"" TITLE "\",\"<p>" P1 "</p><p>" P2
	    "</p><p>" P3 "</p>\",true));</script>" },
	{ "Apollo with references",
	    "<script>window.__APOLLO_STATE__={\"ROOT_QUERY\": {\""
	    "__typename\": \"Query\"}, \"Article:1\": {\"__typena"
	    "me\": \"Article\", \"title\": \"" TITLE
	    "\", \"body\": [{\"__ref\": \"Para:0\"}, {\"__ref\": "
	    "\"Para:1\"}, {\"__ref\": \"Para:2\"}]}, \"Para:0\": "
	    "{\"__typename\": \"Paragraph\", \"text\": \"" P1
	    "\"}, \"Para:1\": {\"__typename\": \"Paragraph\", \"t"
	    "ext\": \"" P2
	    "\"}, \"Para:2\": {\"__typename\": \"Paragraph\", \"t"
	    "ext\": \"" P3 "\"}};</script>" },
	{ "Apollo", "<script>window.__APOLLO_STATE__={\"Article:1\": {\"t"
		    "itle\": \"" TITLE "\", \"body\": \"<p>" P1 "</p><p>" P2
		    "</p><p>" P3 "</p>\"}};</script>" },
	{ "Fusion",
	    "<script>window.Fusion=window.Fusion||{};Fusion.arcSi"
	    "te=\"x\";Fusion.contextPath=\"/pf\";Fusion.globalCon"
	    "tent={\"_id\": \"1\", \"headlines\": {\"basic\": \"" TITLE
	    "\"}, \"content_elements\": [{\"_id\": \"a\", \"type\""
	    ": \"text\", \"content\": \"" P1
	    "\"}, {\"_id\": \"a\", \"type\": \"text\", \"content\""
	    ": \"" P2 "\"}, {\"_id\": \"a\", \"type\": \"text\", \"content\""
	    ": \"" P3 "\"}]};Fusion.globalContentConfig={\"a\":1};</script>" },
	{ "WordPress",
	    "<script>var post = {\"id\": 1, \"title\": {\"rendere"
	    "d\": \"" TITLE "\"}, \"content\": {\"rendered\": \"<p>" P1
	    "</p><p>" P2 "</p><p>" P3
	    "</p>\", \"protected\": false}};</script>" },
	{ "WordPress, the second of two posts",
	    "<script type=\"application/json\" id=\"x\">[{\"id\":"
	    " 1, \"title\": {\"rendered\": \"Some other story tha"
	    "t came before this\"}, \"content\": {\"rendered\": \""
	    "<p>Other words of another story here. Other words of"
	    " another story here. Other words of another story he"
	    "re. Other words of another story here. Other words o"
	    "f another story here. Other words of another story h"
	    "ere. Other words of another story here. Other words "
	    "of another story here. Other words of another story "
	    "here. Other words of another story here. Other words"
	    " of another story here. Other words of another story"
	    " here. Other words of another story here. Other word"
	    "s of another story here. Other words of another stor"
	    "y here. Other words of another story here. Other wor"
	    "ds of another story here. Other words of another sto"
	    "ry here. Other words of another story here. Other wo"
	    "rds of another story here. Other words of another st"
	    "ory here. Other words of another story here. Other w"
	    "ords of another story here. Other words of another s"
	    "tory here. Other words of another story here. Other "
	    "words of another story here. Other words of another "
	    "story here. Other words of another story here. Other"
	    " words of another story here. Other words of another"
	    " story here. Other words of another story here. Othe"
	    "r words of another story here. Other words of anothe"
	    "r story here. Other words of another story here. Oth"
	    "er words of another story here. Other words of anoth"
	    "er story here. Other words of another story here. Ot"
	    "her words of another story here. Other words of anot"
	    "her story here. Other words of another story here. <"
	    "/p>\"}}, {\"id\": 2, \"title\": {\"rendered\": \"" TITLE
	    "\"}, \"content\": {\"rendered\": \"<p>" P1 "</p><p>" P2
	    "</p><p>" P3 "</p>\"}}]</script>" },
	{ "Gatsby", "<script>/*<![CDATA[*/window.pagePath=\"/x/\";window."
		    "___webpackCompilationHash=\"1\";/*]]>*/</script><scr"
		    "ipt>window.pageData={\"result\": {\"data\": {\"markd"
		    "ownRemark\": {\"html\": \"<p>" P1 "</p><p>" P2 "</p><p>" P3
		    "</p>\", \"frontmatter\": {\"title\": \"" TITLE
		    "\"}}}}}</script>" },
	{ "Remix", "<script>window.__remixContext = {\"state\": {\"loade"
		   "rData\": {\"routes/a\": {\"article\": {\"title\": \"" TITLE
		   "\", \"body\": \"<p>" P1 "</p><p>" P2 "</p><p>" P3
		   "</p>\"}}}}};</script>" },
	{ "Remix, a stream",
	    "<script>window.__remixContext.streamController.enque"
	    "ue(\"[{\\\"loaderData\\\": 1}, {\\\"r\\\": 2}, {\\\""
	    "title\\\": 3, \\\"body\\\": 4}, \\\"" TITLE "\\\", \\\"<p>" P1
	    "</p><p>" P2 "</p><p>" P3 "</p>\\\"]\\n\");</script>" },
	{ "Portable Text",
	    "<script type=\"application/json\" id=\"x\">{\"post\""
	    ": {\"title\": \"" TITLE
	    "\", \"body\": [{\"_type\": \"block\", \"children\": "
	    "[{\"_type\": \"span\", \"text\": \"" P1
	    "\"}]}, {\"_type\": \"block\", \"children\": [{\"_typ"
	    "e\": \"span\", \"text\": \"" P2
	    "\"}]}, {\"_type\": \"block\", \"children\": [{\"_typ"
	    "e\": \"span\", \"text\": \"" P3 "\"}]}]}}</script>" },
	{ "ProseMirror",
	    "<script type=\"application/json\" id=\"x\">{\"post\""
	    ": {\"title\": \"" TITLE
	    "\", \"content\": {\"type\": \"doc\", \"content\": [{"
	    "\"type\": \"paragraph\", \"content\": [{\"type\": \""
	    "text\", \"text\": \"" P1
	    "\"}]}, {\"type\": \"paragraph\", \"content\": [{\"ty"
	    "pe\": \"text\", \"text\": \"" P2
	    "\"}]}, {\"type\": \"paragraph\", \"content\": [{\"ty"
	    "pe\": \"text\", \"text\": \"" P3 "\"}]}]}}}</script>" },
	{ "blocks of Gutenberg",
	    "<script type=\"application/json\" id=\"x\">{\"post\""
	    ": {\"title\": \"" TITLE
	    "\", \"blocks\": [{\"name\": \"core/paragraph\", \"at"
	    "tributes\": {\"content\": \"" P1
	    "\"}}, {\"name\": \"core/paragraph\", \"attributes\":"
	    " {\"content\": \"" P2
	    "\"}}, {\"name\": \"core/paragraph\", \"attributes\":"
	    " {\"content\": \"" P3 "\"}}]}}</script>" },
	{ "a tree of HTML elements",
	    "<script type=\"application/json\" id=\"x\">{\"t\": ["
	    "{\"name\": \"p\", \"attribs\": {}, \"children\": [{\""
	    "type\": \"text\", \"data\": \"" P1
	    "\"}]}, {\"name\": \"p\", \"attribs\": {}, \"children"
	    "\": [{\"type\": \"text\", \"data\": \"" P2
	    "\"}]}, {\"name\": \"p\", \"attribs\": {}, \"children"
	    "\": [{\"type\": \"text\", \"data\": \"" P3
	    "\"}]}], \"title\": \"" TITLE "\"}</script>" },
};

static struct cuter_article
state_pages_test_cut(struct buf *page, const char *text, const char *script)
{
	buf_clear(page);
	buf_append_string(
	    page, "<html><head><title>" TITLE " - Post</title></head><body>");
	buf_append_string(page, text);
	buf_append_string(page, script);
	buf_append_string(page, "</body></html>");
	return testing_cut_with(buf_slice(page), TITLE, NULL, NULL);
}

static void
state_pages_test_all(struct buf *page)
{
	for (size_t i = 0; i < ARRAY_LENGTH(pages); i++) {
		struct cuter_article a = state_pages_test_cut(
		    page, "<div id=root></div>", pages[i].script);
		size_t first = slice_find(a.body, SLICE(P1), 0);
		size_t second = slice_find(a.body, SLICE(P2), 0);
		size_t third = slice_find(a.body, SLICE(P3), 0);

		ok(first == 0 && second > first && third > second &&
			third != SLICE_NOT_FOUND &&
			third + strlen(P3) == a.body.len,
		    "%s", pages[i].name);
		is_int(a.origin, CUTER_ORIGIN_STATE,
		    "the origin of the text is the page's state");
	}
}

/* Tests a page whose data has a string with the JSON `body`, in which "@" is
 * the article. */
static void
state_pages_test_string(struct buf *page, const char *body, const char *article)
{
	const char *at = strchr(body, '@');
	struct cuter_article a;
	struct buf script, json;

	buf_init(&script, 1 << 16);
	buf_init(&json, 1 << 16);
	buf_printf(&json, "%.*s%s%s", (int)(at - body), body, article, at + 1);
	buf_append_string(&script,
	    "<script type=application/json data-sveltekit-fetched>{"
	    "\"status\":200,\"statusText\":\"\",\"headers\":{},\"body\":\"");
	for (size_t i = 0; i < json.len; i++) {
		if (json.p[i] == '"' || json.p[i] == '\\')
			buf_append_char(&script, '\\');
		buf_append_char(&script, json.p[i]);
	}
	buf_append_string(&script, "\"}</script>");
	a = state_pages_test_cut(page, "", script.p);
	is_text(a.body, P1 "\n\n" P2 "\n\n" P3, body);
	is_int(a.origin, CUTER_ORIGIN_STATE, "the text is from the string");
	buf_release(&json);
	buf_release(&script);
}

/* Strings in the data contain JSON. In each row, "@" is the article, and OTHER
 * is another one. */
static void
state_pages_test_strings(struct buf *page)
{
	static const char *const articles[] = {
		"{\"title\":\"" TITLE "\",\"body\":\"<p>" P1 "</p><p>" P2
		"</p><p>" P3 "</p>\"}",
		"{\"title\":\"" TITLE "\",\"paragraphs\":[\"" P1 "\",\"" P2
		"\",\"" P3 "\"]}",
		"{\"title\":\"" TITLE "\",\"body\":\"" P1 "\\n\\n" P2
		"\\n\\n" P3 "\"}",
	};
#define OTHER                                                                  \
	"{\"title\":\"Village school opens a second kitchen\",\"body\":"       \
	"\"<p>Pupils cooked for their parents on Friday, when the mayor "      \
	"cut a ribbon made of dough. The ovens were paid for by a bakery "     \
	"that had closed in spring. Two hundred guests came, and most of "     \
	"them stayed until the evening. The school will open the kitchen "     \
	"to its neighbours, too.</p>\"}"
	static const char *const bodies[] = {
		"{\"article\":@}",
		"{\"articles\":[" OTHER ",@," OTHER "]}",
		"[" OTHER ",@," OTHER "]",
		"{\"body\":{\"data\":{\"article\":@}}}",
	};

	for (size_t i = 0; i < ARRAY_LENGTH(bodies); i++)
		for (size_t k = 0; k < ARRAY_LENGTH(articles); k++)
			state_pages_test_string(page, bodies[i], articles[k]);
#undef OTHER
}

/* The body of an article is a string that contains a list of blocks. */
static void
state_pages_test_blocks(struct buf *page)
{
#define BLOCK(text)                                                            \
	"{\\\"type\\\":\\\"paragraph\\\",\\\"text\\\":\\\"" text "\\\"}"
#define BLOCKS "[" BLOCK(P1) "," BLOCK(P2) "," BLOCK(P3) "]"
	static const char *const scripts[] = {
		"<script type=application/json>{\"title\":\"" TITLE
		"\",\"content\":\"" BLOCKS "\"}</script>",
		"<script type=application/json>{\"title\":\"" TITLE
		"\",\"content\":\"{\\\"blocks\\\":" BLOCKS "}\"}</script>",
	};
#undef BLOCKS
#undef BLOCK

	for (size_t i = 0; i < ARRAY_LENGTH(scripts); i++)
		is_text(state_pages_test_cut(page, "", scripts[i]).body,
		    P1 "\n\n" P2 "\n\n" P3, "blocks in a string");
}

/* A page that shows only the start of its text. */
static void
state_pages_test_teaser(struct buf *page)
{
	static const char data[] =
	    "<script type=application/json>{\"title\":\"" TITLE
	    "\",\"body\":\"<p>" P1 "</p><p>" P2 "</p><p>" P3 "</p><p>" P1 " " P2
	    " " P3 "</p><p>" P3 " " P2 " " P1 "</p>\"}</script>";
	static const char other[] =
	    "<script type=application/json>{\"title\":\"Something else that "
	    "happened there\",\"body\":\"<p>" P1 " " P2 " " P3 "</p><p>" P1
	    " " P2 " " P3 "</p><p>" P3 " " P2 " " P1 "</p>\"}</script>";
	static const char teaser[] = "<h1>" TITLE "</h1><p>" P1 " The council "
				     "will publish the report.</p>";
	struct cuter_article a = state_pages_test_cut(page, teaser, data);

	is_int(a.origin, CUTER_ORIGIN_STATE,
	    "a text in the data that is much longer than the shown text is "
	    "used");
	a = state_pages_test_cut(page, teaser, other);
	is_int(a.origin, CUTER_ORIGIN_PAGE,
	    "the state of an article with another title is not used");
}

/* Data with circular references, and nested values that are not closed. */
static void
state_pages_test_hostile(struct buf *page)
{
	static const char *const pieces[] = { "[0,0,0,0,", "{\"a\":0},",
		"[\"Ref\",1],", "(function(a,b){return {a:a,b:[", "'", "new A(",
		"{a:", "b=[1,", "self.__next_f.push([1,\"1:T5,\"])" };
	static const char *const starts[] = {
		"<script type=application/json>[{\"a\":0,\"b\":1},",
		"<script>x="
	};
	struct buf script;

	buf_init(&script, 4 << 20);
	for (size_t i = 0; i < ARRAY_LENGTH(pieces) * 2; i++) {
		buf_clear(&script);
		buf_append_string(&script, starts[i % 2]);
		while (script.len < 1 << 20)
			buf_append_string(&script, pieces[i / 2]);
		buf_append_string(&script, "0]</script>");
		ok(state_pages_test_cut(page, "", script.p).body.len == 0,
		    "a mebibyte of %s", pieces[i / 2]);
	}
	buf_release(&script);
}

/* A large object to which many references lead. */
static void
state_pages_test_references(struct buf *page)
{
	struct buf script;

	buf_init(&script, 4 << 20);
	buf_append_string(&script, "<script type=application/json>[[1,1],{");
	for (int i = 0; script.len < 1 << 19; i++) {
		char key[32];

		snprintf(key, sizeof(key), "%s\"k%d\":2", i > 0 ? "," : "", i);
		buf_append_string(&script, key);
	}
	buf_append_string(&script, "},[1");
	while (script.len < 1 << 20)
		buf_append_string(&script, ",1");
	buf_append_string(&script, "]]</script>");
	ok(state_pages_test_cut(page, "", script.p).body.len == 0,
	    "half a million references to a large object give no text");
	buf_release(&script);
}

int
main(void)
{
	struct buf page;

	testing_begin();
	buf_init(&page, 8 << 20);
	state_pages_test_all(&page);
	state_pages_test_strings(&page);
	state_pages_test_blocks(&page);
	state_pages_test_teaser(&page);
	state_pages_test_hostile(&page);
	state_pages_test_references(&page);
	buf_release(&page);
	return testing_end();
}
