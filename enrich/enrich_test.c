/* enrich_test.c -- sentences, words, keywords and summaries of small texts, and
 * the bounds for hostile ones. */
#include <stdio.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/buf.h"
#include "base/limits.h"
#include "base/text/utf8.h"
#include "cuter/article/language.h"
#include "enrich/enrich.h"
#include "enrich/stems.h"
#include "enrich/text.h"
#include "tests/lib/tap.h"

static struct enricher *enricher;
static const struct enrich_options enrich_test_options = { .keywords = 10,
	.sentences = 3 };

/* ---- sentences ---- */

struct enrich_test_case {
	const char *language, *text;
	const char *sentences; /* separated by | */
};

static const struct enrich_test_case enrich_test_sentences[] = {
	{ "en", "It rained. The match was off.",
	    "It rained.|The match was off." },
	{ "en", "Dr. Smith met J. Jones at 3.5 km. They spoke.",
	    "Dr. Smith met J. Jones at 3.5 km.|They spoke." },
	{ "en", "\"Will it rain?\" he asked. \"Yes!\" It did.",
	    "\"Will it rain?\" he asked.|\"Yes!\"|It did." },
	{ "en", "The U.S. economy grew. Fine.",
	    "The U.S. economy grew.|Fine." },
	{ "en", "A heading\n\nA text.", "A heading|A text." },
	{ "de", "Am 3. Mai kam Dr. Weiß, z.B. nach Köln. Es regnete.",
	    "Am 3. Mai kam Dr. Weiß, z.B. nach Köln.|Es regnete." },
	{ "de", "Er sagte: „Das ist gut.“ Dann ging er.",
	    "Er sagte: „Das ist gut.“|Dann ging er." },
	{ "fr", "M. Dupont est arrivé. Il pleut.",
	    "M. Dupont est arrivé.|Il pleut." },
	{ "es", "¿Qué pasa? ¡Nada! Fin.", "¿Qué pasa?|¡Nada!|Fin." },
	{ "ja", "雨が降った。試合は中止だ！「そうか。」と言った。",
	    "雨が降った。|試合は中止だ！|「そうか。」|と言った。" },
	{ "zh", "今天下雨。比赛取消了。", "今天下雨。|比赛取消了。" },
	{ "hi", "बारिश हुई। मैच रद्द हुआ।", "बारिश हुई।|मैच रद्द हुआ।" },
	{ "ru", "Пошёл дождь. Матч отменён.", "Пошёл дождь.|Матч отменён." },
};

static struct stem_cache *enrich_test_stems;

static void
enrich_test_one_split(
    struct arena *arena, const struct enrich_test_case *expected)
{
	struct enrich_text t = { .arena = arena,
		.stems = enrich_test_stems,
		.language = language_find(slice_of(expected->language)),
		.text = slice_of(expected->text) };
	struct buf out;

	stem_cache_begin(enrich_test_stems, t.language);
	enrich_find_sentences(&t);
	buf_init(&out, 4096);
	for (uint32_t i = 0; i < t.n_sentences; i++) {
		buf_append_string(&out, i > 0 ? "|" : "");
		buf_append_slice(&out,
		    slice_sub(t.text, t.sentences[i].from, t.sentences[i].to));
	}
	is_text(buf_slice(&out), expected->sentences, expected->text);
	buf_release(&out);
}

/* Divides a text of n equal parts.  Returns the number of sentences; 0 if one
 * is too long or empty. */
static size_t
enrich_test_count_parts(struct arena *arena, const char *part, int n)
{
	struct enrich_text t = { .arena = arena,
		.stems = enrich_test_stems,
		.language = language_find(SLICE("zh")) };
	size_t n_sentences;
	struct buf text;

	buf_init(&text, MIB);
	for (int i = 0; i < n; i++)
		buf_append_string(&text, part);
	t.text = buf_slice(&text);
	enrich_find_sentences(&t);
	n_sentences = t.n_sentences;
	for (uint32_t i = 0; i < t.n_sentences; i++)
		if (t.sentences[i].to - t.sentences[i].from >
			LIMIT_ENRICH_SENTENCE ||
		    t.sentences[i].from >= t.sentences[i].to ||
		    !utf8_valid(slice_sub(
			t.text, t.sentences[i].from, t.sentences[i].to)))
			n_sentences = 0;
	buf_release(&text);
	return n_sentences;
}

static void
enrich_test_long_sentences(struct arena *arena)
{
	is_int((int64_t)enrich_test_count_parts(arena, "x", 2500), 3,
	    "a sentence without white space is divided");
	is_int((int64_t)enrich_test_count_parts(arena, "字", 1000), 4,
	    "a long sentence is not divided inside a code point");
	is_int((int64_t)enrich_test_count_parts(arena, "今天下雨比赛，", 100),
	    3, "a long sentence is divided after a Chinese comma");
	is_int((int64_t)enrich_test_count_parts(
		   arena, "https://example.org/a?b=c, ", 74),
	    2, "a long sentence is divided at white space before the limit");
}

static void
enrich_test_split(void)
{
	struct arena arena;
	jmp_buf exhausted;

	arena_init(&arena, MIB);
	arena.exhausted = &exhausted;
	if (setjmp(exhausted) != 0) {
		ok(false, "the memory is enough for sentences");
		return;
	}
	for (size_t i = 0; i < ARRAY_LENGTH(enrich_test_sentences); i++)
		enrich_test_one_split(&arena, &enrich_test_sentences[i]);
	enrich_test_long_sentences(&arena);
	arena_release(&arena);
}

/* ---- keywords and summaries ---- */

static const char enrich_test_body[] =
    "The Bank of England raised its interest rate on Thursday.\n\n"
    "Inflation had risen for three months. The Bank of England expects that "
    "inflation falls in spring. \"We act in time,\" said Andrew Bailey.\n\n"
    "Energy prices are the cause of inflation. Andrew Bailey spoke of energy "
    "prices in the whole of Europe. The pound rose after the decision.";

static struct enrichment
enrich_test_run(const char *language, const char *title, struct slice body,
    const struct enrich_options *options)
{
	const struct enrich_input in = { .title = slice_of(title),
		.body = body,
		.language = slice_of(language) };
	struct enrichment found;
	struct err e = ERR_INIT;

	if (enrich_text(enricher, &in, options, &found, &e) != 0)
		ok(false, "enrich: %s", e.text);
	return found;
}

/* The interest decides which sentence follows the lead. */
static void
enrich_test_interests(void)
{
	const struct enrich_interest interests[] = { { SLICE("energi price"),
							 0.5 },
		{ SLICE("volcano"), 1 }, { SLICE("bank"), 0 } };
	const struct enrich_options options = { .sentences = 1,
		.interests = interests,
		.n_interests = ARRAY_LENGTH(interests) };
	struct enrichment found = enrich_test_run(
	    "en", "Bank of England", slice_of(enrich_test_body), &options);

	is_text(found.summary, "Energy prices are the cause of inflation.",
	    "a summary prefers the sentences about an interest");
}

static void
enrich_test_story(void)
{
	const struct enrich_options options = { .sentences = 3 };
	const struct enrich_input members[] = {
		{ .title = SLICE("A bridge collapsed"),
		    .body = SLICE("The old bridge of Eastport collapsed on "
				  "Monday. Nobody was injured. The mayor spoke "
				  "of a miracle."),
		    .language = SLICE("en") },
		{ .title = SLICE("Bridge of Eastport"),
		    .body = SLICE("The old bridge in Eastport collapsed on "
				  "Monday. Engineers had warned of rust for "
				  "nine years."),
		    .language = SLICE("en") },
		{ .body = SLICE("A ferry replaces the crossing from "
				"Thursday."),
		    .language = SLICE("en") },
	};
	struct enrichment found;
	struct err e = ERR_INIT;
	int rc = enrich_story(
	    enricher, members, ARRAY_LENGTH(members), &options, &found, &e);

	is_int(rc, 0, "the texts of a story are enriched together");
	ok(slice_starts(found.summary,
	       SLICE("The old bridge of Eastport collapsed on Monday. ")),
	    "the summary of a story begins with the lead of its first text");
	ok(slice_find(found.summary, SLICE("bridge in Eastport"), 0) ==
		SLICE_NOT_FOUND,
	    "a similar sentence of another text is left out");
	ok(slice_find(found.summary, SLICE("A ferry replaces"), 0) !=
		SLICE_NOT_FOUND,
	    "the lead of another text is taken");
}

static bool
enrich_test_has(const struct enrichment *found, const char *stem)
{
	for (size_t i = 0; i < found->n_keywords; i++)
		if (slice_equal(found->keywords[i].stem, slice_of(stem)))
			return true;
	return false;
}

static void
enrich_test_keywords(void)
{
	struct enrichment found =
	    enrich_test_run("en", "Bank of England raises interest rate",
		slice_of(enrich_test_body), &enrich_test_options);
	bool is_falling = found.n_keywords > 0 && found.keywords[0].weight <= 1;

	ok(enrich_test_has(&found, "bank of england"),
	    "a name with a function word inside is one keyword");
	ok(enrich_test_has(&found, "andrew bailey"),
	    "the name of a person is one keyword");
	ok(enrich_test_has(&found, "inflat"),
	    "a keyword is written as its stem");
	ok(!enrich_test_has(&found, "the") && !enrich_test_has(&found, "bank"),
	    "no function word, and no word of a longer keyword");
	ok(found.n_keywords <= 10, "ten keywords at most");
	for (size_t i = 0; i < found.n_keywords; i++)
		is_falling = is_falling && found.keywords[i].weight > 0 &&
			     found.keywords[i].weight <= 1;
	ok(is_falling, "weights are above 0 and at most 1");
	found = enrich_test_run("en", "x", slice_of(enrich_test_body),
	    &(struct enrich_options){ .keywords = 2, .sentences = 0 });
	ok(found.n_keywords == 2 && found.summary.p == NULL,
	    "two keywords and no summary, as requested");
}

static void
enrich_test_summary(void)
{
	struct enrichment found = enrich_test_run("en",
	    "Bank of England raises interest rate", slice_of(enrich_test_body),
	    &(struct enrich_options){ .sentences = 2 });

	ok(slice_starts(found.summary,
	       SLICE("The Bank of England raised its interest rate on "
		     "Thursday. ")),
	    "the summary begins with the first sentence");
	ok(found.n_keywords == 0, "no keywords if none are requested");
	found = enrich_test_run("en", "Title", SLICE(""), &enrich_test_options);
	ok(found.summary.len == 0, "no summary of an empty text");
	found = enrich_test_run("ja", "宮崎県で地震",
	    SLICE("宮崎県で地震があった。宮崎県は津波に注意を呼びかけた。"),
	    &enrich_test_options);
	ok(found.n_keywords > 0 && found.summary.len > 0,
	    "a text without spaces has keywords and a summary");
}

static void
enrich_test_determinism(void)
{
	char stems[4096];
	size_t len = 0;
	struct enrichment found = enrich_test_run(
	    "en", "T", slice_of(enrich_test_body), &enrich_test_options);

	for (size_t i = 0; i < found.n_keywords; i++)
		len += (size_t)snprintf(stems + len, sizeof(stems) - len,
		    "%.*s %.9f;", SLICE_ARG(found.keywords[i].stem),
		    found.keywords[i].weight);
	enrich_test_run(
	    "de", "Anderer Text", SLICE("Ein Wort."), &enrich_test_options);
	found = enrich_test_run(
	    "en", "T", slice_of(enrich_test_body), &enrich_test_options);
	for (size_t i = 0, at = 0; i < found.n_keywords; i++) {
		char one[256];
		int n = snprintf(one, sizeof(one), "%.*s %.9f;",
		    SLICE_ARG(found.keywords[i].stem),
		    found.keywords[i].weight);

		if (strncmp(stems + at, one, (size_t)n) != 0) {
			ok(false, "the same text gives the same keywords");
			return;
		}
		at += (size_t)n;
	}
	ok(true, "the same text gives the same keywords");
}

/* ---- languages ---- */

static void
enrich_test_rows(void)
{
	const char *missing = NULL;

	for (size_t i = 0; i < language_n_rows; i++)
		if (language_find(slice_of(language_rows[i].code))->code[0] ==
		    '\0')
			missing = language_rows[i].code;
	ok(missing == NULL, "each language with function words has a row%s%s",
	    missing != NULL ? ": " : "", missing != NULL ? missing : "");
	ok(language_count() - 1 <= FREQUENCY_LANGUAGES,
	    "the stems of all languages can be counted");
}

static void
enrich_test_function_words(void)
{
	static const struct {
		const char *language, *body;
		const char *function_words;
	} cases[] = {
		{ "el",
		    "Η κυβέρνηση είπε ότι θα δώσει χρήματα για τα σχολεία. Τα "
		    "σχολεία είναι παλιά και δεν έχουν χρήματα για τη "
		    "θέρμανση. Η θέρμανση για τα παιδιά είναι σημαντική.",
		    "η ότι θα για τα είναι και δεν έχουν" },
		{ "he",
		    "הממשלה אמרה כי היא תממן את בתי הספר. המורים של בתי "
		    "הספר אמרו כי הם לא מאמינים את זה. ההורים של הילדים לא "
		    "מסכימים עם המורים, כי לא היה תקציב.",
		    "כי את של לא היא הם עם היה זה" },
		{ "et",
		    "Valitsus ütles, et koolid saavad raha ja et õpetajad on "
		    "rahul. Õpetajad ei ole rahul, kui koolid on külmad, ja "
		    "see on kallis. Koolid ja õpetajad ootavad.",
		    "et ja on ei see kui" },
		{ "ur",
		    "حکومت نے کہا ہے کہ اسکول کے لیے رقم ہے۔ اساتذہ نے کہا "
		    "کہ اسکول میں رقم نہیں ہے۔ حکومت نے اسکول کو رقم دی ہے "
		    "اور اساتذہ کے لیے بھی۔",
		    "نے ہے کہ کے میں کو اور نہیں بھی" },
	};

	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct enrichment found = enrich_test_run(cases[i].language, "",
		    slice_of(cases[i].body), &enrich_test_options);
		struct slice rest = slice_of(cases[i].function_words), word;
		bool has = false;

		for (size_t k = 0; k < found.n_keywords; k++) {
			rest = slice_of(cases[i].function_words);
			while (slice_next(&rest, ' ', &word))
				has |=
				    slice_equal(found.keywords[k].stem, word);
		}
		ok(found.n_keywords > 0 && !has,
		    "%s: no function word is a keyword", cases[i].language);
	}
}

/* ---- document frequencies ---- */

static void
enrich_test_frequencies(void)
{
	struct frequency_table *table = calloc(1, sizeof(*table));
	struct frequencies f;
	uint32_t hash = frequency_hash("xx", SLICE("wort"));

	if (table == NULL) {
		ok(false, "memory for a table");
		return;
	}
	frequency_table_set(table, hash, 100);
	frequency_table_set_total(table, "xx", 3000);
	frequencies_init(&f, "xx", table);
	ok(frequencies_of(&f, hash) >= 92 && frequencies_of(&f, hash) <= 100,
	    "a count of the table, rounded down by less than an eighth");
	is_int(frequencies_of(&f, hash ^ 0x80000000), 0,
	    "an unknown stem has the count 0");
	is_int(
	    f.articles, 4000, "articles of the table and of an unknown base");
	is_int(frequency_log2(1024), 10 * 256,
	    "frequency_log2() returns the logarithm times 256");
	is_int(frequency_log2(3), 405, "a logarithm that is not exact");
	frequencies_init(&f, "en", NULL);
	ok(frequencies_of(&f, frequency_hash("en", SLICE("the"))) >
		f.articles / 2,
	    "most English articles contain \"the\"");
	free(table);
}

/* ---- hostile texts ---- */

static void
enrich_test_hostile_one(const char *name, struct buf *text)
{
	struct enrichment found = enrich_test_run(
	    "en", "A title", buf_slice(text), &enrich_test_options);

	ok(found.n_keywords <= 10 && found.n_stems <= LIMIT_ENRICH_STEMS &&
		found.summary.len <= 3 * (LIMIT_ENRICH_SENTENCE + 1),
	    "%s", name);
	buf_release(text);
}

static void
enrich_test_hostile(void)
{
	struct buf text;

	buf_init(&text, 16 * MIB);
	for (int i = 0; i < 1000000; i++)
		buf_printf(&text, "w%x ", (unsigned)i * 2654435761u);
	enrich_test_hostile_one("a million distinct words", &text);
	buf_init(&text, 16 * MIB);
	for (int i = 0; i < 1000000; i++)
		buf_append_char(&text, 'a');
	enrich_test_hostile_one("a word of 1 MB", &text);
	buf_init(&text, 16 * MIB);
	for (int i = 0; i < 400000; i++)
		buf_append_string(&text, "字");
	enrich_test_hostile_one("a sentence without spaces of 1.2 MB", &text);
	buf_init(&text, 16 * MIB);
	for (int i = 0; i < 400000; i++)
		buf_append_string(&text, ". ! ");
	enrich_test_hostile_one("800 000 marks", &text);
	buf_init(&text, 16 * MIB);
	for (int i = 0; i < 100000; i++)
		buf_append_string(&text, "aбγ字ก. Ω\xCC\x81\xFF'");
	enrich_test_hostile_one("mixed scripts and invalid UTF-8", &text);
}

int
main(void)
{
	struct err e = ERR_INIT;

	if (enricher_new(&enricher, &e) != 0) {
		printf("Bail out! %s\n", e.text);
		return EXIT_FAILURE;
	}
	enrich_test_stems = stem_cache_new(NULL);
	enrich_test_split();
	stem_cache_free(enrich_test_stems);
	enrich_test_keywords();
	enrich_test_interests();
	enrich_test_story();
	enrich_test_summary();
	enrich_test_determinism();
	enrich_test_rows();
	enrich_test_function_words();
	enrich_test_frequencies();
	enrich_test_hostile();
	enricher_free(enricher);
	return done_testing();
}
