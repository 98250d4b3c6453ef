/*
 * profile_list.c -- reads the entries of `profiles` (profile_list.h).
 *
 * The normal case: for each map, read the keys, check the name and the
 * categories, and append the profile.
 */
#include "config/profile/profile_list.h"

#include <stdlib.h>

#include "base/limits/limits_portal.h"
#include "config/profile/category.h"
#include "config/schema.h"
#include "config/yaml/value.h"

#define HINT_BYTES 512

/* One profile while it is read. */
struct profile_reading {
	struct config_profile profile; /* owned */
	const struct yaml_node *map;
	struct fault_list *faults;
	bool good;
};

static struct schema_level
profile_list_level(void)
{
	return (struct schema_level){ schema_profile_keys,
		schema_n_profile_keys, NULL };
}

static void
profile_list_report_unknown(
    const struct yaml_node *node, struct fault_list *faults)
{
	struct schema_level level = profile_list_level();
	char quoted[FAULT_QUOTE_BYTES];
	struct buf hint;

	buf_init(&hint, HINT_BYTES);
	schema_hint(&level, node->key, &hint);
	fault_add(faults, node->key_place, "unknown key %s of a profile, %s",
	    fault_quote(node->key, quoted), hint.p);
	buf_release(&hint);
}

static void
profile_list_read_keys(struct profile_reading *r)
{
	struct schema_level level = profile_list_level();

	for (const struct yaml_node *node = r->map->children; node != NULL;
	     node = node->next) {
		const struct schema_key *key = schema_find(&level, node->key);

		if (key == NULL) {
			profile_list_report_unknown(node, r->faults);
			r->good = false;
		} else if (!value_read(key, node, &r->profile, r->faults))
			r->good = false;
	}
}

/* ----------------------------------------------------------------- checks */

static struct place
profile_list_place_of(const struct profile_reading *r, const char *key)
{
	for (const struct yaml_node *node = r->map->children; node != NULL;
	     node = node->next)
		if (slice_equal(node->key, slice_of(key)))
			return node->place;
	return r->map->place;
}

/* A name is a part of an address (/profile/NAME.atom) and follows the word
 * `profile` of the command. */
static bool
profile_list_is_name(struct slice name)
{
	for (size_t i = 0; i < name.len; i++)
		if (strchr(" /?#%&\"'<>\\", name.p[i]) != NULL)
			return false;
	return name.p[0] != '-' && name.p[0] != '.' &&
	       !slice_equal(name, SLICE("explain")) &&
	       !slice_ends(name, SLICE(".atom")) &&
	       !slice_ends(name, SLICE(".json"));
}

static void
profile_list_check_name(struct profile_reading *r)
{
	char quoted[FAULT_QUOTE_BYTES];
	const char *name = r->profile.name;

	if (name == NULL && r->good)
		fault_add(r->faults, r->map->place,
		    "a profile without name, expected name: energy");
	else if (name != NULL && !profile_list_is_name(slice_of(name)))
		fault_add(r->faults, profile_list_place_of(r, "name"),
		    "name: %s is not the name of a profile, expected letters, "
		    "digits, - and _, such as energy",
		    fault_quote(slice_of(name), quoted));
	else
		return;
	r->good = false;
}

static void
profile_list_check_categories(struct profile_reading *r)
{
	char quoted[FAULT_QUOTE_BYTES];
	struct buf names;

	for (size_t i = 0; i < r->profile.n_categories; i++) {
		struct slice name = slice_of(r->profile.categories[i]);

		if (category_find(name) != CATEGORY_NONE)
			continue;
		buf_init(&names, HINT_BYTES);
		for (size_t k = 0; k < CATEGORY_COUNT; k++)
			buf_printf(&names, "%s%s", k > 0 ? ", " : "",
			    categories[k].name);
		fault_add(r->faults, profile_list_place_of(r, "categories"),
		    "categories: %s is not a category, expected one of %s",
		    fault_quote(name, quoted), names.p);
		buf_release(&names);
		r->good = false;
	}
}

/* A profile without any interest would match nothing until the reader marks an
 * article. */
static void
profile_list_check_interests(struct profile_reading *r)
{
	const struct config_profile *p = &r->profile;

	if (!r->good || p->n_keywords + p->n_categories + p->n_feeds > 0)
		return;
	fault_warn(r->faults, r->map->place,
	    "profile %s has no keywords, categories or feeds; it is empty "
	    "until "
	    "`gleaner like` marks an article",
	    p->name);
}

/* ------------------------------------------------------------------- list */

const struct config_profile *
profile_list_find(const struct config *config, struct slice name)
{
	for (size_t i = 0; i < config->n_profiles; i++)
		if (slice_equal(name, slice_of(config->profiles[i].name)))
			return &config->profiles[i];
	return NULL;
}

/* Takes ownership of the profile. */
static void
profile_list_add(struct config *config, struct config_profile *profile,
    struct place place, struct fault_list *faults)
{
	const struct config_profile *other =
	    profile_list_find(config, slice_of(profile->name));
	struct config_profile *all = NULL;

	if (other != NULL)
		fault_add(faults, place,
		    "profile %s is given twice, expected once (first in %s:%d)",
		    profile->name, other->file, other->line);
	else if (config->n_profiles == LIMIT_PROFILES)
		fault_add(faults, place,
		    "too many profiles, expected at most %d", LIMIT_PROFILES);
	else if ((all = reallocarray(config->profiles, config->n_profiles + 1,
		      sizeof(*all))) == NULL)
		faults->out_of_memory = true;
	if (all == NULL) {
		config_profile_release(profile);
		return;
	}
	config->profiles = all;
	all[config->n_profiles++] = *profile;
}

static void
profile_list_read_profile(struct config *config, const struct yaml_node *node,
    const char *file, struct fault_list *faults)
{
	struct profile_reading r = {
		.map = node, .faults = faults, .good = true
	};

	if (node->kind != YAML_MAP) {
		fault_add(faults, node->place,
		    "a profile without keys, expected - { name: energy, "
		    "keywords: [grid] }");
		return;
	}
	for (size_t i = 0; i < schema_n_profile_keys; i++)
		if (schema_profile_keys[i].default_text != NULL)
			value_set_default(
			    &schema_profile_keys[i], &r.profile, faults);
	profile_list_read_keys(&r);
	profile_list_check_name(&r);
	profile_list_check_categories(&r);
	profile_list_check_interests(&r);
	r.profile.file = file;
	r.profile.line = node->place.line;
	if (r.good)
		profile_list_add(config, &r.profile, node->place, faults);
	else
		config_profile_release(&r.profile);
}

void
profile_list_read(struct config *config, const struct yaml_node *node,
    const char *file, struct fault_list *faults)
{
	if (yaml_is_null(node))
		return;
	if (node->kind != YAML_LIST) {
		value_refuse(schema_of("profiles"), node, NULL, faults);
		return;
	}
	for (node = node->children; node != NULL; node = node->next)
		profile_list_read_profile(config, node, file, faults);
}
