/* term_stems_test.c -- the stems of terms, and of the keywords of texts. */
#include <stdio.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/limits.h"
#include "enrich/enrich.h"
#include "enrich/term/term_stems.h"
#include "tests/lib/tap.h"

static struct term_stems *stems;

/* Returns the stems in one language; in all languages if it is "". */
static struct slice
term_stems_test_list(struct buf *out, const char *language, struct slice term)
{
	char code[8];
	char *languages[] = { code };

	snprintf(code, sizeof(code), "%s", language);
	buf_clear(out);
	if (!term_stems_list(
		stems, term, languages, code[0] != '\0' ? 1 : 0, out))
		ok(false, "no memory for stems");
	return buf_slice(out);
}

static void
term_stems_test_terms(void)
{
	static const struct {
		const char *language, *term, *stems;
	} cases[] = {
		{ "en", "Heat Pumps", "heat pumps\nheat pump\n" },
		{ "en", "東京都", "東京 京都\n" },
		{ "en", "The Hague", "the hague\nhagu\n" },
		{ "en", "the", "the\n" },
		{ "fr", "L'Oréal", "l'oréal\noréal\n" },
		{ "fr", "Côte d'Ivoire", "côte d'ivoire\ncôt d ivoir\n" },
		{ "en", "Smith's", "smith\n" },
		{ "tr", "Bursa’da", "bursa'da\nbur\n" },
		{ "tr", "O'Neill'in", "o'neill'in\no'neill\n" },
		{ "en", "O'Neill's", "o'neill\no'neil\n" },
		{ "zh", "AI芯片", "ai 芯片\n" },
		{ "en", " - ", "" },
		{ "en", "", "" },
	};
	struct buf out;

	buf_init(&out, 16 * KIB);
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++)
		is_text(term_stems_test_list(
			    &out, cases[i].language, slice_of(cases[i].term)),
		    cases[i].stems, cases[i].term);
	term_stems_test_list(&out, "", SLICE("Häuser"));
	ok(slice_find(buf_slice(&out), SLICE("\nhaus\n"), 0) != SLICE_NOT_FOUND,
	    "stems in all languages");
	buf_release(&out);
	buf_init(&out, 12);
	is_text(term_stems_test_list(&out, "en", SLICE("Heat Pumps")),
	    "heat pumps\n", "a stem without space is left out");
	buf_release(&out);
}

/* Texts in ten languages, with names that contain marks. */
static const struct {
	const char *language, *title, *body;
	const char *keyword; /* a keyword of the text */
} term_stems_test_texts[] = {
	{ "en", "O'Neill leaves McDonald's",
	    "O'Neill leaves McDonald's after nine years. McDonald's thanked "
	    "O'Neill. The restaurants of McDonald's use Node.js and "
	    "Booking.com. Node.js is popular, Booking.com as well.",
	    "O'Neill" },
	{ "en", "Booking.com and Node.js", "Node.js, again. Booking.com, too.",
	    "Node.js" },
	{ "fr", "L'Oréal investit en Côte d'Ivoire",
	    "L'Oréal investit en Côte d'Ivoire. La Côte d'Ivoire se réjouit. "
	    "Les usines de L'Oréal emploient mille personnes.",
	    "Côte d'Ivoire" },
	{ "fr", "Groupe L’Oréal", "Le Groupe L’Oréal investit.",
	    "Groupe L'Oréal" },
	{ "en", "U.S. Steel raises prices",
	    "U.S. Steel raises prices. Workers of U.S. Steel met in Ohio.",
	    "U.S. Steel" },
	{ "de", "Wärmepumpen im Rhein-Main-Gebiet",
	    "Wärmepumpen sind im Rhein-Main-Gebiet beliebt. Händler liefern "
	    "Wärmepumpen für Häuser. Das Rhein-Main-Gebiet wächst.",
	    "Wärmepumpen" },
	{ "it", "L'Aquila ricorda il terremoto",
	    "L'Aquila ricorda il terremoto. Il terremoto colpì L'Aquila.",
	    "terremoto" },
	{ "es", "Energía solar en España",
	    "La energía solar crece en España. España exporta energía solar.",
	    "energía solar" },
	{ "nl", "Zonnepanelen op daken",
	    "Zonnepanelen op daken zijn populair. Zonnepanelen leveren stroom.",
	    "Zonnepanelen" },
	{ "tr", "Ankara'da deprem",
	    "Deprem Ankara'da hissedildi. Ankara'nın ilçelerinde deprem "
	    "hasarı görüldü.",
	    "Ankara" },
	{ "ru", "Тепловые насосы",
	    "Тепловые насосы дешевеют. Покупатели ждут тепловые насосы.",
	    "Тепловые насосы" },
	{ "pl", "Pompy ciepła",
	    "Pompy ciepła tanieją. Klienci kupują pompy ciepła w Krakowie.",
	    "Pompy ciepła" },
	{ "zh", "AI芯片出口",
	    "AI芯片出口增加。企业购买AI芯片。AI芯片价格上涨。", "AI芯片" },
	{ "ja", "東京電力の発表",
	    "東京電力は電気料金を発表した。東京電力の電気料金。", "東京電力" },
};

static bool
term_stems_test_has_line(struct slice lines, struct slice line)
{
	struct slice other;

	while (slice_next(&lines, '\n', &other))
		if (slice_equal(other, line))
			return true;
	return false;
}

static void
term_stems_test_text(struct enricher *enricher, size_t i)
{
	const char *language = term_stems_test_texts[i].language;
	const struct enrich_input in = { .title = slice_of(
					     term_stems_test_texts[i].title),
		.body = slice_of(term_stems_test_texts[i].body),
		.language = slice_of(language) };
	const struct enrich_options options = { .keywords = 10 };
	struct enrichment found;
	struct err e = ERR_INIT;
	struct buf one;
	bool has = false;

	buf_init(&one, 16 * KIB);
	if (enrich_text(enricher, &in, &options, &found, &e) != 0)
		ok(false, "enrich: %s", e.text);
	for (size_t k = 0; k < found.n_keywords; k++) {
		const struct enrich_keyword *keyword = &found.keywords[k];

		term_stems_test_list(&one, language, keyword->term);
		ok(term_stems_test_has_line(buf_slice(&one), keyword->stem),
		    "%s: the keyword %.*s has the stem %.*s", language,
		    SLICE_ARG(keyword->term), SLICE_ARG(keyword->stem));
		term_stems_test_list(
		    &one, language, slice_of(term_stems_test_texts[i].keyword));
		has |= term_stems_test_has_line(buf_slice(&one), keyword->stem);
	}
	ok(has, "%s: %s is found", language, term_stems_test_texts[i].keyword);
	buf_release(&one);
}

int
main(void)
{
	struct enricher *enricher;
	struct err e = ERR_INIT;

	stems = term_stems_new();
	if (stems == NULL || enricher_new(&enricher, &e) != 0) {
		printf("Bail out! no memory\n");
		return EXIT_FAILURE;
	}
	term_stems_test_terms();
	for (size_t i = 0; i < ARRAY_LENGTH(term_stems_test_texts); i++)
		term_stems_test_text(enricher, i);
	enricher_free(enricher);
	term_stems_free(stems);
	return done_testing();
}
