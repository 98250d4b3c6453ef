/* profile_list_test.c -- the key `profiles`: values and faults. */
#include "base/array.h"
#include "config/profile/category.h"
#include "config/profile/profile_list.h"
#include "config/testing.h"
#include "tests/lib/tap.h"

#define FAULTS_BYTES ((size_t)1 << 20)

static struct buf faults;

static struct config *
profile_list_test_load(const char *text)
{
	struct config *config = NULL;
	struct err e = ERR_INIT;

	buf_clear(&faults);
	config_read("main.yaml", slice_of(text), &config, &faults, &e);
	return config;
}

static void
profile_list_test_values(void)
{
	struct config *config = profile_list_test_load(
	    "profiles:\n"
	    "  - { name: energy, keywords: [grid, \"heat pump\"], "
	    "categories: [economy], feeds: [], lang: [en], min_score: 0.2 }\n"
	    "  - name: sport-de\n"
	    "    categories: [sport, weather]\n");
	const struct config_profile *p;

	if (!ok(config != NULL && config->n_profiles == 2, "two profiles")) {
		printf("# %s\n", faults.p);
		return;
	}
	p = profile_list_find(config, SLICE("energy"));
	ok(p == &config->profiles[0], "a profile is found by its name");
	ok(p->n_keywords == 2 && strcmp(p->keywords[1], "heat pump") == 0,
	    "a keyword of two words is read");
	ok(p->n_categories == 1 && p->n_feeds == 0 && p->n_languages == 1,
	    "categories, feeds and languages are read");
	ok(p->min_score == 0.2, "min_score is read");
	p = profile_list_find(config, SLICE("sport-de"));
	ok(p != NULL && p->min_score == 0.1 && p->n_keywords == 0,
	    "a profile with a name only has the defaults");
	ok(profile_list_find(config, SLICE("none")) == NULL,
	    "an unknown profile is not found");
	config_free(config);
}

static const struct {
	const char *text, *part;
} faulty[] = {
	{ "profiles: energy\n", "profiles: \"energy\", expected a list" },
	{ "profiles: [energy]\n", "a profile without keys, expected" },
	{ "profiles: [{ keywords: [a] }]\n", "a profile without name" },
	{ "profiles: [{ name: 'a/b', keywords: [a] }]\n",
	    "is not the name of a" },
	{ "profiles: [{ name: a.atom, keywords: [a] }]\n",
	    "is not the name of a" },
	{ "profiles: [{ name: explain, keywords: [a] }]\n",
	    "is not the name of a" },
	{ "profiles: [{ name: a, categories: [sports] }]\n",
	    "categories: \"sports\" is not a category, expected one of arts" },
	{ "profiles: [{ name: a, keyword: [b] }]\n",
	    "unknown key \"keyword\" of a profile, expected keywords" },
	{ "profiles: [{ name: a, keywords: b }]\n", "expected a list of" },
	{ "profiles: [{ name: a, min_score: 2 }]\n",
	    "min_score: \"2\" is out of range, expected a number from 0 to 1" },
	{ "profiles: [{ name: a, min_score: x }]\n",
	    "min_score: \"x\", expected a number from 0 to 1" },
	{ "profiles: [{ name: a, min_score: 0.1.2 }]\n",
	    "min_score: \"0.1.2\", expected a number" },
	{ "profiles: [{ name: a, keywords: [b] }, { name: a }]\n",
	    "profile a is given twice, expected once (first in main.yaml:1)" },
};

static void
profile_list_test_faults(void)
{
	struct config *config;

	for (size_t i = 0; i < ARRAY_LENGTH(faulty); i++) {
		config = profile_list_test_load(faulty[i].text);
		if (!ok(config == NULL && faults.p != NULL &&
			    strstr(faults.p, faulty[i].part) != NULL,
			"%s", faulty[i].part))
			printf("# %s\n", faults.p);
		config_free(config);
	}
	config = profile_list_test_load("profiles: [{ name: a }]\n");
	ok(config != NULL && faults.p != NULL &&
		strstr(faults.p, "it is empty until `gleaner like`") != NULL,
	    "a profile without interests is a warning");
	config_free(config);
}

static void
profile_list_test_categories(void)
{
	ok(category_find(SLICE("weather")) == CATEGORY_COUNT - 1,
	    "a category is found by its name");
	ok(category_find(SLICE("Weather")) == CATEGORY_NONE,
	    "a category is not found by its name in capitals");
	ok(category_find(SLICE_NONE) == CATEGORY_NONE,
	    "no category has an absent name");
}

int
main(void)
{
	buf_init(&faults, FAULTS_BYTES);
	profile_list_test_values();
	profile_list_test_faults();
	profile_list_test_categories();
	buf_release(&faults);
	return done_testing();
}
