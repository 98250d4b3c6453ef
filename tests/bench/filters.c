/*
 * filters.c -- evaluates 100 filters on articles, and prints articles for each
 * second of CPU time.
 *
 * In:  nothing.
 * Out: a row for each mix of filters.
 *
 * The program generates the texts of the articles. A text has 400 words. There
 * are 96 different words, which consist of frequent English syllables.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/array.h"
#include "base/buf.h"
#include "base/date/date.h"
#include "base/limits/limits_filter.h"
#include "config/filter/filter_evaluate.h"
#include "config/filter/filter_parse.h"

#define ARTICLES 2000
#define WORDS    400
#define FILTERS  100

static const char *const syllables[] = { "the", "an", "re", "er", "ti", "on",
	"st", "en", "co", "de", "al", "ar", "pro", "me", "is", "or", "ma", "ri",
	"ne", "ver", "po", "li", "ca", "se", "to", "ha", "in", "flo", "ground",
	"ment", "sh", "ous" };

static struct slice titles[ARTICLES], urls[ARTICLES], texts[ARTICLES];
static uint32_t state = 1;

static uint32_t
filters_random(uint32_t below)
{
	state = state * 1664525 + 1013904223;
	return (state >> 8) % below;
}

/* Returns n random words, separated by `between`. */
static struct slice
filters_words(size_t n, char between)
{
	struct buf out;
	size_t len;

	buf_init(&out, MIB);
	for (size_t i = 0; i < n; i++) {
		uint32_t word = filters_random(64) * filters_random(64);

		if (i > 0)
			buf_append_char(&out, between);
		for (uint32_t k = 0; k <= word % 3; k++)
			buf_append_string(
			    &out, syllables[(word * 7 + k * 13) %
					    ARRAY_LENGTH(syllables)]);
	}
	len = out.len;
	return (struct slice){ buf_detach(&out), len };
}

/* Returns a word of two or three syllables, which few texts have. */
static struct slice
filters_rare_word(void)
{
	struct buf out;
	size_t len;

	buf_init(&out, KIB);
	for (uint32_t k = 2 + filters_random(2); k > 0; k--)
		buf_append_string(
		    &out, syllables[filters_random(ARRAY_LENGTH(syllables))]);
	len = out.len;
	return (struct slice){ buf_detach(&out), len };
}

/* Filters; %s is replaced by a rare word. */
struct mix {
	const char *name;
	const char *forms[5]; /* taken in turn */
};

static const struct mix mixes[] = {
	{ "titles", { "title ~ /%s/i", "title ~ /\\b%s\\b/i", "title ~ /^%s/i",
			"title ~ /(?:%s|advert)/i", "title ~ /%s.*review/i" } },
	{ "mixed", { "title ~ /%s/i", "url ~ /\\/%s\\//",
		       "feed_tag = %s and title ~ /live/i",
		       "title ~ /\\b%s\\b/i and word_count < 100",
		       "feed_tag = local and text ~ /\\b%s\\b/i" } },
	{ "texts",
	    { "text ~ /%s/i", "text ~ /\\b%s\\b/i", "text ~ /%sing/",
		"text ~ /%s (?:market|price)/i", "text ~ /(?:%s|advert)/i" } },
};

static double
filters_cpu_s(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static struct filter *
filters_make(const char *form)
{
	struct filter *filter = NULL;
	struct filter_place place;
	struct err e = ERR_INIT;
	struct slice word = filters_rare_word();
	struct buf text;

	buf_init(&text, KIB);
	for (const char *p = form; *p != '\0'; p++)
		if (p[0] == '%' && p[1] == 's') {
			buf_append_slice(&text, word);
			p++;
		} else
			buf_append_char(&text, *p);
	if (filter_parse(buf_slice(&text), &filter, &place, &e) != 0) {
		fprintf(stderr, "%s: %s\n", text.p, e.text);
		exit(1);
	}
	buf_release(&text);
	return filter;
}

static void
filters_run(const struct mix *mix, struct filter_matcher *matcher)
{
	struct filter *filters[FILTERS];
	const struct slice tags[] = { SLICE("weather"), SLICE("local") };
	double begun, took;
	size_t n = 0;
	bool limited = false;

	for (size_t i = 0; i < FILTERS; i++)
		filters[i] =
		    filters_make(mix->forms[i % ARRAY_LENGTH(mix->forms)]);
	begun = filters_cpu_s();
	for (size_t i = 0; i < ARTICLES; i++) {
		struct filter_subject subject = { .knows_word_count = true,
			.word_count = WORDS };

		filter_subject_set(&subject, FILTER_TITLE, &titles[i]);
		filter_subject_set(&subject, FILTER_URL, &urls[i]);
		filter_subject_set(&subject, FILTER_TEXT, &texts[i]);
		subject.texts[FILTER_FEED_TAG] =
		    (struct filter_texts){ true, tags, 1 + i % 2 };
		filter_matcher_begin(matcher);
		for (size_t k = 0; k < FILTERS; k++)
			n += filter_evaluate(filters[k]->root, &subject,
				 matcher, &limited) == FILTER_TRUE;
	}
	took = filters_cpu_s() - begun;
	printf("%-8s %8.0f articles/s  %6.2f us/filter  %zu matches%s\n",
	    mix->name, ARTICLES / took, took / ARTICLES / FILTERS * 1e6, n,
	    limited ? "  limited" : "");
	for (size_t i = 0; i < FILTERS; i++)
		filter_free(filters[i]);
}

int
main(void)
{
	struct filter_matcher *matcher = NULL;
	struct err e = ERR_INIT;

	if (filter_matcher_new(&matcher, &e) != 0)
		return 1;
	for (size_t i = 0; i < ARTICLES; i++) {
		titles[i] = filters_words(9, ' ');
		urls[i] = filters_words(8, '/');
		texts[i] = filters_words(WORDS, ' ');
	}
	for (size_t i = 0; i < ARRAY_LENGTH(mixes); i++)
		filters_run(&mixes[i], matcher);
	filter_matcher_free(matcher);
	return 0;
}
