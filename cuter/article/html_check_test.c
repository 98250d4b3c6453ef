/*
 * html_check_test.c -- tests that the output of html.c is accepted, and any
 * other HTML is refused.
 */
#include <stdlib.h>
#include <time.h>

#include "base/array.h"
#include "base/buf.h"
#include "base/limits.h"
#include "cuter/article/html_check.h"
#include "tests/lib/tap.h"

static const char *const accepted[] = {
	"",
	"<p>One.</p>\n<p>Two.</p>\n",
	"plain text",
	"<p>A &amp; B &lt;c&gt; &quot;d&quot; it&#39;s</p>",
	"<p>line\none\ttab</p>",
	"<p>a<br>b</p>",
	"<p><a href=\"https://example.org/?a=1&amp;b=2\">link</a></p>",
	"<p><a href=\"http://example.org:8080/it&#39;s\">link</a></p>",
	"<p><a>no address</a></p>",
	"<ul><li><p>a</p></li><li>b</li></ul>",
	"<table><caption>c</caption><thead><tr><th>h</th></tr></thead>"
	"<tbody><tr><td>d</td></tr></tbody></table>",
	"<blockquote><p><strong>a</strong> <em>b</em> <code>c</code></p>"
	"</blockquote><pre>x</pre><q>y</q><sub>1</sub><sup>2</sup>",
	"<dl><dt>a</dt><dd>b</dd></dl><ol><li>c</li></ol><h2>h</h2>",
	"<figure><img src=\"https://example.org/i.png\" alt=\"\"></figure>\n",
	"<figure><img src=\"https://example.org/i.png\" alt=\"a "
	"&quot;b&quot;\">"
	"<figcaption>It&#39;s c</figcaption></figure>\n",
	"<figure><a href=\"https://example.org/v.mp4\">v</a>"
	"<figcaption>c</figcaption></figure>\n",
	"<p>\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80 \xC2\xA0\xC2\xBB</p>",
	"<p>\xE2\x80\xAB\xD7\xA9\xD7\x9C\xE2\x80\xAC</p>",
};

static const char *const refused[] = {
	/* all ways to include a script */
	"<script>alert(1)</script>",
	"<p><script>1</script></p>",
	"<SCRIPT>1</SCRIPT>",
	"<img src=x onerror=alert(1)>",
	"<p><img src=\"https://example.org/i.png\" alt=\"\"></p>",
	"<figure><img src=\"https://example.org/\" alt=\"\" onerror=\"x\">"
	"</figure>",
	"<p onclick=\"x\">a</p>",
	"<p onclick=x>a</p>",
	"<p class=\"x\">a</p>",
	"<p style=\"x\">a</p>",
	"<svg onload=\"x\"></svg>",
	"<svg></svg>",
	"<iframe src=\"https://example.org/\"></iframe>",
	"<style>a</style>",
	"<base href=\"https://example.org/\">",
	"<form><input></form>",
	"<object></object>",
	"<math></math>",
	"<meta http-equiv=\"refresh\">",
	"<link rel=\"x\">",
	"<template><p>a</p></template>",
	"<noscript>a</noscript>",
	/* addresses */
	"<a href=\"javascript:alert(1)\">a</a>",
	"<a href=\"JavaScript:alert(1)\">a</a>",
	"<a href=\" javascript:alert(1)\">a</a>",
	"<a href=\"java\nscript:alert(1)\">a</a>",
	"<a href=\"&#106;avascript:alert(1)\">a</a>",
	"<a href=\"data:text/html,x\">a</a>",
	"<a href=\"vbscript:x\">a</a>",
	"<a href=\"file:///etc/passwd\">a</a>",
	"<a href=\"//example.org\">a</a>",
	"<a href=\"/path\">a</a>",
	"<a href=\"\">a</a>",
	"<a href=\"#x\">a</a>",
	"<a href=\"HTTP://example.org/\">a</a>",
	"<a href=\"https://user:password@example.org/\">a</a>",
	"<a href=\"https://example.org/\xC3\xA9\">a</a>",
	"<a href=\"https://example.org/ x\">a</a>",
	"<a href=\"https://example.org/'\">a</a>",
	"<a href=\"https://example.org/<\">a</a>",
	"<a href=\"https://example.org/&nbsp;\">a</a>",
	"<a href=\"https://\">a</a>",
	"<a href=\"https:///x\">a</a>",
	"<a href=\"https://example.org\\@evil.example/\">a</a>",
	"<a href=\"https://a@example.org/\">a</a>",
	"<figure><img src=\"data:image/png;base64,AAAA\" alt=\"\"></figure>",
	"<figure><a href=\"javascript:x\">v</a></figure>",
	/* attributes */
	"<a href=https://example.org/>a</a>",
	"<a href='https://example.org/'>a</a>",
	"<a href=\"https://example.org/\" target=\"_blank\">a</a>",
	"<a href=\"https://example.org/\"onclick=\"x\">a</a>",
	"<a  href=\"https://example.org/\">a</a>",
	"<a href=\"https://example.org/>a</a>",
	"<a title=\"x\">a</a>",
	"<a href=\"https://example.org/\" href=\"https://example.org/\">a</a>",
	"<figure><img alt=\"\" src=\"https://example.org/\"></figure>",
	"<figure><img src=\"https://example.org/\" alt=\"a\"b\"></figure>",
	"<figure><img src=\"https://example.org/\" alt=\"<p>\"></figure>",
	/* unbalanced elements, and elements that are not allowed */
	"<p>a",
	"a</p>",
	"<p><em>a</p></em>",
	"</p>",
	"<p>a</p></p>",
	"<p",
	"<",
	"<p>a<",
	"</",
	"<p>a</p",
	"<>",
	"< p>a</p>",
	"<p >a</p>",
	"<p/>",
	"<br/>",
	"<br",
	"</br>",
	"<b>a</b>",
	"<i>a</i>",
	"<h1>a</h1>",
	"<div>a</div>",
	"<P>a</P>",
	"<figure></figure>",
	"<figure>",
	"<figure><p>a</p></figure>",
	"<figcaption>a</figcaption>",
	"<figure><a href=\"https://example.org/\">a</a><p>b</p></figure>",
	"<figure><a href=\"https://example.org/\"><em>a</em></a></figure>",
	"<figure><a>a</a></figure>",
	"<!-- a -->",
	"<!DOCTYPE html>",
	"<?php ?>",
	"<![CDATA[a]]>",
	/* text */
	"<p>a & b</p>",
	"<p>a &amp b</p>",
	"<p>&nbsp;</p>",
	"<p>&#60;</p>",
	"<p>&#x3c;</p>",
	"<p>&AMP;</p>",
	"<p>a > b</p>",
	"<p>it's</p>",
	"<p>\"a\"</p>",
	"&",
	"&amp",
	"a\"",
	/* controls */
	"<p>\x1b[2J</p>",
	"<p>\x01</p>",
	"<p>\r</p>",
	"<p>\x7f</p>",
	"<p>\xC2\x80</p>",
	"<p>\xC2\x9B"
	"2J</p>",
	"<p>\xC2\x9F</p>",
	"<p>\x08</p>",
	"<figure><img src=\"https://example.org/\" alt=\"\x1b]0;x\"></figure>",
	"<a href=\"https://example.org/\x1b\">a</a>",
};

static void
html_check_test_lists(void)
{
	for (size_t i = 0; i < ARRAY_LENGTH(accepted); i++)
		ok(article_html_check(slice_of(accepted[i])),
		    "I8: accepted: number %zu", i);
	for (size_t i = 0; i < ARRAY_LENGTH(refused); i++)
		ok(!article_html_check(slice_of(refused[i])),
		    "I8: refused: number %zu", i);
	ok(!article_html_check((struct slice){ "<p>\0</p>", 8 }),
	    "I8: refused: a NUL");
}

/* Each text is accepted; a prefix of it is accepted only if all its elements
 * are closed. */
static void
html_check_test_cuts(void)
{
	size_t n_open = 0;

	for (size_t i = 0; i < ARRAY_LENGTH(accepted); i++) {
		struct slice whole = slice_of(accepted[i]);

		for (size_t n = 0; n < whole.len; n++) {
			struct slice cut = slice_sub(whole, 0, n);
			char *copy = malloc(n + 1);
			size_t opened = 0, closed = 0;

			memcpy(copy, cut.p, n);
			cut.p =
			    copy; /* a copy of the exact size, so that a
				     sanitizer detects a read after the end */
			for (size_t at = 0; at < n; at++) {
				opened += copy[at] == '<';
				closed += copy[at] == '>';
			}
			n_open += article_html_check(cut) && opened != closed;
			free(copy);
		}
	}
	is_int((int64_t)n_open, 0, "I8: no tag that is cut is accepted");
}

static void
html_check_test_put_times(struct buf *b, const char *text, int n)
{
	while (n-- > 0)
		buf_append_string(b, text);
}

static void
html_check_test_depth(void)
{
	struct buf b;

	for (int depth = 64; depth <= 65; depth++) {
		buf_init(&b, MIB);
		html_check_test_put_times(&b, "<em>", depth);
		html_check_test_put_times(&b, "</em>", depth);
		ok(article_html_check(buf_slice(&b)) == (depth == 64),
		    "I8: HTML with %d nested elements is accepted up to 64",
		    depth);
		buf_release(&b);
	}
	buf_init(&b, LIMIT_REPLY_BYTES);
	buf_append_string(&b, "<a href=\"https://example.org/");
	html_check_test_put_times(&b, "a", LIMIT_URL_BYTES);
	buf_append_string(&b, "\">x</a>");
	ok(!article_html_check(buf_slice(&b)),
	    "I8: an address that is too long is refused");
	buf_release(&b);
}

static double
html_check_test_seconds_for(struct slice html)
{
	struct timespec begin, end;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begin);
	ok(article_html_check(html), "I8: HTML of %zu bytes is accepted",
	    html.len);
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
	return (double)(end.tv_sec - begin.tv_sec) +
	       (double)(end.tv_nsec - begin.tv_nsec) / 1e9;
}

/* Prints the time for a long text. The limit is far above the usual time, and
 * is exceeded only if the time does not grow linearly. */
static void
html_check_test_time(void)
{
	struct buf b;
	double s;

	buf_init(&b, 64 * MIB);
	for (int i = 0; i < 20000; i++)
		buf_append_string(&b,
		    "<p>Some words of a paragraph, &quot;quoted&quot;, with "
		    "<a href=\"https://example.org/a?b=1&amp;c=2\">a link</a> "
		    "and more words to its end.</p>\n");
	s = html_check_test_seconds_for(buf_slice(&b));
	printf("# %.1f MB in %.1f ms\n", (double)b.len / 1e6, s * 1e3);
	ok(s < 5, "I8: the time grows linearly with the bytes");
	buf_release(&b);
}

int
main(void)
{
	html_check_test_lists();
	html_check_test_cuts();
	html_check_test_depth();
	html_check_test_time();
	return done_testing();
}
