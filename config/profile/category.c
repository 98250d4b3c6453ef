/*
 * category.c -- see category.h.
 */
#include "config/profile/category.h"

const struct category categories[CATEGORY_COUNT] = {
	{ "arts", "Arts, culture, entertainment and media", 1000000 },
	{ "crime", "Crime, law and justice", 2000000 },
	{ "disaster", "Disaster, accident and emergency incident", 3000000 },
	{ "economy", "Economy, business and finance", 4000000 },
	{ "education", "Education", 5000000 },
	{ "environment", "Environment", 6000000 },
	{ "health", "Health", 7000000 },
	{ "human-interest", "Human interest", 8000000 },
	{ "labour", "Labour", 9000000 },
	{ "lifestyle", "Lifestyle and leisure", 10000000 },
	{ "politics", "Politics and government", 11000000 },
	{ "religion", "Religion", 12000000 },
	{ "science", "Science and technology", 13000000 },
	{ "society", "Society", 14000000 },
	{ "sport", "Sport", 15000000 },
	{ "conflict", "Conflict, war and peace", 16000000 },
	{ "weather", "Weather", 17000000 },
};

size_t
category_find(struct slice name)
{
	for (size_t i = 0; i < CATEGORY_COUNT; i++)
		if (slice_equal(name, slice_of(categories[i].name)))
			return i;
	return CATEGORY_NONE;
}
