/*
 * explain_test.c -- the explanation of a page runs nothing and loads nothing
 * (docs/threat-rows.md, row S47), whatever the page's text, title and URL are.
 */
#include <ctype.h>

#include "base/array.h"
#include "tests/lib/cuter.h"

#define TEXT                                                                   \
	"A sentence that is long enough to be taken for a part of an article " \
	"by any method, and then a few words more to be sure of that. "

static const char *const attacks[] = {
	"<script>alert(1)</script>",
	"<SCRIPT SRC=http://x.example/x.js></SCRIPT>",
	"<scr<script>ipt>alert(1)</scr</script>ipt>",
	"<img src=x onerror=alert(1)>",
	"<img src=\"javascript:alert(1)\">",
	"<img src=javascript:alert(1)>",
	"<img src=`javascript:alert(1)`>",
	"<img/src=x/onerror=alert(1)>",
	"<img src=x onerror=alert(1)//",
	"<IMG \"\"\"><SCRIPT>alert(1)</SCRIPT>\">",
	"<svg onload=alert(1)>",
	"<svg/onload=alert(1)>",
	"<svg><script>alert(1)</script></svg>",
	"<svg><a xlink:href=javascript:alert(1)>x</a></svg>",
	"<math href=javascript:alert(1)>x</math>",
	"<body onload=alert(1)>",
	"<iframe src=javascript:alert(1)></iframe>",
	"<iframe srcdoc=\"<script>alert(1)</script>\"></iframe>",
	"<object data=javascript:alert(1)></object>",
	"<embed src=javascript:alert(1)>",
	"<a href=javascript:alert(1)>x</a>",
	"<a href=\" javascript:alert(1)\">x</a>",
	"<a href=\"java\nscript:alert(1)\">x</a>",
	"<a href=\"&#106;avascript:alert(1)\">x</a>",
	"<a href=\"data:text/html,<script>alert(1)</script>\">x</a>",
	"<a href=vbscript:x>x</a>",
	"<a onmouseover=alert(1)>x</a>",
	"<div style=\"background:url(javascript:alert(1))\">x</div>",
	"<div style=\"width:expression(alert(1))\">x</div>",
	"<style>@import 'http://x.example/x.css';</style>",
	"<link rel=stylesheet href=http://x.example/x.css>",
	"<meta http-equiv=refresh content=\"0;url=javascript:alert(1)\">",
	"<base href=javascript:alert(1)//>",
	"<form action=javascript:alert(1)><button>x</button></form>",
	"<button formaction=javascript:alert(1)>x</button>",
	"<input onfocus=alert(1) autofocus>",
	"<details open ontoggle=alert(1)>x</details>",
	"<video src=x onerror=alert(1)></video>",
	"<audio src=x onerror=alert(1)></audio>",
	"<video><source onerror=alert(1)></video>",
	"<marquee onstart=alert(1)>x</marquee>",
	"<table background=javascript:alert(1)><td>x</table>",
	"<p title='\"><script>alert(1)</script>'>x</p>",
	"<p class='\"><script>alert(1)</script>'>x</p>",
	"<p id=\"'><script>alert(1)</script>\">x</p>",
	"<p class=\"x onmouseover=alert(1) y\">x</p>",
	"<div role='\" onclick=\"alert(1)'>x<p>y</p></div>",
	"&lt;script&gt;alert(1)&lt;/script&gt;",
	"&#60;script&#62;alert(1)&#60;/script&#62;",
	"&amp;lt;script&amp;gt;alert(1)",
	"\"><script>alert(1)</script>",
	"'><script>alert(1)</script>",
	"--><script>alert(1)</script>",
	"]]><script>alert(1)</script>",
	"</title><script>alert(1)</script>",
	"</style><script>alert(1)</script>",
	"</textarea><script>alert(1)</script>",
	"<noscript><p title=\"</noscript><img src=x onerror=alert(1)>\">",
	"<template><script>alert(1)</script></template>",
	"<x-y onclick=alert(1)>x</x-y>",
	"<img alt='\" onerror=\"alert(1)' src=a.png>",
	"<img srcset='\"onerror=alert(1)// 2x'>",
	"+ADw-script+AD4-alert(1)+ADw-/script+AD4-",
	"<a href=\"http://x.example/\"onclick=alert(1)\">x</a>",
	"<a href='http://x.example/?\"><script>alert(1)</script>'>x</a>",
};

/* Reads all tags of a document. Returns false if a tag could run a script or
 * load a resource, or if an attribute's value contains an unescaped '>'. */
static bool
explain_test_is_harmless(struct slice html)
{
	static const char *const forbidden[] = { "script", "iframe", "object",
		"embed", "link", "base", "form", "svg", "math", "input",
		"button", "video", "audio", "noscript", "template" };
	size_t at = 0;

	while ((at = slice_find_char(html, '<', at)) != SLICE_NOT_FOUND) {
		size_t end = slice_find_char(html, '>', at);
		struct slice tag = slice_sub(html, at + 1, end);
		bool quoted = false;

		if (tag.len > 0 && tag.p[0] == '/')
			tag = slice_sub(tag, 1, tag.len);
		for (size_t i = 0; i < ARRAY_LENGTH(forbidden); i++)
			if (slice_starts_nocase(tag, slice_of(forbidden[i])))
				return false;
		for (size_t i = 0; i < tag.len; i++) {
			if (tag.p[i] == '"')
				quoted = !quoted;
			else if (!quoted && i + 2 < tag.len &&
				 tag.p[i] == ' ' &&
				 (tag.p[i + 1] | 0x20) == 'o' &&
				 (tag.p[i + 2] | 0x20) == 'n')
				return false; /* an event handler */
		}
		if (quoted)
			return false; /* a '>' inside a value: not escaped */
		if (slice_find_nocase(tag, SLICE("href=\"javascript"), 0) !=
			SLICE_NOT_FOUND ||
		    slice_find_nocase(tag, SLICE("src=\"javascript"), 0) !=
			SLICE_NOT_FOUND)
			return false;
		at++;
	}
	return true;
}

static void
explain_test_attacks(void)
{
	struct buf explained, html;

	buf_init(&explained, 16 << 20);
	buf_init(&html, 1 << 20);
	for (size_t i = 0; i < ARRAY_LENGTH(attacks); i++) {
		struct cuter_options options = { .explain = &explained };
		struct cuter_article a;

		buf_clear(&explained);
		buf_clear(&html);
		buf_printf(&html,
		    "<title>%s</title><h1>%s</h1><div><p>" TEXT "%s</p><p>" TEXT
		    "</p>%s<p>" TEXT "</p></div>",
		    attacks[i], attacks[i], attacks[i], attacks[i]);
		a = testing_cut_with(
		    buf_slice(&html), attacks[i], attacks[i], &options);
		ok(explain_test_is_harmless(buf_slice(&explained)),
		    "S47: the explanation contains no active content: %s",
		    attacks[i]);
		ok(explain_test_is_harmless(a.body_html),
		    "the body contains no active content: %s", attacks[i]);
	}
	buf_release(&explained);
	buf_release(&html);
}

static void
explain_test_content(void)
{
	struct cuter_options options = { 0 };
	struct buf out;

	buf_init(&out, 1 << 20);
	options.explain = &out;
	testing_cut_with(SLICE("<ul><li><a href=/a>Home page</a></ul><h1>The "
			       "title of it</h1><div><p>" TEXT "</p><p>" TEXT
			       "</p><div class=advert>Buy</div></div>"),
	    "The title of it", NULL, &options);
	has(buf_slice(&out), "default-src 'none'",
	    "the policy of the page forbids to load anything");
	lacks(
	    buf_slice(&out), "http://", "the page contains no http:// address");
	has(buf_slice(&out), "class=\"t text\"", "text has its colour");
	has(buf_slice(&out), "class=\"t navigation\"",
	    "navigation has its colour");
	has(buf_slice(&out), "class=\"t advertisement\"",
	    "an advertisement has its colour");
	has(buf_slice(&out), "LP 100 %",
	    "the link percentage of a block is shown");
	has(buf_slice(&out), "in the article's group",
	    "the reason of a block is shown");
	has(buf_slice(&out), "<b>headline</b>", "the kind of a block is shown");
	has(buf_slice(&out), "<b>paragraph</b> +",
	    "the sign of the score is shown");
	has(buf_slice(&out), "<a id=\"text\"></a>",
	    "a link leads to the beginning of the text");
	has(buf_slice(&out), "<a id=\"end\"></a>",
	    "a link leads to the end of the text");
	has(buf_slice(&out), "prefers-color-scheme:dark",
	    "the page has a dark colour scheme");
	has(buf_slice(&out), "<h2 id=\"legend\">",
	    "the page has a legend of the colours");
	has(buf_slice(&out), "href=\"#text\" accesskey=\"t\"",
	    "a key leads to the text");
	lacks(buf_slice(&out), "<details", "few rows are not folded");
	has(buf_slice(&out), "<div class=\"t text body\"",
	    "body text is marked, other text is not");
	buf_release(&out);
}

/* Returns the number of occurrences of the text. */
static int64_t
explain_test_count(struct slice html, struct slice text)
{
	int64_t n = 0;

	for (size_t at = 0;
	     (at = slice_find(html, text, at)) != SLICE_NOT_FOUND; n++)
		at += text.len;
	return n;
}

/* A menu is folded once, and so is a sequence of empty elements. The article is
 * not folded. */
static void
explain_test_folding(void)
{
	struct cuter_options options = { 0 };
	struct buf out;
	struct slice html;
	size_t menu, text, fold;

	buf_init(&out, 1 << 20);
	options.explain = &out;
	testing_cut_with(
	    SLICE("<ul id=menu><li><ul><li><a href=/a>First page</a><li><a "
		  "href=/b>Second page</a><li><a href=/c>Third page</a><li><a "
		  "href=/d>Fourth page</a></ul></ul><h1>The title of it</h1>"
		  "<div id=article><p>" TEXT "</p><i></i><i></i><i></i><p>" TEXT
		  "</p><p>" TEXT "</p><p>" TEXT "</p><p>" TEXT "</p></div>"),
	    "The title of it", NULL, &options);
	html = buf_slice(&out);
	is_int(explain_test_count(html, SLICE("<details")),
	    explain_test_count(html, SLICE("</details>")),
	    "each folded part ends");
	has(html, "<summary>4 rows: navigation</summary>", "a menu is folded");
	is_int(explain_test_count(html, SLICE("rows: ")), 1,
	    "the parts of a folded menu are not folded again");
	has(html, "<summary>3 empty elements</summary>",
	    "empty elements are folded");
	menu = slice_find(html, SLICE("First page"), 0);
	fold = slice_find(html, SLICE("</details>"), 0);
	text = slice_find(html, SLICE("<a id=\"text\">"), 0);
	ok(menu < fold && fold < text, "the text is after the folded menu");
	buf_release(&out);
}

/* Control characters are not written, because they would change a terminal. */
static void
explain_test_controls(void)
{
	struct cuter_options options = { 0 };
	struct buf out;
	size_t n = 0;

	buf_init(&out, 1 << 20);
	options.explain = &out;
	testing_cut_with(SLICE("<h1>The title of it</h1><div><p>" TEXT
			       "</p><img src='a\xC2\x9B"
			       "31m.jpg' alt='\x1b[31m\x7f'></div>"),
	    "The title of it", NULL, &options);
	has(buf_slice(&out), "a31m.jpg", "a picture's address is shown");
	for (size_t i = 0; i + 1 < out.len; i++) {
		unsigned char c = (unsigned char)out.p[i];

		n += (c < 0x20 && c != '\n' && c != '\t') || c == 0x7F ||
		     (c == 0xC2 && (unsigned char)out.p[i + 1] < 0xA0);
	}
	is_int((int64_t)n, 0, "S47: no control character is written");
	buf_release(&out);
}

int
main(void)
{
	ok(!explain_test_is_harmless(SLICE("<p onclick=x>")) &&
		!explain_test_is_harmless(SLICE("<p title=\"a>b\">")) &&
		!explain_test_is_harmless(SLICE("<SCRIPT>")) &&
		explain_test_is_harmless(SLICE("<p>x")),
	    "the test recognises harmful tags");
	testing_begin();
	explain_test_attacks();
	explain_test_controls();
	explain_test_content();
	explain_test_folding();
	return testing_end();
}
