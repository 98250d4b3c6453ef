/*
 * date_words.c -- what a page writes beside its dates, in some twenty
 * languages.
 */
#include "cuter/article/published.h"

#define N(table) (sizeof(table) / sizeof((table)[0]))

/* The words of a date that is not of the first publication. */
static const char *const change_words[] = { "updated", "modified", "reviewed",
	"revised", "aktualisiert", "zuletzt", "mis \xC3\xA0 jour", "modifi",
	"actualizad", "atualizad", "aggiornat", "bijgewerkt", "oppdatert",
	"opdateret", "uppdaterad", "aktualizov", "aktualiz", "g\xC3\xBCncelle",
	"\xD0\xBE\xD0\xB1\xD0\xBD\xD0\xBE\xD0\xB2\xD0\xBB",
	"\xE6\x9B\xB4\xE6\x96\xB0" };

bool
published_says_change(struct slice text)
{
	for (size_t i = 0; i < N(change_words); i++)
		if (slice_find_nocase(text, slice_of(change_words[i]), 0) !=
		    SLICE_NOT_FOUND)
			return true;
	return false;
}

/* What goes before the day of publication. */
static const char *const labels[] = { "published", "date published",
	"publication date", "posted on", "post date", "release date",
	"ver\xC3\xB6"
	"ffentlicht",
	"erschienen", "publi\xC3\xA9", "publicad", "fecha de publicaci",
	"pubblicat", "gepubliceerd", "publicerad", "publisert", "udgivet",
	"julkaistu", "opublikowan", "publikov",
	"\xD0\xBE\xD0\xBF\xD1\x83\xD0\xB1\xD0\xBB\xD0\xB8"
	"\xD0\xBA\xD0\xBE\xD0\xB2\xD0\xB0\xD0\xBD",
	"\xE5\x85\xAC\xE9\x96\x8B\xE6\x97\xA5",
	"\xE6\x8E\xB2\xE8\xBC\x89\xE6\x97\xA5", "\xE5\x8F\x91\xE5\xB8\x83" };

bool
published_is_label(struct slice text)
{
	for (size_t i = 0; i < N(labels); i++)
		if (slice_starts_nocase(text, slice_of(labels[i])))
			return true;
	return false;
}
