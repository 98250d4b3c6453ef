/*
 * name_test.c -- tests which names are extracted from texts about authors.
 */
#include <setjmp.h>

#include "base/array.h"
#include "cuter/article/author/name.h"
#include "tests/lib/tap.h"

static struct arena arena;

static void
name_test_join(const struct names *names, char out[512])
{
	size_t n = 0;

	out[0] = '\0';
	for (size_t i = 0; i < names->n && n < 500; i++)
		n += (size_t)snprintf(out + n, 512 - n, "%s%.*s",
		    i > 0 ? "|" : "", SLICE_ARG(names->items[i]));
}

struct name_test_row {
	const char *text, *language;
	enum name_place place;
	const char *names; /* separated by "|" */
};

/* Checks that names_add() adds the given names for each text. */
static void
name_test_rows(const struct name_test_row *rows, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct names names = { 0 };
		char got[512];

		names_add(&arena, slice_of(rows[i].text),
		    slice_of(rows[i].language), rows[i].place, &names);
		name_test_join(&names, got);
		ok(strcmp(got, rows[i].names) == 0,
		    "the names in \"%s\" are \"%s\", found: \"%s\"",
		    rows[i].text, rows[i].names, got);
	}
}

/* Texts with one or several names, and fields without a name. */
static void
name_test_people(void)
{
	static const struct name_test_row rows[] = {
		{ "By Ada Lovelace and Jean Bartik", "en", NAME_FIELD,
		    "Ada Lovelace|Jean Bartik" },
		{ "Written By: Tom May", "en", NAME_FIELD, "Tom May" },
		{ "Von Ada Lovelace, Jean Bartik und Kay McNulty", "de",
		    NAME_LEADER, "Ada Lovelace|Jean Bartik|Kay McNulty" },
		{ "Par Zo\xC3\xA9 Petit et AFP", "fr", NAME_FIELD,
		    "Zo\xC3\xA9 Petit|AFP" },
		{ "Por Ana Paz y Luis Gil", "es", NAME_FIELD,
		    "Ana Paz|Luis Gil" },
		{ "Texto: Ana Paz e Rui Luz", "pt", NAME_FIELD,
		    "Ana Paz|Rui Luz" },
		{ "Autor: Jan Kowal i Ewa Lis", "pl", NAME_FIELD,
		    "Jan Kowal|Ewa Lis" },
		{ "Jan Kowal i Ewa", "en", NAME_FIELD, "Jan Kowal i Ewa" },
		{ "\xE4\xBD\x9C\xE8\x80\x85\xEF\xBC\x9A\xE7\x89\x9B\xE9\x95"
		  "\x9B\xE3\x80\x81\xE5\xB2\xB3\xE5\xBC\x98\xE5\xBD\xAC",
		    "zh", NAME_LEADER,
		    "\xE7\x89\x9B\xE9\x95\x9B|\xE5\xB2\xB3\xE5\xBC\x98\xE5\xBD"
		    "\xAC" },
		{ "Ada Lovelace, Ph.D., Jean Bartik, MD", "en", NAME_FIELD,
		    "Ada Lovelace, Ph.D.|Jean Bartik, MD" },
		{ "Ada Lovelace, AFP", "en", NAME_FIELD, "Ada Lovelace|AFP" },
		{ "Lovelace, Ada", "en", NAME_FIELD, "Ada Lovelace" },
		{ "Ada Lovelace (obe)", "de", NAME_FIELD, "Ada Lovelace" },
		{ "Ada (King) Lovelace", "en", NAME_FIELD,
		    "Ada (King) Lovelace" },
		{ "ADA LOVELACE, JEAN BARTIK", "en", NAME_FIELD,
		    "ADA LOVELACE|JEAN BARTIK" },
		{ "Ada Lovelace, senior editor", "en", NAME_FIELD,
		    "Ada Lovelace" },
		{ "Ada Lovelace - Example Editorial Team", "en", NAME_FIELD,
		    "Ada Lovelace" },
		{ "Ada Lovelace for The Example", "en", NAME_FIELD,
		    "Ada Lovelace" },
		{ "Ada Lovelace, Ada Lovelace", "en", NAME_FIELD,
		    "Ada Lovelace" },
		{ "desk@example.org", "en", NAME_FIELD, "" },
		{ "https://example.org/ada", "en", NAME_FIELD, "" },
		{ "admin", "en", NAME_FIELD, "" },
		{ "page.head.extra.author?", "en", NAME_FIELD, "" },
	};

	name_test_rows(rows, ARRAY_LENGTH(rows));
}

/* Titles before and after a name, and names that contain a place, an
 * organisation, a month or a day of the week. */
static void
name_test_parts(void)
{
	static const struct name_test_row rows[] = {
		{ "By Capt. John Doe and Jane Roe", "en", NAME_LEADER,
		    "Capt. John Doe|Jane Roe" },
		{ "Von Prof. Dr. Hans M\xC3\xBCller", "de", NAME_LEADER,
		    "Prof. Dr. Hans M\xC3\xBCller" },
		{ "Von Univ.-Prof. Dipl.-Ing. Eva Roth", "de", NAME_LEADER,
		    "Univ.-Prof. Dipl.-Ing. Eva Roth" },
		{ "Dr. Jane Roe, MD, and Prof. John Doe", "en", NAME_LEADER,
		    "Dr. Jane Roe, MD|Prof. John Doe" },
		{ "By Assoc. Prof. Jane Rowe. She lives in Oslo.", "en",
		    NAME_LEADER, "Assoc. Prof. Jane Rowe" },
		{ "Prof.", "en", NAME_FIELD, "" },
		{ "By Prof", "en", NAME_LEADER, "" },
		{ "By Jane Roe in London and John Doe in Paris", "en",
		    NAME_LEADER, "Jane Roe|John Doe" },
		{ "By Jane Roe in New York and New Jersey", "en", NAME_LEADER,
		    "Jane Roe" },
		{ "By Jane Roe at Ernst and Young", "en", NAME_LEADER,
		    "Jane Roe" },
		{ "By Jane Roe for Arts and Culture Weekly", "en", NAME_LEADER,
		    "Jane Roe" },
		{ "By JOHN DOE, JR.", "en", NAME_FIELD, "JOHN DOE, JR" },
		{ "JOHN DOE JR.", "en", NAME_FIELD, "JOHN DOE JR." },
		{ "Door Jan de Vries en Piet van den Berg", "nl", NAME_LEADER,
		    "Jan de Vries|Piet van den Berg" },
		{ "By June Carter and August Wilson", "en", NAME_LEADER,
		    "June Carter|August Wilson" },
		{ "Sunday Okoro", "en", NAME_NEARBY, "Sunday Okoro" },
		{ "By Monday", "en", NAME_LEADER, "" },
		{ "By Friday March", "en", NAME_LEADER, "" },
	};

	name_test_rows(rows, ARRAY_LENGTH(rows));
}

/* Times, places, roles, addresses and publishers after a name. */
static void
name_test_tails(void)
{
	static const struct name_test_row rows[] = {
		{ "Ada Lovelace on May 4, 2026", "en", NAME_LEADER,
		    "Ada Lovelace" },
		{ "Ada Lovelace | 5 min read", "en", NAME_LEADER,
		    "Ada Lovelace" },
		{ "Ada Lovelace, London", "en", NAME_LEADER, "Ada Lovelace" },
		{ "Ada Lovelace Senior Writer", "en", NAME_NEARBY,
		    "Ada Lovelace" },
		{ "Ludwig van der Rohe", "de", NAME_NEARBY,
		    "Ludwig van der Rohe" },
		{ "By Ada Lovelace Updated: March 3, 2026", "en", NAME_LEADER,
		    "Ada Lovelace" },
		{ "By Ada Lovelace March 3, 2026", "en", NAME_LEADER,
		    "Ada Lovelace" },
		{ "Von Ada Lovelace 3. M\xC3\xA4rz 2026, 10:05 Uhr", "de",
		    NAME_LEADER, "Ada Lovelace" },
		{ "Par Ada Lovelace Mis \xC3\xA0 jour le 3 mars", "fr",
		    NAME_LEADER, "Ada Lovelace" },
		{ "By Ada Lovelace 10:05", "en", NAME_LEADER, "Ada Lovelace" },
		{ "By Ada Lovelace 5 min read", "en", NAME_LEADER,
		    "Ada Lovelace" },
		{ "By Ada Lovelace ada@example.org", "en", NAME_LEADER,
		    "Ada Lovelace" },
		{ "Text: Ada Lovelace Foto: Tom May", "sv", NAME_LEADER,
		    "Ada Lovelace" },
		{ "By Ada Lovelace Health Reporter", "en", NAME_LEADER,
		    "Ada Lovelace" },
		{ "By Park Chan Min", "en", NAME_LEADER, "Park Chan Min" },
		{ "By Ada Rose Lovelace More stories", "en", NAME_LEADER,
		    "Ada Rose Lovelace" },
		{ "By ADA LOVELACE Staff Writer", "en", NAME_LEADER,
		    "ADA LOVELACE" },
		{ "By Ada Lovelace The Example Post", "en", NAME_LEADER, "" },
		{ "By Creative Commons Attribution 3.0", "en", NAME_LEADER,
		    "" },
		{ "By Christmas Eve 2026", "en", NAME_LEADER, "" },
	};

	name_test_rows(rows, ARRAY_LENGTH(rows));
}

/* Names of agencies, several roles in one text, and texts near a byline that
 * are not names. */
static void
name_test_agencies(void)
{
	static const struct name_test_row rows[] = {
		{ "Ada Lovelace/dpa", "de", NAME_LEADER, "Ada Lovelace|dpa" },
		{ "Ada Lovelace/Tom May", "en", NAME_FIELD,
		    "Ada Lovelace|Tom May" },
		{ "srf/abc", "de", NAME_FIELD, "srf/abc" },
		{ "Von dpa", "de", NAME_LEADER, "dpa" },
		{ "Von Ada Lovelace (Text) und Tom May (Fotos)", "de",
		    NAME_LEADER, "Ada Lovelace" },
		{ "\xE4\xBD\x9C\xE8\x80\x85\xEF\xBC\x9A\xE5\xBC\xA0\xE5\xB0"
		  "\x8F\xE5\xB1\xB1 \xE6\x9D\x8E\xE5\x9B\x9B\xE4\xB8\x80",
		    "zh", NAME_LEADER,
		    "\xE5\xBC\xA0\xE5\xB0\x8F\xE5\xB1\xB1|\xE6\x9D\x8E\xE5\x9B"
		    "\x9B\xE4\xB8\x80" },
		{ "Reporting by Ada Lovelace; Editing by Tom May", "en",
		    NAME_LEADER, "Ada Lovelace" },
		{ "Napsal Ada Lovelace", "cs", NAME_LEADER, "Ada Lovelace" },
		{ "Von unserem Korrespondenten Ada Lovelace", "de", NAME_LEADER,
		    "Ada Lovelace" },
		{ "Read more", "en", NAME_NEARBY, "" },
		{ "Share This Story", "en", NAME_NEARBY, "" },
		{ "the quick brown fox", "en", NAME_NEARBY, "" },
		{ "Politics", "en", NAME_NEARBY, "" },
		{ "", "", NAME_FIELD, "" },
		{ ", ; and | ", "", NAME_FIELD, "" },
	};

	name_test_rows(rows, ARRAY_LENGTH(rows));
}

static void
name_test_words(void)
{
	struct slice rest;

	ok(!name_leader(SLICE("Byron Ada"), &rest),
	    "the \"By\" of Byron is not a leader");
	ok(!name_leader(SLICE("Text about it"), &rest),
	    "\"Text\" without a colon is not a leader");
	ok(name_leader(SLICE("\xC3\x89"
			     "crit par Zo\xC3\xA9"),
	       &rest),
	    "a leader is recognised in upper and lower case");
	ok(name_is_label(SLICE("Written by")), "a label alone is recognised");
	ok(!name_is_label(SLICE("Written by me")),
	    "a label with a name is not a label alone");
	ok(name_same(SLICE("Dr. Ada Lovelace"), SLICE("ada lovelace")),
	    "a name with and without a title is the same");
	ok(!name_same(SLICE("Ada"), SLICE("Ada Lovelace")),
	    "a first name alone is not the same as the full name");
}

/* Long inputs are read in bounded time. */
static void
name_test_bounds(void)
{
	static char long_text[200000];
	struct names names = { 0 };

	for (size_t i = 0; i + 4 <= sizeof(long_text); i += 4)
		memcpy(long_text + i, i % 8 == 0 ? "A B," : " C; ", 4);
	names_add(&arena, (struct slice){ long_text, sizeof(long_text) },
	    SLICE("en"), NAME_FIELD, &names);
	ok(names.n <= NAMES_MAX,
	    "200 000 bytes of names give a limited number: %zu", names.n);
	memset(long_text, 'A', sizeof(long_text));
	names.n = 0;
	names_add(&arena, (struct slice){ long_text, sizeof(long_text) },
	    SLICE("en"), NAME_FIELD, &names);
	is_int((int64_t)names.n, 0, "one long word is not a name");
	names_add(&arena, SLICE("\xFF\xFE\x80 \xC3"), SLICE("en"), NAME_LEADER,
	    &names);
	ok(names.n <= 1, "invalid UTF-8 gives at most one name");
}

int
main(void)
{
	jmp_buf exhausted;

	arena_init(&arena, 64 << 20);
	if (setjmp(exhausted) != 0) {
		printf("Bail out! arena\n");
		return 1;
	}
	arena.exhausted = &exhausted;
	name_test_people();
	name_test_parts();
	name_test_tails();
	name_test_agencies();
	name_test_words();
	name_test_bounds();
	arena_release(&arena);
	return done_testing();
}
