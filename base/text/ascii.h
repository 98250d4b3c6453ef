/*
 * ascii.h -- classes of ASCII bytes.  The classes do not depend on the locale.
 * The functions of <ctype.h> depend on the locale and are undefined for
 * negative characters.
 *
 * Every class is false for bytes above 0x7f.  One look-up in a table: O(1).
 */
#ifndef BASE_TEXT_ASCII_H
#define BASE_TEXT_ASCII_H

#include <stdbool.h>

enum ascii_class {
	ASCII_DIGIT = 1, /* 0-9 */
	ASCII_LOWER = 2, /* a-z */
	ASCII_UPPER = 4, /* A-Z */
	ASCII_HEX = 8,   /* 0-9 a-f A-F */
	ASCII_SPACE = 16 /* space \t \n \v \f \r */
};

/* A set of enum ascii_class for each byte (ascii.c). */
extern const unsigned char ascii_classes[256];

/* True if c is in one of the classes. */
static inline bool
ascii_is(char c, unsigned classes)
{
	return (ascii_classes[(unsigned char)c] & classes) != 0;
}

static inline bool
ascii_is_digit(char c)
{
	return ascii_is(c, ASCII_DIGIT);
}

static inline bool
ascii_is_lower(char c)
{
	return ascii_is(c, ASCII_LOWER);
}

static inline bool
ascii_is_upper(char c)
{
	return ascii_is(c, ASCII_UPPER);
}

static inline bool
ascii_is_letter(char c)
{
	return ascii_is(c, ASCII_LOWER | ASCII_UPPER);
}

static inline bool
ascii_is_alnum(char c)
{
	return ascii_is(c, ASCII_LOWER | ASCII_UPPER | ASCII_DIGIT);
}

static inline bool
ascii_is_hex(char c)
{
	return ascii_is(c, ASCII_HEX);
}

static inline bool
ascii_is_space(char c)
{
	return ascii_is(c, ASCII_SPACE);
}

/* Returns the small letter for A-Z.  Any other byte is returned unchanged. */
static inline char
ascii_lower(char c)
{
	return ascii_is_upper(c) ? (char)(c | 0x20) : c;
}

/* Returns the value 0 to 15 of a hexadecimal digit, -1 for any other byte. */
static inline int
ascii_hex_value(char c)
{
	if (!ascii_is_hex(c))
		return -1;
	return ascii_is_digit(c) ? c - '0' : (c | 0x20) - 'a' + 10;
}

#endif
