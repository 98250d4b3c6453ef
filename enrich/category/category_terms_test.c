/*
 * category_terms_test.c -- categories by the shipped lists of terms.
 */
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/buf.h"
#include "base/limits.h"
#include "enrich/category/category_terms.h"
#include "enrich/enrich.h"
#include "tests/lib/tap.h"

static struct enricher *enricher;

static struct enrichment
category_terms_test_enrich(
    const char *language, const char *title, struct slice body)
{
	const struct enrich_options options = { 0 };
	struct enrichment found;
	struct err e = ERR_INIT;

	if (enrich_text(enricher,
		&(struct enrich_input){ .title = slice_of(title),
		    .body = body,
		    .language = slice_of(language) },
		&options, &found, &e) != 0)
		memset(&found, 0, sizeof(found));
	return found;
}

static struct slice
category_terms_test_category(
    const char *language, const char *title, const char *body)
{
	struct enrichment found =
	    category_terms_test_enrich(language, title, slice_of(body));

	return slice_of(
	    found.category > 0 ? categories[found.category - 1].name : "none");
}

static void
category_terms_test_languages(void)
{
	static const struct {
		const char *language, *title, *body, *category;
	} rows[] = {
		{ "en", "Late goal wins the Premier League match",
		    "The striker scored a penalty kick. The goalkeeper and the "
		    "midfielder were injured before half-time.",
		    "sport" },
		{ "de", "Bundesliga: Torhüter hält Elfmeter",
		    "Der Stürmer traf am letzten Spieltag. Der Trainer lobte "
		    "die Fußballmannschaft.",
		    "sport" },
		{ "fr", "Le procureur requiert la prison pour l'accusé",
		    "Le tribunal correctionnel a condamné le prévenu. Les "
		    "policiers avaient interpellé le cambrioleur.",
		    "crime" },
		{ "es", "El presidente del Gobierno gana la votación",
		    "El Congreso de los Diputados votó la moción de censura. "
		    "El ministro y los diputados hablaron de las elecciones.",
		    "politics" },
		{ "pl", "Lekarze szpitala szczepią pacjentów",
		    "Pacjenci otrzymali szczepionkę. Choroba ma objawy grypy.",
		    "health" },
		{ "zh", "世界杯决赛",
		    "球员在决赛中进球，主教练和门将赢得冠军。", "sport" },
	};

	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++)
		is_text(category_terms_test_category(
			    rows[i].language, rows[i].title, rows[i].body),
		    rows[i].category, rows[i].language);
}

static void
category_terms_test_none(void)
{
	is_text(category_terms_test_category("en", "", ""), "none",
	    "a text without words has no category");
	is_text(category_terms_test_category(
		    "en", "A lamp", "The lamp is on a table."),
	    "none", "a text without terms has no category");
	is_text(category_terms_test_category("en", "A note", "The goalkeeper."),
	    "none", "one term alone gives no category");
	is_text(category_terms_test_category("en", "Doctors and the election",
		    "The hospital treats patients. The senator won the "
		    "election. The nurse met the prime minister."),
	    "none", "two categories of equal weight give none");
	is_text(category_terms_test_category("eu", "Premier League",
		    "The striker, the goalkeeper and the midfielder."),
	    "none", "a language without lists has no category");
	ok(category_has_list("de") && !category_has_list("eu"),
	    "languages with lists are known");
}

static void
category_terms_test_reasons(void)
{
	struct enrichment found = category_terms_test_enrich("en",
	    "Premier League: goalkeeper",
	    slice_of("The striker met the goalkeeper. The midfielder and the "
		     "footballer won the Champions League."));
	bool has_sequence = false, has_stem = false;
	double sum = 0;

	for (size_t i = 0; i < found.n_category_terms; i++) {
		struct slice text = found.category_terms[i].text;

		has_sequence |= slice_equal(text, SLICE("Premier League"));
		has_stem |= slice_equal(text, SLICE("goalkeeper"));
		sum += found.category_terms[i].share;
	}
	ok(has_sequence, "a sequence of words is a reason");
	ok(has_stem, "a word is a reason");
	ok(sum > found.category_score * 0.999 &&
		sum < found.category_score * 1.001,
	    "the shares of the reasons are the score");
}

/* Terms of environment also occur in texts about other subjects. */
static void
category_terms_test_factors(void)
{
	struct enrichment found = category_terms_test_enrich(
	    "en", "A report", slice_of("The chef spoke about the ecosystem."));

	is_text(slice_of(categories[found.category_best - 1].name), "lifestyle",
	    "one term each: the category with the greater factor is the best");
	ok(found.category == 0 && found.category_score < 0.6,
	    "one term each: no category is probable");
}

/* A text that is as long as is read, with as many distinct words as possible.
 */
static void
category_terms_test_hostile(void)
{
	struct enrichment found;
	struct buf body;

	buf_init(&body, 4 * MIB);
	for (int i = 0; i < 100000; i++)
		buf_printf(&body, "premierx%d goalkeeper prime ", i);
	found = category_terms_test_enrich("en", "", buf_slice(&body));
	ok(found.category == 0,
	    "one repeated term alone gives a hostile text no category");
	ok(found.n_category_terms < 10, "repeated terms are one reason");
	buf_release(&body);
}

int
main(void)
{
	struct err e = ERR_INIT;

	if (enricher_new(&enricher, &e) != 0)
		return EXIT_FAILURE;
	category_terms_test_languages();
	category_terms_test_none();
	category_terms_test_reasons();
	category_terms_test_factors();
	category_terms_test_hostile();
	enricher_free(enricher);
	return done_testing();
}
