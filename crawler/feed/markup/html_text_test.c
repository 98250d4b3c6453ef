/*
 * html_text_test.c -- HTML to plain text, names of authors, Form C.
 */
#include "base/array.h"
#include "crawler/feed/markup/html_text.h"
#include "crawler/feed/person.h"
#include "tests/lib/tap.h"

static struct slice
html_text_test_text_of(const char *html, bool keep_lines, struct buf *out)
{
	struct text_writer w;

	text_writer_init(&w, out, keep_lines);
	html_write_text(&w, slice_of(html));
	text_writer_end(&w);
	return buf_slice(out);
}

static const struct {
	const char *html, *expected;
} rows[] = {
	{ "plain", "plain" },
	{ "  a \n\t b  ", "a b" },
	{ "<p>a</p><p>b</p>", "a b" },
	{ "a<b>b</b>c", "abc" },
	{ "a<br>b<br/>c", "a b c" },
	{ "<td>a</td><td>b</td>", "a b" },
	{ "a<!-- x > y -->b", "ab" },
	{ "a<!-- never closed <b>b</b>", "a<!-- never closed b" },
	{ "a<script>if (1 < 2) x('</p>')</script>b", "ab" },
	{ "a<style>b{}</style><iframe>c</iframe>d", "ad" },
	{ "<a href=\"x>y\" title='a>b'>z</a>", "z" },
	{ "<img alt=\"no\" src=x>", "" },
	{ "1 < 2 && 3 > 2", "1 < 2 && 3 > 2" },
	{ "&amp;&lt;&gt;&quot;&#39;&apos;", "&<>\"''" },
	{ "&copy 2026 &copy=1 &notit; &nosuch;", "© 2026 ©=1 ¬it; &nosuch;" },
	{ "&#8217;&#x2019;&#146;", "’’’" },
	{ "&#55357;&#56841;", "😉" },
	{ "&#0;&#xD800;&#x110000;", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd" },
	{ "a&nbsp;&nbsp;b&#173;c&#8203;d", "a bcd" },
	{ "e&#x301; A&#x30a; \xe1\x84\x92\xe1\x85\xa1\xe1\x86\xab", "é Å 한" },
	{ "e<b>&#x301;</b>", "é" },
	{ "&#x301;x", "\xcc\x81x" },
	{ "a &#x301;b", "a \xcc\x81"
			"b" },
	{ "&#x212B; &#x2126; &#x958; &#xF900;", "Å Ω क\u093c 豈" },
	{ "&#xAC00;&#x11A8; &#x1100;&#x1161;", "각 가" },
	{ "Vie&#x323;&#x302;t, й", "Việt, й" },
	{ "q&#x323;&#x307; q&#x307;&#x323;",
	    "q\xcc\xa3\xcc\x87 q\xcc\xa3\xcc\x87" },
	{ "<a@b.example> <3", "<3" },
	{ "text <a href=", "text" },
	{ "for $a<b$ we show", "for $a<b$ we show" },
	{ "n<N, k<K and <b>x</b> > 0", "n<N, k<K and x > 0" },
	{ "a<g:b c>d</g:b><x-y>e</x-y>", "ade" },
	{ "<![CDATA[inside]]>", "inside]]>" },
	{ "<?php echo 1 ?>x", "x" },
};

static void
html_text_test_rows(struct buf *out)
{
	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++)
		is_text(html_text_test_text_of(rows[i].html, false, out),
		    rows[i].expected, rows[i].html);
	is_text(html_text_test_text_of(
		    "<h1>a</h1><p>b<br>c<br><br>d</p>", true, out),
	    "a\n\nb\nc\n\nd",
	    "with paragraphs, lines and paragraphs are separated");
	is_text(html_text_test_text_of(
		    "a\nb &amp;\nc\r\n \r\nd\n\n\n&lt;e\n\n", true, out),
	    "a b & c\n\nd\n\n<e",
	    "in a text without tags, blank lines separate paragraphs");
	is_text(html_text_test_text_of("a\n\n<b>b</b>\n\nc", true, out),
	    "a b c", "in HTML, blank lines are white space");
	is_text(
	    html_text_test_text_of(
		"a\nb<pre>\nc\n  d &amp;\n\n<b>e</b>\nf</pre>g\nh", true, out),
	    "a b\n\nc\nd &\n\ne\nf\n\ng h",
	    "in <pre>, lines and paragraphs are separated");
	is_text(html_text_test_text_of("<pre>a\nb\n\nc", false, out), "a b c",
	    "without lines, <pre> is like other text");
}

static void
html_text_test_markup(void)
{
	static const char *const yes[] = { "<b>x</b>", "a<br/>b", "&amp;",
		"&#8217;", "<p class=a>", "x <!-- y -->", "<script>x</SCRIPT>",
		"<style> in <b>HTML</b>" };
	static const char *const no[] = { "a < b", "a & b", "<hello>", "<3",
		"AT&T", "x &copy=1", "<b", "Name <a@b.example>", "&;",
		"<script> considered harmful",
		"What </style> and <iframe> end" };

	for (size_t i = 0; i < ARRAY_LENGTH(yes); i++)
		ok(html_is_markup(slice_of(yes[i])), "%s is markup", yes[i]);
	for (size_t i = 0; i < ARRAY_LENGTH(no); i++)
		ok(!html_is_markup(slice_of(no[i])), "%s is not markup", no[i]);
}

static void
html_text_test_person(void)
{
	static const char *const people[][2] = {
		{ "a@b.example (Ada B)", "Ada B" },
		{ "a@b.example ()", "a@b.example" },
		{ "Ada B <a@b.example>", "Ada B" },
		{ "\"Ada B\" <a@b.example>", "Ada B" },
		{ "<a@b.example>", "a@b.example" },
		{ "Ada B (a@b.example)", "Ada B" },
		{ "Ada B (editor)", "Ada B (editor)" },
		{ "a@b.example", "a@b.example" },
		{ "  Ada  ", "Ada" },
		{ "", "" },
		{ "(", "(" },
		{ ")", ")" },
	};

	for (size_t i = 0; i < ARRAY_LENGTH(people); i++)
		is_text(person_name(slice_of(people[i][0])), people[i][1],
		    people[i][0]);
}

int
main(void)
{
	struct buf out;

	buf_init(&out, 1 << 16);
	html_text_test_rows(&out);
	html_text_test_markup();
	html_text_test_person();
	buf_release(&out);
	return done_testing();
}
