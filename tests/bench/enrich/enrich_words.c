/*
 * enrich_words.c -- enriches articles, and shows the words, stems and sentences
 * that the methods of tests/bench/enrich/enrich.py compare.
 *
 * In:  JSON lines on standard input: id, lang, title, body, keywords, labels
 *      and url (the publisher's, not given to the method).
 * Out: a JSON line for each: keywords, summary, category, labels (the
 *      categories that each label means), address (the categories that the
 *      address means), sentences, words, gold (the stems of
 *      the publisher's keywords), hashes, us (processor time), category_sums
 *      (category_terms_scores()).  With --brief, sentences, words, gold and
 *      category_sums are left out.
 *
 *	enrich_words [--brief] [--keywords N] [--sentences N] [--repeats N]
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/limits.h"
#include "base/text/utf8.h"
#include "enrich/category/category_address.h"
#include "enrich/category/category_labels.h"
#include "enrich/category/category_terms.h"
#include "enrich/enrich.h"
#include "enrich/stems.h"
#include "enrich/text.h"

static bool is_brief;
static struct category_index *category_index;
static unsigned long repeats = 1; /* runs; the shortest time is shown */
static struct enrich_options options = { .keywords = 10, .sentences = 3 };

static struct slice
enrich_words_member(json_t *line, const char *name)
{
	json_t *value = json_object_get(line, name);

	return (struct slice){ json_string_value(value),
		json_string_length(value) };
}

static json_t *
enrich_words_text(struct slice text)
{
	return json_stringn(text.p != NULL ? text.p : "", text.len);
}

static double
enrich_words_clock_us(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec * 1e6 + (double)now.tv_nsec / 1e3;
}

static void
enrich_words_read(struct enrich_text *t)
{
	enrich_find_sentences(t);
	enrich_find_words(t);
	enrich_find_terms(t);
}

/* Returns the stems of a publisher's keyword, separated by spaces. */
static json_t *
enrich_words_stem(struct arena *arena, struct stem_cache *stems,
    const struct language *language, struct slice keyword)
{
	struct enrich_text t = { .arena = arena,
		.stems = stems,
		.language = language,
		.text = utf8_prefix(keyword, LIMIT_TITLE_BYTES) };
	char text[LIMIT_TITLE_BYTES * 2];
	size_t len = 0;

	stem_cache_begin(stems, t.language);
	frequencies_init(&t.frequencies, language->code, NULL);
	enrich_words_read(&t);
	for (uint32_t i = 0; i < t.n_words; i++)
		if (t.words[i].term != ENRICH_NO_TERM) {
			struct slice stem = t.terms[t.words[i].term].stem;

			if (len > 0)
				text[len++] = ' ';
			memcpy(text + len, stem.p, stem.len);
			len += stem.len;
		}
	return enrich_words_text((struct slice){ text, len });
}

static void
enrich_words_add_words(json_t *out, const struct enrich_text *t)
{
	json_t *words = json_array(), *sentences = json_array();

	for (uint32_t i = 0; i < t->n_words; i++) {
		const struct enrich_word *word = &t->words[i];
		const struct enrich_term *term = &t->terms[word->term];

		if (word->term != ENRICH_NO_TERM)
			json_array_append_new(words,
			    json_pack("[i,o,o,b,i,i]", (int)word->sentence,
				enrich_words_text(enrich_word_text(t, word)),
				enrich_words_text(term->stem), term->is_stop,
				(int)word->flags, (int)term->inverse));
	}
	for (uint32_t i = 0; i < t->n_sentences; i++)
		json_array_append_new(
		    sentences, enrich_words_text(slice_sub(t->text,
				   t->sentences[i].from, t->sentences[i].to)));
	json_object_set_new(out, "words", words);
	json_object_set_new(out, "sentences", sentences);
	json_object_set_new(out, "n_title", json_integer(t->n_title_sentences));
}

/* Writes the sums of the shipped terms, by category. */
static void
enrich_words_add_sums(json_t *out, const struct enrich_text *t)
{
	json_t *sums = json_array();
	uint64_t scores[CATEGORY_COUNT];

	category_terms_scores(category_index, t, scores);
	for (size_t i = 0; i < CATEGORY_COUNT; i++)
		json_array_append_new(
		    sums, json_integer((json_int_t)scores[i]));
	json_object_set_new(out, "category_sums", sums);
}

static void
enrich_words_detail(json_t *line, json_t *out, struct stem_cache *stems)
{
	struct arena arena;
	jmp_buf exhausted;
	json_t *gold = json_array(), *keyword;
	size_t n;
	struct slice title = enrich_words_member(line, "title"),
		     body = enrich_words_member(line, "body");
	struct slice parts[] = { title, SLICE("\n"), body };
	struct enrich_text t = { .arena = &arena,
		.stems = stems,
		.language = language_find(enrich_words_member(line, "lang")),
		.title_end = (uint32_t)title.len + 1 };

	arena_init(&arena, LIMIT_ENRICH_ARENA);
	arena.exhausted = &exhausted;
	if (setjmp(exhausted) != 0)
		exit(EXIT_FAILURE);
	stem_cache_begin(stems, t.language);
	frequencies_init(&t.frequencies, t.language->code, NULL);
	t.text = utf8_prefix(arena_join(&arena, parts, 3), LIMIT_ENRICH_BYTES);
	if (title.len + 1 >= t.text.len)
		t.title_end = (uint32_t)t.text.len;
	enrich_words_read(&t);
	enrich_words_add_words(out, &t);
	enrich_words_add_sums(out, &t);
	json_array_foreach(json_object_get(line, "keywords"), n, keyword)
	    json_array_append_new(
		gold, enrich_words_stem(&arena, stems, t.language,
			  slice_of(json_string_value(keyword))));
	json_object_set_new(out, "gold", gold);
	arena_release(&arena);
}

static const char *
enrich_words_category(uint32_t number)
{
	return number > 0 ? categories[number - 1].name : "";
}

/* Writes the category by the shipped terms, and the categories that the
 * publisher's label of the line means. */
static void
enrich_words_add_category(json_t *out, const struct enrichment *found)
{
	json_object_set_new(out, "category",
	    json_string(enrich_words_category(found->category)));
	json_object_set_new(out, "category_best",
	    json_string(enrich_words_category(found->category_best)));
	json_object_set_new(
	    out, "category_score", json_real(found->category_score));
	json_object_set_new(out, "has_categories",
	    json_boolean(category_has_list(found->language.p)));
}

static json_t *
enrich_words_names(uint32_t bits)
{
	json_t *list = json_array();

	for (size_t i = 0; i < CATEGORY_COUNT; i++)
		if ((bits >> i & 1) != 0)
			json_array_append_new(
			    list, json_string(categories[i].name));
	return list;
}

/* Writes the categories that each label of the publisher means, and those that
 * the address means. */
static void
enrich_words_add_labels(json_t *line, json_t *out)
{
	json_t *lists = json_array(), *label;
	struct slice language = enrich_words_member(line, "lang");
	struct category_address address;
	size_t n;

	json_array_foreach(json_object_get(line, "labels"), n, label)
	    json_array_append_new(
		lists, enrich_words_names(category_of_label(
			   slice_of(json_string_value(label)), language)));
	json_object_set_new(out, "labels", lists);
	category_of_address(
	    enrich_words_member(line, "url"), language, &address);
	json_object_set_new(
	    out, "address", enrich_words_names(address.categories));
}

static void
enrich_words_add_found(json_t *out, const struct enrichment *found)
{
	json_t *keywords = json_array(), *hashes = json_array();

	for (size_t i = 0; i < found->n_keywords; i++)
		json_array_append_new(
		    keywords, json_pack("[o,o,f]",
				  enrich_words_text(found->keywords[i].term),
				  enrich_words_text(found->keywords[i].stem),
				  found->keywords[i].weight));
	for (size_t i = 0; i < found->n_stems; i++)
		json_array_append_new(hashes, json_integer(found->stems[i]));
	json_object_set_new(out, "keywords", keywords);
	json_object_set_new(out, "hashes", hashes);
	json_object_set_new(out, "summary", enrich_words_text(found->summary));
	json_object_set_new(out, "lang", enrich_words_text(found->language));
	enrich_words_add_category(out, found);
}

static void
enrich_words_line(
    struct enricher *enricher, struct stem_cache *stems, const char *text)
{
	json_t *line = json_loads(text, 0, NULL), *out = json_object();
	const struct enrich_input in = {
		.title = enrich_words_member(line, "title"),
		.body = enrich_words_member(line, "body"),
		.language = enrich_words_member(line, "lang"),
	};
	struct enrichment found;
	struct err e = ERR_INIT;
	double best = 1e18;

	for (unsigned long i = 0; i < repeats; i++) {
		double from = enrich_words_clock_us(), took;

		if (enrich_text(enricher, &in, &options, &found, &e) != 0)
			fprintf(stderr, "%s\n", e.text);
		took = enrich_words_clock_us() - from;
		best = took < best ? took : best;
	}
	json_object_set(out, "id", json_object_get(line, "id"));
	json_object_set_new(out, "us", json_real(best));
	enrich_words_add_found(out, &found);
	enrich_words_add_labels(line, out);
	if (!is_brief)
		enrich_words_detail(line, out, stems);
	json_dumpf(out, stdout, JSON_COMPACT | JSON_REAL_PRECISION(6));
	putchar('\n');
	json_decref(out);
	json_decref(line);
}

int
main(int argc, char **argv)
{
	struct enricher *enricher;
	struct stem_cache *stems = stem_cache_new(NULL);
	struct err e = ERR_INIT;
	char *line = NULL;
	size_t size = 0;

	for (int i = 1; i < argc; i++)
		if (strcmp(argv[i], "--brief") == 0)
			is_brief = true;
		else if (strcmp(argv[i], "--keywords") == 0 && i + 1 < argc)
			options.keywords = strtoul(argv[++i], NULL, 10);
		else if (strcmp(argv[i], "--sentences") == 0 && i + 1 < argc)
			options.sentences = strtoul(argv[++i], NULL, 10);
		else if (strcmp(argv[i], "--repeats") == 0 && i + 1 < argc)
			repeats = strtoul(argv[++i], NULL, 10);
	category_index = category_index_new();
	if (stems == NULL || category_index == NULL ||
	    enricher_new(&enricher, &e) != 0)
		return EXIT_FAILURE;
	while (getline(&line, &size, stdin) > 0)
		enrich_words_line(enricher, stems, line);
	free(line);
	category_index_free(category_index);
	stem_cache_free(stems);
	enricher_free(enricher);
	return EXIT_SUCCESS;
}
