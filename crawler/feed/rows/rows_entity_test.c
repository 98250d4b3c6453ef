/*
 * rows_entity_test.c -- edge cases of the entities that a document declares
 * (docs/feed-rows.md, row T25).
 */
#include "base/array.h"
#include "crawler/feed/rows/rows_test.h"

#define D(document) SLICE(document)
#define ONE         RSS("<item><title>one</title></item>")
#define IS_ONE      "entries=1\n0.title=one\ncomplete=yes"
#define LAUGH       "hahahahahahahahahahahahahahahaha"
#define LAUGHS      LAUGH LAUGH LAUGH

static const struct feed_row entities[] = {
	{ "T25", "an entity that the document declares is replaced",
	    D("<!DOCTYPE rss [<!ENTITY own 'text'>]>" ITEM(
		"<title>&own;</title>")),
	    NULL, "0.title=text" },
	{ "T25", "an entity in the value of an entity",
	    D("<!DOCTYPE rss [\n<!-- <!ENTITY a 'no'> -->\n<!ENTITY a \"one\">"
	      "<!ENTITY b '&a; &#8211; &a;'><!ENTITY a 'two'>]>" ITEM(
		  "<title>&b;</title>")),
	    NULL, "0.title=one \xe2\x80\x93 one" },
	{ "T25", "an entity whose value contains its own name",
	    D("<!DOCTYPE rss [<!ENTITY a 'x&a;'>]>" ITEM("<title>&a;</title>")),
	    NULL, "0.title=x&a;" },
	{ "T25", "an entity of HTML that the document declares",
	    D("<!DOCTYPE rss [<!ENTITY nbsp '&#160;'>"
	      "<!ENTITY copy '&#38;#169;'>]>" ITEM(
		  "<title>a&nbsp;b &copy;</title>")),
	    NULL, "0.title=a b \xc2\xa9" },
	{ "T25", "an entity that XML defines cannot be declared again",
	    D("<!DOCTYPE rss [<!ENTITY amp 'wrong'>]>" ITEM(
		"<title>a &amp; b</title>")),
	    NULL, "0.title=a & b" },
	{ "T25", "a CDATA section has no entities",
	    D("<!DOCTYPE rss [<!ENTITY own 'text'>]>" ITEM(
		"<title><![CDATA[&own;]]> &own;</title>")),
	    NULL, "0.title=&own; text" },
	{ "T25", "the URI of a namespace is an entity",
	    D("<!DOCTYPE rdf:RDF [<!ENTITY rdf "
	      "'http://www.w3.org/1999/02/22-rdf-"
	      "syntax-ns#'><!ENTITY dc 'http://purl.org/dc/elements/1.1/'>"
	      "<!ENTITY rss 'http://purl.org/rss/1.0/'>]>"
	      "<rdf:RDF xmlns:rdf='&rdf;' xmlns:x='&dc;' xmlns='&rss;'>"
	      "<item rdf:about='http://e.example/1'><title>T</title>"
	      "<link>http://e.example/1</link><x:creator>Ann Roe</x:creator>"
	      "</item></rdf:RDF>"),
	    NULL, "format=rss10\n0.title=T\n0.authors=Ann Roe" },
	{ "T25", "a billion laughs: a value that is too long is not used",
	    D("<!DOCTYPE rss [<!ENTITY a '" LAUGHS "'>"
	      "<!ENTITY b '&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;'>"
	      "<!ENTITY c "
	      "'&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;'>]>" ITEM(
		  "<title>&c;</title>")),
	    NULL, "0.title=&c;" },
	{ "T25", "an external entity is not read",
	    D("<!DOCTYPE rss [<!ENTITY x SYSTEM 'file:///etc/passwd'>]>" ITEM(
		"<title>&x;</title>")),
	    NULL, "0.title=&x;" },
	{ "T25", "a parameter entity is not read",
	    D("<!DOCTYPE rss [<!ENTITY % p SYSTEM 'http://127.0.0.1/x.dtd'> "
	      "%p;]>" ONE),
	    NULL, IS_ONE },
};

int
main(void)
{
	ROWS_CHECK(entities);
	return done_testing();
}
