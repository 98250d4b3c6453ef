/*
 * err.c -- error code and error text.
 *
 * In:  a format and its arguments.
 * Out: one line of valid UTF-8 in struct err, truncated at a code point if it
 * does not fit into ERR_TEXT_BYTES.
 */
#include "base/err.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/text/utf8.h"

#define REPLACEMENT "\xEF\xBF\xBD" /* U+FFFD, the value of RUNE_BAD */

/* Replaces control characters and invalid UTF-8, because arguments from outside
 * may contain them. */
static void
err_make_one_line(char text[ERR_TEXT_BYTES])
{
	size_t n = strnlen(text, ERR_TEXT_BYTES - 1), at = 0;

	text[n] = '\0';
	while (at < n) {
		uint32_t rune;
		size_t taken = utf8_decode(text + at, n - at, &rune);

		if (rune == RUNE_BAD &&
		    strncmp(text + at, REPLACEMENT, 3) != 0) {
			/* the end of the buffer truncates the character, or
			 * the input is invalid */
			if (at + taken >= n) {
				text[at] = '\0';
				break;
			}
			memset(text + at, '?', taken);
		} else if (rune < 0x20 || rune == 0x7F) {
			text[at] = ' ';
		}
		at += taken;
	}
}

int
err_set(struct err *e, enum err_code code, const char *format, ...)
{
	char text[ERR_TEXT_BYTES]; /* not e->text, which may be an argument */
	va_list ap;

	if (e == NULL)
		return code;
	va_start(ap, format);
	if (vsnprintf(text, sizeof(text), format, ap) < 0)
		text[0] = '\0';
	va_end(ap);
	err_make_one_line(text);
	e->code = code;
	memcpy(e->text, text, sizeof(text));
	return code;
}

int
err_errno(struct err *e, const char *format, ...)
{
	int saved = errno;
	char text[ERR_TEXT_BYTES];
	va_list ap;

	va_start(ap, format);
	if (vsnprintf(text, sizeof(text), format, ap) < 0)
		text[0] = '\0';
	va_end(ap);
	err_set(e, ERR_IO, "%s: %s", text, strerror(saved));
	errno = saved;
	return ERR_IO;
}

int
err_wrap(struct err *e, const char *format, ...)
{
	char text[ERR_TEXT_BYTES];
	va_list ap;

	if (e == NULL)
		return ERR_IO;
	va_start(ap, format);
	if (vsnprintf(text, sizeof(text), format, ap) < 0)
		text[0] = '\0';
	va_end(ap);
	return err_set(e, e->code, "%s: %s", text, e->text);
}
