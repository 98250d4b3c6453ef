/*
 * injection_test.c -- tests pages with hostile texts in every field of the
 * database. No page may contain an element, an attribute or an address that
 * comes from a field.
 *
 * Each page is parsed by libxml2, and its tree is compared with a list of the
 * elements, attributes and schemes that pages have.
 */
#include <libxml/HTMLparser.h>

#include "base/text/utf8.h"
#include "serve/page/body_html.h"
#include "serve/page/page.h"
#include "store/fixture_test.h"
#include "store/query/dialect.h"

static const char *const patterns[] = {
	"<script>alert(1)</script>",
	"\"><img src=x onerror=alert(1)>",
	"'><svg/onload=alert(1)>",
	"javascript:alert(1)//https://x.example/",
	"<a href=\"javascript:alert(1)\">x</a>",
	"</title></main><iframe src=\"https://evil.example/\"></iframe>",
	"<style>@import 'https://evil.example/x.css';</style>",
	"<p style=\"background:url(https://evil.example/x)\">x</p>",
	"<p><img src=\"https://evil.example/a\" "
	"srcset=\"https://evil.example/b 2x\"></p>",
	"<video poster=\"https://evil.example/p\" autoplay></video>",
	"<!--><script>alert(1)</script--><base href=\"https://evil.example/\">",
	"&lt;script&gt;\xe2\x80\xae<form action=https://evil.example/>"
	"<button formaction=javascript:alert(1)>",
	"\xff\xc0\xbc"
	"script>\x1b]0;x\x07<meta http-equiv=refresh "
	"content='0;url=https://evil.example/'>",
};
#define N_PATTERNS (sizeof(patterns) / sizeof(patterns[0]))

/* Each statement writes ?1 into fields of one kind. */
static const struct {
	const char *name, *sql;
} fields[] = {
	{ "title", "UPDATE article SET title = ?1" },
	{ "lead", "UPDATE article SET lead = ?1" },
	{ "body", "UPDATE article SET body = ?1, body_html = NULL" },
	{ "body_html", "UPDATE article SET body_html = ?1" },
	{ "body_html in a paragraph",
	    "UPDATE article SET body_html = '<p>' || ?1 || '</p>'" },
	{ "language", "UPDATE article SET lang = ?1" },
	{ "address", "UPDATE article SET url = ?1, canonical_url = ?1" },
	{ "an address in an address",
	    "UPDATE article SET url = 'https://x.example/' || ?1" },
	{ "flags", "UPDATE article SET flags = ?1, status_why = ?1,"
		   " section = ?1, publisher = ?1, license = ?1" },
	{ "fields", "UPDATE article SET fields = json_object('title',"
		    " json_object('source', ?1, 'confidence', 1))" },
	{ "author", "UPDATE article_author SET name = ?1" },
	{ "caption", "UPDATE media SET caption = ?1" },
	{ "picture", "UPDATE media SET url = ?1, alt = ?1, credit = ?1,"
		     " caption = NULL" },
	{ "tag", "UPDATE article_tag SET tag = ?1" },
	{ "category", "UPDATE article_category SET category = ?1" },
	{ "keyword", "UPDATE keyword SET term = ?1, stem = ?1" },
	{ "summary", "UPDATE article SET summary = ?1" },
	{ "feed title", "UPDATE feed SET title = ?1, description = ?1" },
	{ "feed address", "UPDATE feed SET url = ?1, site_url = ?1" },
	{ "reason", "UPDATE feed SET last_outcome = 'http-error',"
		    " last_why = ?1, failures = 9, last_poll_at = 1" },
	{ "feed tag", "UPDATE feed_tag SET tag = ?1" },
	{ "consumer", "UPDATE consumer SET name = ?1" },
	{ "host", "UPDATE host SET host = ?1" },
	{ "revision", "UPDATE revision SET title = ?1, body = ?1" },
};

/* ---- the checker ---- */

static const char *const elements[] = { "html", "head", "body", "meta", "title",
	"link", "a", "header", "nav", "ul", "ol", "li", "form", "input",
	"button", "main", "h1", "h2", "h3", "p", "div", "article", "span",
	"bdi", "br", "time", "dl", "dt", "dd", "table", "thead", "tbody", "tr",
	"th", "td", "details", "summary", "ins", "del", "mark", "code", "q",
	"label", "footer", "figure", "figcaption", "strong", "em", "blockquote",
	NULL };
static const char *const attributes[] = { "lang", "charset", "name", "content",
	"rel", "href", "type", "title", "class", "id", "aria-label", "role",
	"action", "aria-current", "dir", "datetime", "maxlength", "value",
	"scope", "data-name", NULL };

static bool
injection_test_is_listed(const char *const *list, const xmlChar *word)
{
	for (; *list != NULL; list++)
		if (strcmp(*list, (const char *)word) == 0)
			return true;
	return false;
}

/* True for an address of a page of this server, or an address with http or
 * https. A link to another site must have rel. */
static bool
injection_test_is_target(const xmlNode *node, const char *target)
{
	xmlChar *rel;
	bool has_rel;

	if (target[0] == '/' && target[1] != '/')
		return true;
	if (target[0] == '#')
		return true;
	if (strncmp(target, "https://", 8) != 0 &&
	    strncmp(target, "http://", 7) != 0)
		return false;
	rel = xmlGetNoNsProp(node, (const xmlChar *)"rel");
	has_rel = rel != NULL &&
		  strcmp((const char *)rel, "noopener noreferrer") == 0;
	xmlFree(rel);
	return has_rel && strcmp((const char *)node->name, "a") == 0;
}

/* Returns the name of the first thing that is not allowed, or NULL. */
static const char *
injection_test_fault(const xmlNode *node)
{
	const char *fault = NULL;

	for (; node != NULL && fault == NULL; node = node->next) {
		if (node->type == XML_COMMENT_NODE)
			return "comment";
		if (node->type != XML_ELEMENT_NODE)
			continue;
		if (!injection_test_is_listed(elements, node->name))
			return (const char *)node->name;
		for (const xmlAttr *a = node->properties; a != NULL;
		     a = a->next) {
			xmlChar *value =
			    xmlNodeListGetString(node->doc, a->children, 1);
			bool is_target =
			    strcmp((const char *)a->name, "href") == 0 ||
			    strcmp((const char *)a->name, "action") == 0;
			bool is_good =
			    injection_test_is_listed(attributes, a->name) &&
			    (!is_target || injection_test_is_target(
					       node, (const char *)value));

			xmlFree(value);
			if (!is_good)
				return (const char *)a->name;
		}
		fault = injection_test_fault(node->children);
	}
	return fault;
}

static bool
injection_test_is_clean(struct slice html, const char *what)
{
	xmlDoc *doc = htmlReadMemory(html.p, (int)html.len, NULL, "UTF-8",
	    HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING | HTML_PARSE_NONET);
	const char *fault =
	    doc == NULL ? "not HTML"
			: injection_test_fault(xmlDocGetRootElement(doc));

	if (fault == NULL && !utf8_valid(html))
		fault = "invalid UTF-8";
	if (fault == NULL && memchr(html.p, '\x1b', html.len) != NULL)
		fault = "a control character";
	if (fault == NULL &&
	    slice_find(html, SLICE("\xe2\x80\xae"), 0) != SLICE_NOT_FOUND)
		fault = "a control of direction";
	if (fault != NULL)
		printf("# %s: %s\n", what, fault);
	xmlFreeDoc(doc);
	return fault == NULL;
}

/* ---- the pages ---- */

static const struct {
	const char *path;
	serve_handler *run;
	int64_t id;
} pages[] = {
	{ "/", page_stories, 0 },
	{ "/article/1", page_article, 1 },
	{ "/story/1", page_story, 1 },
	{ "/feeds", page_feeds, 0 },
	{ "/feed/1", page_feed, 1 },
	{ "/tag/x", page_tag, 0 },
	{ "/category/x", page_category, 0 },
	{ "/trends", page_trends, 0 },
	{ "/profiles", page_profiles, 0 },
	{ "/profile/x", page_profile, 0 },
	{ "/status", page_status, 0 },
	{ "/search", page_search, 0 },
};

static bool
injection_test_page(struct store *s, size_t i, const char *pattern)
{
	static const struct serve_settings settings = { 0 };
	struct serve_request request = { .method = SERVE_GET,
		.path = slice_of(pages[i].path),
		.accept = SLICE("text/html"), /* an error is then a page, too */
		.n_parameters = 2 };
	struct serve_response response;
	struct serve_exchange exchange = { .store = s,
		.settings = &settings,
		.request = &request,
		.response = &response,
		.name = SLICE("x"),
		.id = pages[i].id,
		.now_at = NOW };
	struct err e = ERR_INIT;
	bool is_clean;

	/* Requests contain only valid UTF-8. */
	request.parameters[0] =
	    (struct serve_parameter){ SLICE("q"), SLICE("words") };
	request.parameters[1] =
	    (struct serve_parameter){ SLICE("tag"), SLICE("x") };
	if (utf8_valid(slice_of(pattern))) {
		exchange.name = slice_of(pattern);
		request.parameters[0].value = slice_of(pattern);
		request.parameters[1].value = slice_of(pattern);
	}
	serve_response_init(&response);
	is_clean = pages[i].run(&exchange, &e) == 0;
	/* SQL has changed a text without updating the index, so a snippet may
	 * fail. */
	if (!is_clean && pages[i].run == page_search) {
		serve_response_release(&response);
		return true;
	}
	if (!is_clean)
		printf("# %s: %s\n", pages[i].path, e.text);
	serve_response_finish(&response, &request);
	is_clean =
	    is_clean && !buf_failed(&response.body) &&
	    response.body.len > 500 &&
	    injection_test_is_clean(buf_slice(&response.body), pages[i].path);
	serve_response_release(&response);
	return is_clean;
}

static void
injection_test_fill(struct store *s)
{
	static struct fixture_feed f;
	struct feed_subscription said = { .url = SLICE("https://x.org/rss"),
		.tags = SLICE("Tech"),
		.fetch_articles = true };
	struct err e = ERR_INIT;
	int64_t id, feed;
	bool is_new;

	store_feed_put(s, &said, NOW, &feed, &is_new, &e);
	feed_begin(&f, "X");
	feed_add(&f, "a", "https://x.org/a", "words", "The words.");
	poll(s, feed, &f, NOW);
	id = article_at(s, "https://x.org/a");
	store_story(s, id, "words", "The words of it.", NOW, &e);
	sqlite3_exec(s->db,
	    "INSERT INTO article_author (article_id, n, name)"
	    " VALUES (1, 0, 'A');"
	    "INSERT INTO article_tag (article_id, n, tag) VALUES (1, 0, 'x');"
	    "INSERT INTO article_category (article_id, category, source, score)"
	    " VALUES (1, 'sport', 'publisher', 1);"
	    "INSERT INTO keyword (article_id, n, term, stem, weight)"
	    " VALUES (1, 0, 'words', 'word', 1);"
	    "INSERT INTO media (article_id, n, kind, url, caption, role,"
	    " relevance) VALUES (1, 0, 'image', 'https://x.org/i', 'c', 'lead',"
	    " 1);"
	    "INSERT INTO host (host, pause_until_at, failures)"
	    " VALUES ('x.org', 9999999999, 1);"
	    "INSERT INTO consumer (name, seq, made_at) VALUES ('c', 0, 0);"
	    "INSERT INTO revision (article_id, revision, at, title, body)"
	    " VALUES (1, 0, 0, 'old', 'Old words.')",
	    NULL, NULL, NULL);
	is_int(ask(s, "SELECT (SELECT count(*) FROM media)"
		      " + (SELECT count(*) FROM revision)"
		      " + (SELECT count(*) FROM host)"
		      " + (SELECT count(*) FROM article_category)"
		      " + (SELECT count(*) FROM keyword WHERE n = 0)"
		      " + (SELECT count(*) FROM article WHERE id = 1)"),
	    6, "the rows with hostile text are stored");
}

static bool
injection_test_write(struct store *s, const char *sql, const char *pattern)
{
	sqlite3_stmt *statement = NULL;
	bool is_done =
	    sqlite3_prepare_v2(s->db, sql, -1, &statement, NULL) == SQLITE_OK &&
	    sqlite3_bind_text(statement, 1, pattern, -1, SQLITE_STATIC) ==
		SQLITE_OK &&
	    sqlite3_step(statement) == SQLITE_DONE;

	if (!is_done)
		printf("# %s\n", sqlite3_errmsg(s->db));
	is_done = is_done && sqlite3_changes(s->db) > 0;
	sqlite3_finalize(statement);
	return is_done;
}

/* Tests one field with one text, and restores the field. */
static bool
injection_test_field(struct store *s, size_t field, const char *pattern)
{
	bool is_clean = true;

	sqlite3_exec(s->db, "SAVEPOINT pattern", NULL, NULL, NULL);
	if (!injection_test_write(s, fields[field].sql, pattern))
		is_clean = false;
	for (size_t i = 0; i < sizeof(pages) / sizeof(pages[0]); i++)
		if (!injection_test_page(s, i, pattern))
			is_clean = false;
	s->dialect->reset(s);
	sqlite3_exec(
	    s->db, "ROLLBACK TO pattern; RELEASE pattern", NULL, NULL, NULL);
	return is_clean;
}

/* ---- the text of an article ---- */

static void
injection_test_body(const char *html, bool has_remote_images,
    const char *expected, const char *name)
{
	const struct article_row row = { .body = SLICE("a <b>\n\nc"),
		.body_html = slice_of(html) };
	struct buf out;

	buf_init(&out, 1 * MIB);
	body_html_put(&out, &row,
	    has_remote_images ? BODY_PICTURES_HTTPS : BODY_PICTURES_LINKED);
	is_text(buf_slice(&out), expected, name);
	buf_release(&out);
}

static void
injection_test_bodies(void)
{
	static const char picture[] =
	    "<figure><img src=\"https://x.org/i?a&amp;b\" alt=\"A &lt;i&gt;\">"
	    "<figcaption>C</figcaption></figure>";
	static const char fallback[] = "<p>a &lt;b&gt;</p>\n<p>c</p>\n";

	injection_test_body(picture, false,
	    "<figure><p><a href=\"https://x.org/i?a&amp;b\" "
	    "rel=\"noopener noreferrer\">Picture: A &lt;i&gt;</a></p>"
	    "<figcaption>C</figcaption></figure>",
	    "a picture becomes a link");
	injection_test_body(picture, true,
	    "<figure><img loading=\"lazy\" src=\"https://x.org/i?a&amp;b\" "
	    "alt=\"A &lt;i&gt;\"><figcaption>C</figcaption></figure>",
	    "a picture is kept if the operator wants it");
	injection_test_body("<figure><img src=\"http://x.org/i\" alt=\"C\">"
			    "</figure>",
	    true,
	    "<figure><p><a href=\"http://x.org/i\" "
	    "rel=\"noopener noreferrer\">Picture: C</a></p></figure>",
	    "a picture without https becomes a link");
	injection_test_body("<figure><img src=\"https://x.org/i\" alt=\"C\">"
			    "<figcaption>C</figcaption></figure>",
	    false,
	    "<figure><p><a href=\"https://x.org/i\" "
	    "rel=\"noopener noreferrer\">Picture</a></p>"
	    "<figcaption>C</figcaption></figure>",
	    "a caption is not repeated");
	injection_test_body("<p><a href=\"https://x.org/\">x</a></p>", false,
	    "<p><a href=\"https://x.org/\" rel=\"noopener noreferrer\">x</a>"
	    "</p>",
	    "a link gets rel");
	injection_test_body("<p><a href=\"javascript:alert(1)\">x</a></p>",
	    false, fallback, "another scheme: the text is used");
	injection_test_body("<p onclick=\"x\">x</p>", true, fallback,
	    "another attribute: the text is used");
	injection_test_body(
	    "<p>\xff</p>", true, fallback, "invalid UTF-8: the text is used");
	injection_test_body("", true, fallback, "no HTML: the text is used");
}

int
main(void)
{
	struct store *s;

	fixture_begin();
	s = fixture_open("a.db", STORE_DAEMON);
	injection_test_fill(s);
	for (size_t f = 0; f < sizeof(fields) / sizeof(fields[0]); f++)
		for (size_t p = 0; p < N_PATTERNS; p++)
			ok(injection_test_field(s, f, patterns[p]),
			    "%s: pattern %zu", fields[f].name, p + 1);
	injection_test_bodies();
	store_close(s);
	xmlCleanupParser();
	return done_testing();
}
