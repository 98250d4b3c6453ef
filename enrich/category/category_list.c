/*
 * category_list.c -- see category_list.h.
 */
#include "enrich/category/category_list.h"

#include <stdlib.h>
#include <string.h>

#include "base/text/ascii.h"
#include "base/text/utf8.h"

#define INDEX_BITS     12
#define INDEX_SIZE     ((1u << INDEX_BITS) + 1)
#define MOST_BEGINNING 63 /* bytes of a beginning of a word */

/* The places of one language.  category_index_new() returns an array with one
 * element for each language. */
struct category_index {
	uint16_t first[INDEX_SIZE];
};

static uint32_t
category_list_bucket(uint32_t hash)
{
	return hash >> (32 - INDEX_BITS);
}

struct category_index *
category_index_new(void)
{
	struct category_index *index =
	    calloc(category_n_languages, sizeof(*index));

	if (index == NULL)
		return NULL;
	for (size_t i = 0; i < category_n_languages; i++) {
		const struct category_language *language =
		    &category_languages[i];
		uint32_t row = 0;

		for (uint32_t k = 0; k < INDEX_SIZE; k++) {
			while (row < language->n &&
			       category_list_bucket(language->hashes[row]) < k)
				row++;
			index[i].first[k] = (uint16_t)row;
		}
	}
	return index;
}

void
category_index_free(struct category_index *index)
{
	free(index);
}

static size_t
category_list_number(const char *code)
{
	size_t i = 0;

	while (i < category_n_languages &&
	       strcmp(category_languages[i].code, code) != 0)
		i++;
	return i;
}

bool
category_has_list(const char *language)
{
	return category_list_number(language) < category_n_languages;
}

struct category_list
category_list_of(const struct category_index *index, const char *language)
{
	size_t number = category_list_number(language);

	if (number == category_n_languages)
		return (struct category_list){ 0 };
	return (struct category_list){
		.language = &category_languages[number],
		.first = index[number].first,
	};
}

uint32_t
category_list_row(struct category_list list, uint32_t hash)
{
	uint32_t bucket = category_list_bucket(hash);
	uint32_t end = list.first[bucket + 1];

	for (uint32_t row = list.first[bucket]; row < end; row++)
		if (list.language->hashes[row] == hash)
			return row;
	return CATEGORY_NO_ROW;
}

/* FNV-1a */
static uint64_t
category_list_mix(uint64_t sum, unsigned char c)
{
	return (sum ^ c) * UINT64_C(0x100000001B3);
}

uint32_t
category_list_beginning(struct category_list list, struct slice word)
{
	uint64_t sum = UINT64_C(0xCBF29CE484222325);
	uint64_t lengths = list.language->lengths;
	uint32_t ret = CATEGORY_NO_ROW, row;
	size_t at = 0, len = 0;

	while (at < word.len && lengths >> len > 1) {
		unsigned char c = (unsigned char)word.p[at];

		if (c < 0x80) {
			sum = category_list_mix(
			    sum, (unsigned char)ascii_lower((char)c));
			at++;
			len++;
		} else {
			char bytes[4];
			uint32_t rune;
			size_t n;

			at += utf8_decode(word.p + at, word.len - at, &rune);
			n = utf8_encode(rune_lower(rune), bytes);
			for (size_t i = 0; i < n; i++)
				sum = category_list_mix(
				    sum, (unsigned char)bytes[i]);
			len += n;
		}
		if (len > MOST_BEGINNING)
			break;
		if ((lengths >> len & 1) == 0)
			continue;
		row = category_list_row(list,
		    (uint32_t)((sum * UINT64_C(0x9E3779B97F4A7C15)) >> 32));
		if (row != CATEGORY_NO_ROW)
			ret = row;
	}
	return ret;
}

bool
category_list_has(struct category_list list, uint32_t hash, struct slice word)
{
	return list.language != NULL &&
	       (category_list_row(list, hash) != CATEGORY_NO_ROW ||
		   (list.language->lengths != 0 &&
		       category_list_beginning(list, word) != CATEGORY_NO_ROW));
}
