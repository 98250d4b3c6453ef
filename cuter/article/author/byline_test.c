/*
 * byline_test.c -- tests which authors are found on pages.
 */
#include "base/array.h"
#include "tests/lib/cuter.h"

#define LONG                                                                   \
	"<p>The report, which was to have been published in spring, tells at " \
	"length what was found, by whom, and why it took so long.</p>"
#define TITLE "A title of four words"
#define H1    "<h1>" TITLE "</h1>"
#define TEXT  "<div>" LONG LONG LONG LONG "</div>"
#define LD(authors)                                                            \
	"<script type=application/ld+json>{\"@type\":\"NewsArticle\","         \
	"\"author\":" authors "}</script>"
#define SITE "<meta property=og:site_name content='The Example'>"

static const struct {
	const char *what, *html, *authors;
} rows[] = {
	{ "a byline after the title", H1 "<p>By Ada Lovelace</p>" TEXT,
	    "Ada Lovelace" },
	{ "a byline between a date and a section",
	    H1 "<p><span>May 4, 2026</span> <span>by <a href=/x>Ada "
	       "Lovelace</a> and <a href=/y>Jean Bartik</a></span> <a "
	       "href=/z>Politics</a></p>" TEXT,
	    "Ada Lovelace|Jean Bartik" },
	{ "a byline after a date in one text",
	    H1 "<p>Posted on March 3, 2026 by Ada Lovelace</p>" TEXT,
	    "Ada Lovelace" },
	{ "a byline after a date and a bar",
	    H1 "<p>3 March 2026, 10:05 | By Ada Lovelace</p>" TEXT,
	    "Ada Lovelace" },
	{ "a sentence with a date and \"by\"",
	    H1 "<p>The storm of 13 November 2015 by Ada Lovelace</p>" TEXT,
	    "" },
	{ "a name before the line of the date",
	    H1 "<p>Ada Lovelace</p><p>4 May 2026</p>" TEXT, "Ada Lovelace" },
	{ "names and a date in one line",
	    H1 "<p>Ada Lovelace and Jean van der Meer | 4 May 2026</p>" TEXT,
	    "Ada Lovelace|Jean van der Meer" },
	{ "a name after the date, in an element of its own",
	    H1 "<p><span>4 May 2026</span> <span>J. R. Bartik</span></p>" TEXT,
	    "J. R. Bartik" },
	{ "a name, its role and the date",
	    H1
	    "<p>Ada Lovelace</p><p>Political editor</p><p>4 May 2026</p>" TEXT,
	    "Ada Lovelace" },
	{ "a name and a place before the date",
	    H1 "<div>Ada Lovelace, Tallow Bay</div><div>4 May 2026</div>" TEXT,
	    "Ada Lovelace" },
	{ "a name with the sign of an agency",
	    H1 "<p>Ada Lovelace (AFP)</p>" TEXT, "Ada Lovelace" },
	{ "a name without a date", H1 "<p>Ada Lovelace</p>" TEXT, "" },
	{ "the name of a section beside the date",
	    H1 "<p>World Politics | 4 May 2026</p>" TEXT, "" },
	{ "a link to a section beside the date",
	    H1 "<p><a href=/t/x>Tall Ships</a> | 4 May 2026</p>" TEXT, "" },
	{ "the name of a club beside the date",
	    H1 "<p>FC Marbeck</p><p>4 May 2026</p>" TEXT, "" },
	{ "a name in the title beside the date",
	    "<h1>Ada Lovelace: a title of four words</h1><p>Ada Lovelace</p>"
	    "<p>4 May 2026</p>" TEXT,
	    "" },
	{ "a date and a name in Italian",
	    "<html lang=it>" H1
	    "<p>Pubblicato il 4 maggio 2026 da Ada Lovelace</p>" TEXT,
	    "Ada Lovelace" },
	{ "a Chinese name before the date",
	    "<html lang=zh>" H1 "<p>王建国</p><p>2026年5月4日</p>" TEXT,
	    "王建国" },
	{ "a leader and an elided particle",
	    "<html lang=fr>" H1 "<p>Par Jean-Luc d’Aubry</p>" TEXT,
	    "Jean-Luc d’Aubry" },
	{ "a leader of a reportage",
	    "<html lang=sv>" H1 "<p>Reportage av Ada Lovelace</p>" TEXT,
	    "Ada Lovelace" },
	{ "a label and a name in the next paragraph",
	    H1 "<p>Written by</p><p>Ada Lovelace</p>" TEXT, "Ada Lovelace" },
	{ "a link to an author's page",
	    H1 "<ul><li><a href=/authors/ada>Ada Lovelace</a></ul>" TEXT,
	    "Ada Lovelace" },
	{ "a class that names the author",
	    H1 "<div class=post-AuthorName>Ada Lovelace</div>" TEXT,
	    "Ada Lovelace" },
	{ "a class of text about the author",
	    H1 "<div class=author-bio>Lovely Person</div>" TEXT, "" },
	{ "a byline before the title", "<p>By Ada Lovelace</p>" H1 TEXT,
	    "Ada Lovelace" },
	{ "a byline after the text", H1 TEXT "<p>Text: Ada Lovelace</p>",
	    "Ada Lovelace" },
	{ "a property of RDFa",
	    H1 "<span property=schema:author>Ada Lovelace</span>" TEXT,
	    "Ada Lovelace" },
	{ "the name in a byline has priority over an account name in metadata",
	    "<meta name=author content=alovelace12>" H1
	    "<p>By Ada Lovelace</p>" TEXT,
	    "Ada Lovelace" },
	{ "the name on the page has priority over the site's name in JSON-LD",
	    SITE LD("{\"name\":\"The Example\"}") H1
	    "<div class=author>Ada Lovelace</div>" TEXT,
	    "Ada Lovelace" },
	{ "the site's name after a person in JSON-LD is left out",
	    SITE LD("\"Ada Lovelace, The Example\"") H1 TEXT, "Ada Lovelace" },
	{ "the longer of two lists with a common name is used",
	    LD("{\"name\":\"Ada Lovelace\"}") H1
	    "<p>By Ada Lovelace and Jean Bartik</p>" TEXT,
	    "Ada Lovelace|Jean Bartik" },
	{ "the title of a person is added to the name in JSON-LD",
	    LD("{\"name\":\"Hans M\xC3\xBCller\"}") H1
	    "<p>Von Prof. Dr. Hans M\xC3\xBCller</p>" TEXT,
	    "Prof. Dr. Hans M\xC3\xBCller" },
	{ "a title before the first of two names",
	    H1 "<p>By Capt. John Doe and Jane Roe</p>" TEXT,
	    "Capt. John Doe|Jane Roe" },
	{ "two names with places",
	    H1 "<p>By Jane Roe in London and John Doe in Paris</p>" TEXT,
	    "Jane Roe|John Doe" },
	{ "JSON-LD that refers to the author by its id",
	    "<script type=application/ld+json>{\"@graph\":[{\"@type\":"
	    "\"Article\",\"author\":[{\"@id\":\"#a\"}]},{\"@type\":\"Person\","
	    "\"@id\":\"#a\",\"name\":\"Ada Lovelace\"}]}</script>" H1 TEXT,
	    "Ada Lovelace" },
	{ "JSON-LD with two names of one author",
	    LD("{\"name\":[\"Ada Lovelace\",\"Jean Bartik\"]}") H1 TEXT,
	    "Ada Lovelace|Jean Bartik" },
	{ "JSON-LD whose author is the article itself",
	    "<script type=application/ld+json>{\"@type\":\"Article\",\"@id\":"
	    "\"#a\",\"author\":{\"@id\":\"#a\"}}</script>" H1 TEXT,
	    "" },
	{ "a Twitter card with the label of an author",
	    "<meta name=twitter:label1 content='Written by'><meta "
	    "name=twitter:data1 content='Ada Lovelace'>" H1 TEXT,
	    "Ada Lovelace" },
	{ "a Twitter card with another label",
	    "<meta name=twitter:label1 content='Reading time'><meta "
	    "name=twitter:data1 content='Five Minutes'>" H1 TEXT,
	    "" },
	{ "an author in a list of links after the text",
	    H1 TEXT "<ul class=nav><li><a href=/t/1>Topic one</a><li><strong>"
		    "Author</strong> Ada Lovelace<li><a href=/t/2>Topic two"
		    "</a></ul>",
	    "Ada Lovelace" },
	{ "a byline in the navigation is ignored",
	    H1 TEXT TEXT TEXT "<nav><p>By Jean Bartik</p></nav>", "" },
	{ "a metadata field with another spelling",
	    LD("{\"name\":\"The Example\"}") SITE
	    "<meta name=articleAuthor content='Ada Lovelace'>" H1 TEXT,
	    "Ada Lovelace" },
	{ "a metadata field with a list of names",
	    "<meta name=authors content='Ada Lovelace, Jean "
	    "Bartik'>" H1 TEXT,
	    "Ada Lovelace|Jean Bartik" },
	{ "a byline in comments is ignored",
	    H1 TEXT "<div class=comments><p>By Jean Bartik</p></div>", "" },
	{ "a sentence that begins with \"By\" is ignored",
	    H1 "<p>By Monday the committee had heard all of them.</p>" TEXT,
	    "" },
	{ "an agency after a name",
	    H1 "<p>By Ada Lovelace The Associated Press</p>" TEXT,
	    "Ada Lovelace" },
	{ "a byline with an agency only",
	    H1 "<p>By The Associated Press</p>" TEXT, "The Associated Press" },
	{ "a role before a name",
	    H1 "<p>Von Korrespondent Ada Lovelace</p>" TEXT, "Ada Lovelace" },
	{ "a shared account in JSON-LD and a person on the page",
	    LD("{\"name\":\"NOC Admin\"}") H1
	    "<div class=author>Ada Lovelace</div>" TEXT,
	    "Ada Lovelace" },
	{ "a desk in JSON-LD and a person on the page",
	    LD("{\"name\":\"News Team\"}") H1 "<p>By Ada Lovelace</p>" TEXT,
	    "Ada Lovelace" },
	{ "only a desk in JSON-LD", LD("{\"name\":\"News Team\"}") H1 TEXT,
	    "News Team" },
	{ "a desk after the text", H1 TEXT "<p><em>IN-Redaktion</em></p>",
	    "IN-Redaktion" },
	{ "initials in an element with itemprop",
	    H1 TEXT "<p>Radio, 10:05; <span itemprop=author>ed/abc;xyz</span>"
		    "</p>",
	    "ed/abc|xyz" },
	{ "a reporter in Korean",
	    H1 "<p class=author>\xED\x99\x8D\xEA\xB8\xB8\xEB\x8F\x99 "
	       "\xEA\xB8\xB0\xEC\x9E\x90</p>" TEXT,
	    "\xED\x99\x8D\xEA\xB8\xB8\xEB\x8F\x99" },
	{ "a reporter in Korean without a space, in JSON-LD",
	    LD("\"\xED\x99\x8D\xEA\xB8\xB8\xEB\x8F\x99\xEA\xB8\xB0"
	       "\xEC\x9E\x90\"") H1 TEXT,
	    "\xED\x99\x8D\xEA\xB8\xB8\xEB\x8F\x99" },
	{ "reporters in Chinese, in brackets at the end of the text",
	    H1 TEXT "<p>"
		    "\xE6\x8A\xA5\xE9\x81\x93\xE3\x80\x82"
		    "\xEF\xBC\x88\xE8\xAE\xB0\xE8\x80\x85 \xE5\xBC\xA0"
		    "\xE4\xB8\x89 \xE6\x9D\x8E\xE5\x9B\x9B\xE4\xB8\x80"
		    "\xEF\xBC\x89</p>",
	    "\xE5\xBC\xA0\xE4\xB8\x89|\xE6\x9D\x8E\xE5\x9B\x9B\xE4"
	    "\xB8\x80" },
	{ "a sentence about reporters in Chinese",
	    H1 TEXT "<p>\xE8\xAE\xB0\xE8\x80\x85\xE8\xBF\x91\xE6\x97"
		    "\xA5\xE4\xBB\x8E\xE8\xA5\xBF\xE8\x97\x8F</p>",
	    "" },
	{ "a reporter in a line between the title and the text",
	    H1 "<p>时间：5月4日 作者：张小山</p>" TEXT, "张小山" },
	{ "a reporter in Chinese, and an editor",
	    H1 TEXT "<p>编辑：李四一</p><p>□ 本报记者 张小山</p>", "张小山" },
	{ "only an editor in Chinese", H1 TEXT "<p>（责任编辑：李四一）</p>",
	    "李四一" },
	{ "a company in metadata, and a name in brackets",
	    "<meta name=author content=河边网络>" H1 TEXT "<p>（张小山）</p>",
	    "张小山" },
	{ "only a company in metadata",
	    "<meta name=author content=河边网络>" H1 TEXT, "河边网络" },
	{ "a button in brackets after the text",
	    H1 TEXT "<p>【<a href=/x>张小山</a>】</p>", "" },
	{ "two reporters in Korean",
	    H1 "<p>[서울=강변통신] 홍길동·김철수 기자 = "
	       "오늘 다리가 열렸다.</p>" TEXT,
	    "홍길동|김철수" },
	{ "a Korean department is not a name", H1 TEXT "<p>정치부 기자</p>",
	    "" },
	{ "a date after a name in Dutch",
	    H1 "<p>Door Ada Lovelace op 3 mei 2024</p>" TEXT, "Ada Lovelace" },
	{ "a date after a name in Spanish",
	    H1 "<p>Por Ada Lovelace el 3 de mayo de 2024</p>" TEXT,
	    "Ada Lovelace" },
	{ "a guest", H1 "<p>Guest post by Ada Lovelace</p>" TEXT,
	    "Ada Lovelace" },
	{ "a guest in German",
	    H1 "<p>Ein Gastkommentar von Ada Lovelace</p>" TEXT,
	    "Ada Lovelace" },
	{ "an author of text and photos",
	    H1 "<p>Text and photos by Ada Lovelace</p>" TEXT, "Ada Lovelace" },
	{ "a page without an author", H1 TEXT, "" },
};

static void
byline_test_short_host(void)
{
	static const struct {
		const char *url, *author, *what;
	} hosts[] = {
		{ "https://www.ep.example/a", "Ada Lovelace",
		    "an author with the initials of the domain is the site" },
		{ "https://www.other.ep/a", "Ellen Page",
		    "an author with the letters of the top-level domain is a "
		    "person" },
	};

	for (size_t i = 0; i < 2; i++) {
		struct cuter_input input = { .url = slice_of(hosts[i].url),
			.bytes = SLICE(
			    LD("{\"name\":\"Ellen Page\"}") H1 TEXT TEXT TEXT
			    "<p>Text: Ada Lovelace</p>") };
		struct cuter_article a = { 0 };
		struct err e = ERR_INIT;

		ok(cuter_cut(testing_cuter, &input, NULL, &a, &e) == 0 &&
			a.n_authors == 1 &&
			slice_equal(a.authors[0], slice_of(hosts[i].author)),
		    "%s", hosts[i].what);
	}
}

int
main(void)
{
	testing_begin();
	byline_test_short_host();
	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++) {
		struct cuter_article a = testing_cut(rows[i].html, TITLE);
		char got[512] = "";
		size_t n = 0;

		for (size_t k = 0; k < a.n_authors && n < 400; k++)
			n +=
			    (size_t)snprintf(got + n, sizeof(got) - n, "%s%.*s",
				k > 0 ? "|" : "", SLICE_ARG(a.authors[k]));
		ok(strcmp(got, rows[i].authors) == 0, "%s: %s", rows[i].what,
		    got);
	}
	return testing_end();
}
