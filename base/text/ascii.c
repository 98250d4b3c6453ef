/*
 * ascii.c -- the table of ASCII classes.
 */
#include "base/text/ascii.h"

const unsigned char ascii_classes[256] = {
	['\t' ... '\r'] = ASCII_SPACE, /* \t \n \v \f \r */
	[' '] = ASCII_SPACE,
	['0' ... '9'] = ASCII_DIGIT | ASCII_HEX,
	['A' ... 'F'] = ASCII_UPPER | ASCII_HEX,
	['G' ... 'Z'] = ASCII_UPPER,
	['a' ... 'f'] = ASCII_LOWER | ASCII_HEX,
	['g' ... 'z'] = ASCII_LOWER,
};
