/*
 * html.c -- escapes text, and writes links, languages and times.
 */
#include "serve/html.h"

#include <stdarg.h>
#include <stdio.h>
#include <time.h>

#include "base/array.h"
#include "base/date/date.h"
#include "base/limits.h"
#include "base/text/ascii.h"
#include "base/text/utf8.h"

#define LANGUAGE_BYTES 35 /* RFC 5646, section 4.4.1 */

/* True for a character that is removed: C0 and C1 controls, and controls of
 * text direction and line separators, which could change how the rest of the
 * page is shown. */
static bool
html_is_dropped(uint32_t rune)
{
	return (rune < ' ' && rune != '\n' && rune != '\t') ||
	       (rune >= 0x7f && rune < 0xa0) ||
	       (rune >= 0x2028 && rune <= 0x202e) ||
	       (rune >= 0x2066 && rune <= 0x2069);
}

static const char *
html_reference_of(uint32_t rune)
{
	switch (rune) {
	case '&':
		return "&amp;";
	case '<':
		return "&lt;";
	case '>':
		return "&gt;";
	case '"':
		return "&quot;";
	case '\'':
		return "&#39;";
	default:
		return NULL;
	}
}

void
html_put_text(struct buf *out, struct slice text)
{
	uint32_t rune;

	for (size_t i = 0; i < text.len;) {
		const char *reference;

		i += utf8_decode(text.p + i, text.len - i, &rune);
		reference = html_reference_of(rune);
		if (reference != NULL)
			buf_append_string(out, reference);
		else if (!html_is_dropped(rune))
			buf_append_rune(out, rune);
	}
}

void
html_put_line(struct buf *out, struct slice text)
{
	struct slice word;
	size_t begin, at = 0;
	uint32_t rune;
	bool is_first = true;

	while (at < text.len) {
		size_t n = utf8_decode(text.p + at, text.len - at, &rune);

		if (rune_is_space(rune)) {
			at += n;
			continue;
		}
		begin = at;
		while (at < text.len && !rune_is_space(rune)) {
			at += n;
			if (at < text.len)
				n = utf8_decode(
				    text.p + at, text.len - at, &rune);
		}
		word = slice_sub(text, begin, at);
		if (!is_first)
			buf_append_char(out, ' ');
		html_put_text(out, word);
		is_first = false;
	}
}

void
html_put_excerpt(struct buf *out, struct slice text, size_t max_bytes)
{
	struct slice part = utf8_prefix(text, max_bytes);
	size_t n = part.len;

	if (part.len < text.len) {
		while (n > 0 && part.p[n - 1] != ' ')
			n--;
		if (n > max_bytes / 2)
			part = slice_sub(part, 0, n - 1);
	}
	html_put_line(out, part);
	if (part.len < text.len)
		buf_append_string(out, "…");
}

void
html_printf(struct buf *out, const char *format, ...)
{
	struct buf text;
	va_list ap;

	buf_init(&text, LIMIT_SERVE_RESPONSE);
	va_start(ap, format);
	buf_vprintf(&text, format, ap);
	va_end(ap);
	html_put_text(out, buf_slice(&text));
	buf_carry_failure(out, &text);
	buf_release(&text);
}

void
html_put_encoded(struct buf *out, struct slice text)
{
	for (size_t i = 0; i < text.len; i++) {
		char c = text.p[i];

		if (ascii_is_alnum(c) || c == '-' || c == '.' || c == '_' ||
		    c == '~')
			buf_append_char(out, c);
		else
			buf_printf(out, "%%%02X", (unsigned char)c);
	}
}

void
html_put_tag_path(struct buf *out, struct slice tag)
{
	bool is_feed =
	    slice_ends(tag, SLICE(".atom")) || slice_ends(tag, SLICE(".json"));

	buf_append_string(out, is_feed ? "/tag?name=" : "/tag/");
	html_put_encoded(out, tag);
}

bool
html_open_link(struct buf *out, struct slice url)
{
	if (!slice_starts_nocase(url, SLICE("https://")) &&
	    !slice_starts_nocase(url, SLICE("http://")))
		return false;
	buf_append_string(out, "<a href=\"");
	html_put_text(out, url);
	buf_append_string(out, "\" rel=\"noopener noreferrer\">");
	return true;
}

/* ---- languages ---- */

/* Languages whose usual script is written from right to left (CLDR). */
static const struct slice html_rtl_languages[] = {
	SLICE("ar"),
	SLICE("arc"),
	SLICE("ckb"),
	SLICE("dv"),
	SLICE("fa"),
	SLICE("glk"),
	SLICE("he"),
	SLICE("iw"),
	SLICE("khw"),
	SLICE("ks"),
	SLICE("lrc"),
	SLICE("mzn"),
	SLICE("nqo"),
	SLICE("pnb"),
	SLICE("ps"),
	SLICE("sd"),
	SLICE("syr"),
	SLICE("ug"),
	SLICE("ur"),
	SLICE("uz-af"),
	SLICE("yi"),
	SLICE("ji"),
};
static const struct slice html_rtl_scripts[] = {
	SLICE("arab"),
	SLICE("hebr"),
	SLICE("nkoo"),
	SLICE("syrc"),
	SLICE("thaa"),
	SLICE("adlm"),
	SLICE("rohg"),
};

bool
html_is_rtl(struct slice language)
{
	struct slice rest = language, part;

	if (!slice_next(&rest, '-', &part))
		return false;
	/* A script subtag has four letters; it decides the direction. */
	while (slice_next(&rest, '-', &part)) {
		if (part.len != 4 || !ascii_is_letter(part.p[0]))
			continue;
		for (size_t i = 0; i < ARRAY_LENGTH(html_rtl_scripts); i++)
			if (slice_equal_nocase(part, html_rtl_scripts[i]))
				return true;
		return false;
	}
	rest = language;
	slice_next(&rest, '-', &part);
	for (size_t i = 0; i < ARRAY_LENGTH(html_rtl_languages); i++)
		if (slice_equal_nocase(part, html_rtl_languages[i]) ||
		    slice_equal_nocase(language, html_rtl_languages[i]))
			return true;
	return false;
}

void
html_put_language(struct buf *out, struct slice language)
{
	if (language.len == 0 || language.len > LANGUAGE_BYTES)
		return;
	for (size_t i = 0; i < language.len; i++)
		if (!ascii_is_alnum(language.p[i]) && language.p[i] != '-')
			return;
	buf_append_string(out, " lang=\"");
	buf_append_slice(out, language);
	buf_printf(out, "\" dir=\"%s\"", html_is_rtl(language) ? "rtl" : "ltr");
}

void
html_put_time(struct buf *out, int64_t at)
{
	char text[DATE_TEXT_BYTES];
	size_t n;

	if (at == DATE_NONE) {
		buf_append_string(out, "–");
		return;
	}
	n = date_format_rfc3339(at, text);
	if (n < sizeof("2026-11-20T17:48:18Z") - 1) {
		html_put_text(out, (struct slice){ text, n });
		return;
	}
	/* Without dir the parts of the time change places in a text that is
	 * written from right to left. */
	buf_printf(out,
	    "<time datetime=\"%.*s\" dir=\"ltr\">%.10s %.5s UTC</time>", (int)n,
	    text, text, text + 11);
}
