/*
 * run_edges.c -- tests the characters at the edges of a term; see run_edges.h.
 * The tables are in run_edges.inc.
 */
#include "enrich/run/run_edges.h"

#include <stdint.h>
#include <uchar.h>

#include "base/array.h"
#include "base/text/utf8.h"
#include "enrich/run/run_edges.inc"

/* Returns the flags of a character; O(log rows). */
static unsigned
run_edges_of_rune(uint32_t rune)
{
	size_t low = 0, high = ARRAY_LENGTH(run_edges_rows);

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (run_edges_rows[middle].rune == rune)
			return run_edges_rows[middle].flags;
		if (run_edges_rows[middle].rune < rune)
			low = middle + 1;
		else
			high = middle;
	}
	return 0;
}

static unsigned
run_edges_in_language(unsigned flags, bool is_japanese)
{
	return is_japanese && (flags & RUN_CHINESE) != 0 ? 0 : flags;
}

/* Returns true if the table has the word of two characters; O(log rows). */
static bool
run_edges_has(
    const char16_t *const *rows, size_t n, uint32_t first, uint32_t last)
{
	size_t low = 0, high = n;

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (rows[middle][0] < first)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == n || rows[low][0] != first)
		return false;
	for (const char16_t *second = rows[low] + 1; *second != 0; second++)
		if (*second == last)
			return true;
	return false;
}

unsigned
run_edges_of(struct slice word, bool is_japanese)
{
	uint32_t first, last;
	size_t n = utf8_decode(word.p, word.len, &first);
	unsigned begin, end;

	if (n == word.len)
		return BOTH;
	utf8_decode(word.p + n, word.len - n, &last);
	if (run_edges_has(run_edges_function, ARRAY_LENGTH(run_edges_function),
		first, last))
		return BOTH | RUN_FUNCTION;
	begin = run_edges_in_language(run_edges_of_rune(first), is_japanese);
	end = run_edges_in_language(run_edges_of_rune(last), is_japanese);
	if ((begin | end) == 0 ||
	    run_edges_has(run_edges_content, ARRAY_LENGTH(run_edges_content),
		first, last))
		return 0;
	return (begin & RUN_NOT_FIRST) | (end & RUN_NOT_LAST) |
	       ((begin | end) & (RUN_BREAK | RUN_STOP));
}
