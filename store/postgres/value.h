/*
 * value.h -- internal to store/postgres/: values in the binary format of
 * PostgreSQL, converted to and from the values that the store uses (README.md,
 * "Types").
 *
 * The format is that of the functions typsend and typreceive of each type
 * (PostgreSQL 15, src/backend/utils/adt).  Numbers are big-endian.
 */
#ifndef STORE_POSTGRES_VALUE_H
#define STORE_POSTGRES_VALUE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/slice.h"
#include "store/postgres/library.h"

/* The numbers of types (src/include/catalog/pg_type.dat). */
enum {
	TYPE_BOOL = 16,
	TYPE_BYTEA = 17,
	TYPE_NAME = 19,
	TYPE_INT8 = 20,
	TYPE_INT2 = 21,
	TYPE_INT4 = 23,
	TYPE_TEXT = 25,
	TYPE_JSON = 114,
	TYPE_FLOAT4 = 700,
	TYPE_FLOAT8 = 701,
	TYPE_INT4_ARRAY = 1007,
	TYPE_INT8_ARRAY = 1016,
	TYPE_VARCHAR = 1043,
	TYPE_TIMESTAMP = 1114,
	TYPE_TIMESTAMPTZ = 1184,
	TYPE_INTERVAL = 1186,
	TYPE_NUMERIC = 1700,
	TYPE_JSONB = 3802
};

#define VALUE_BYTES 24 /* maximum size of a number, in binary or as text */

/* Length and format of a parameter, as libpq expects them. */
struct value {
	int length, format; /* 1: binary, 0: text */
};

/* Write an integer or a real for a parameter of that type to `ret`, which has
 * VALUE_BYTES.  Return false if the number is out of the range of the type. */
bool value_of_int(Oid type, int64_t value, char *ret, struct value *ret_form);
bool value_of_real(Oid type, double value, char *ret, struct value *ret_form);
/* True if a text is sent unchanged as the binary value of that type. */
bool value_is_plain_text(Oid type);
/* Converts a text to a value of a type for which value_is_plain_text() is
 * false. The result is owned by the caller. NULL: no memory. */
char *value_of_text(Oid type, struct slice text, struct value *ret_form);

/* Read a number from a column; from a text, the number with which it begins.
 * Return 0 if there is no number. */
int64_t value_read_int(Oid type, struct slice bytes);
double value_read_real(Oid type, struct slice bytes);
/* Returns the text of a column; a number is written to ret_digits. */
#define VALUE_DIGITS 32
struct slice value_read_text(
    Oid type, struct slice bytes, char ret_digits[VALUE_DIGITS]);

#endif
