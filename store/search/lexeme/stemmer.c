/*
 * stemmer.c -- computes the stem of a word; see stemmer.h.
 */
#include "store/search/lexeme/stemmer.h"

#include <libstemmer.h>

#include "base/array.h"

static const struct {
	const char *code;      /* ISO 639-1, in lower case */
	const char *algorithm; /* name of the algorithm in libstemmer */
} stemmer_table[] = {
	{ "ar", "arabic" },
	{ "ca", "catalan" },
	{ "da", "danish" },
	{ "de", "german" },
	{ "el", "greek" },
	{ "en", "english" },
	{ "es", "spanish" },
	{ "eu", "basque" },
	{ "fi", "finnish" },
	{ "fr", "french" },
	{ "ga", "irish" },
	{ "hi", "hindi" },
	{ "hu", "hungarian" },
	{ "hy", "armenian" },
	{ "id", "indonesian" },
	{ "it", "italian" },
	{ "lt", "lithuanian" },
	{ "ne", "nepali" },
	{ "nl", "dutch" },
	{ "no", "norwegian" },
	{ "pt", "portuguese" },
	{ "ro", "romanian" },
	{ "ru", "russian" },
	{ "sr", "serbian" },
	{ "sv", "swedish" },
	{ "ta", "tamil" },
	{ "tr", "turkish" },
	{ "yi", "yiddish" },
};
_Static_assert(ARRAY_LENGTH(stemmer_table) == STEMMER_LANGUAGES, "languages");

int
stemmer_find(struct slice tag)
{
	char a, b;

	if (tag.len < 2 || (tag.len > 2 && tag.p[2] != '-'))
		return -1;
	a = (char)(tag.p[0] | 0x20);
	b = (char)(tag.p[1] | 0x20);
	if (a == 'n' && (b == 'b' || b == 'n'))
		b = 'o'; /* Bokmål, Nynorsk */
	for (int i = 0; i < STEMMER_LANGUAGES; i++)
		if (stemmer_table[i].code[0] == a &&
		    stemmer_table[i].code[1] == b)
			return i;
	return -1;
}

const char *
stemmer_language(int number)
{
	return stemmer_table[number].code;
}

struct sb_stemmer *
stemmer_new(int number)
{
	return sb_stemmer_new(stemmer_table[number].algorithm, "UTF_8");
}

void
stemmer_free(struct sb_stemmer *stemmer)
{
	if (stemmer != NULL)
		sb_stemmer_delete(stemmer);
}

struct slice
stemmer_stem(struct sb_stemmer *stemmer, struct slice word)
{
	const sb_symbol *stem =
	    sb_stemmer_stem(stemmer, (const sb_symbol *)word.p, (int)word.len);

	if (stem == NULL)
		return SLICE_NONE;
	return (struct slice){ (const char *)stem,
		(size_t)sb_stemmer_length(stemmer) };
}
