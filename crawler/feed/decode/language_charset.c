/*
 * language_charset.c -- finds the charset of a feed from its language.
 *
 * In:  bytes that are not UTF-8 and declare no other charset, and the guess of
 *      charset_guess().
 * Out: the charset.
 *
 * charset_guess() distinguishes Cyrillic, Thai and multibyte charsets; it
 * returns windows-1252 for any other text with short runs of non-ASCII bytes,
 * and a Cyrillic charset for long runs.  For the languages of the table,
 * windows-1252 cannot be right.  A Cyrillic charset cannot be right for a
 * language with a script of its own, whose texts have long runs.  A text with
 * long runs is not in a language with Latin letters, so that the feed states a
 * wrong language.  A guess of another kind is not changed.
 *
 * Source: the table of legacy encodings in the HTML standard, section
 * "Determining the character encoding".
 */
#include "base/array.h"
#include "base/text/ascii.h"
#include "crawler/feed/decode/feed_charset.h"

#define LANGUAGE_HEAD_BYTES 4096 /* the language is stated within these */

/* `other`: another charset that is usual for the language, which has letters at
 * the bytes `letters`.  In `charset`, these bytes are signs, or letters that do
 * not occur in the language. */
static const struct {
	struct slice language;
	bool is_latin;
	const char *charset, *other, *letters;
} languages[] = {
	{ SLICE("he"), false, "windows-1255", NULL, NULL },
	{ SLICE("iw"), false, "windows-1255", NULL, NULL },
	{ SLICE("ar"), false, "windows-1256", NULL, NULL },
	{ SLICE("fa"), false, "windows-1256", NULL, NULL },
	{ SLICE("el"), false, "windows-1253", "iso-8859-7", "\xb6" },
	{ SLICE("pl"), true, "windows-1250", "iso-8859-2",
	    "\xa1\xa6\xac\xb1\xb6\xbc" },
	{ SLICE("cs"), true, "windows-1250", "iso-8859-2", "\xa9\xae\xb9\xbe" },
	{ SLICE("sl"), true, "windows-1250", "iso-8859-2", "\xa9\xae\xb9\xbe" },
	{ SLICE("hr"), true, "windows-1250", "iso-8859-2", "\xa9\xae\xb9\xbe" },
	{ SLICE("sk"), true, "windows-1250", "iso-8859-2", "\xa9\xae\xb5\xb9" },
	{ SLICE("hu"), true, "windows-1250", NULL, NULL },
	{ SLICE("tr"), true, "windows-1254", NULL, NULL },
	{ SLICE("lt"), true, "windows-1257", NULL, NULL },
	{ SLICE("lv"), true, "windows-1257", NULL, NULL },
};

static bool
language_charset_is_cyrillic(const char *guess)
{
	static const char *const cyrillic[] = { "windows-1251", "koi8-r",
		"iso-8859-5", "cp866" };

	for (size_t i = 0; i < ARRAY_LENGTH(cyrillic); i++)
		if (strcmp(guess, cyrillic[i]) == 0)
			return true;
	return false;
}

/* Returns the first subtag of a language tag at the start of the text, after
 * white space, quotation marks and the start of a CDATA section. */
static struct slice
language_charset_subtag(struct slice text)
{
	static const struct slice cdata = SLICE("<![CDATA[");
	size_t n = 0;

	while (text.len > 0 && text.p[0] != '\0' &&
	       strchr(" \t\r\n=\"'", text.p[0]) != NULL)
		text = slice_sub(text, 1, text.len);
	if (slice_starts(text, cdata))
		text = slice_trim(slice_sub(text, cdata.len, text.len));
	while (n < text.len && ascii_is_letter(text.p[n]))
		n++;
	return slice_sub(text, 0, n);
}

/* Returns the first subtag of the language that the feed states, else
 * SLICE_NONE. */
static struct slice
language_charset_stated(struct slice bytes)
{
	static const struct {
		struct slice before;
		bool is_element;
	} places[] = { { SLICE("<language"), true },
		{ SLICE("<dc:language"), true }, { SLICE("xml:lang"), false } };
	struct slice head = slice_sub(bytes, 0, LANGUAGE_HEAD_BYTES);

	for (size_t i = 0; i < ARRAY_LENGTH(places); i++) {
		size_t at = slice_find_nocase(head, places[i].before, 0);

		if (at == SLICE_NOT_FOUND)
			continue;
		at += places[i].before.len;
		if (places[i].is_element)
			at = slice_find_char(head, '>', at);
		if (at == SLICE_NOT_FOUND)
			continue;
		return language_charset_subtag(
		    slice_sub(head, at + places[i].is_element, head.len));
	}
	return SLICE_NONE;
}

/* True if one of `letters` is next to a letter.  False if the text has a byte
 * below 0xa0, because the charsets of ISO 8859 have no characters there. */
static bool
language_charset_has_letters(struct slice bytes, const char *letters)
{
	unsigned char before = 0;
	bool ret = false;

	for (size_t i = 0; i < bytes.len; i++) {
		unsigned char c = (unsigned char)bytes.p[i];
		unsigned char after =
		    i + 1 < bytes.len ? (unsigned char)bytes.p[i + 1] : 0;

		if (c >= 0x80 && c < 0xa0)
			return false;
		ret = ret || (c != 0 && strchr(letters, (char)c) != NULL &&
				 (ascii_is_letter((char)before) ||
				     ascii_is_letter((char)after) ||
				     before >= 0xc0 || after >= 0xc0));
		before = c;
	}
	return ret;
}

const char *
language_charset(struct slice bytes, const char *guess)
{
	bool is_cyrillic = language_charset_is_cyrillic(guess);
	struct slice language;

	if (!is_cyrillic && strcmp(guess, "windows-1252") != 0)
		return guess;
	language = language_charset_stated(bytes);
	for (size_t i = 0; i < ARRAY_LENGTH(languages); i++) {
		if ((is_cyrillic && languages[i].is_latin) ||
		    !slice_equal_nocase(language, languages[i].language))
			continue;
		return languages[i].other != NULL &&
			       language_charset_has_letters(
				   bytes, languages[i].letters)
			   ? languages[i].other
			   : languages[i].charset;
	}
	return guess;
}
