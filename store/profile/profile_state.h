/*
 * profile_state.h -- internal to store/profile: an open profile.
 */
#ifndef STORE_PROFILE_PROFILE_STATE_H
#define STORE_PROFILE_PROFILE_STATE_H

#include "config/config.h"
#include "store/profile/profiles.h"
#include "store/sqlite/statement.h"

struct profile {
	struct store *store;
	const struct config_profile *config;
	struct arena arena;
	struct term_stems *stems; /* owned; NULL: all keywords were read */
	/* primary parts of the configured languages, such as " de en "; in the
	 * arena */
	struct slice languages;
	struct profile_vector vector;
	int64_t n_liked, n_disliked;
};

/* Returns true if the profile accepts articles with this language tag.  An
 * article of unknown language is accepted. */
bool profile_accepts_language(const struct profile *, struct slice tag);

/* What the score of an article needs besides its features. */
struct profile_article {
	int64_t id, sort_at;
	struct slice language;
	bool is_published;
	int mark; /* 1: liked, -1: disliked, 0: not marked */
};
/* Computes the score of the article at the time `at`.  Reads the features of
 * the facets in which the profile has an interest. */
int profile_read_score(struct profile *, const struct profile_article *,
    int64_t at, struct profile_score *ret, struct err *e);

/* Reads the features of an article, with scaled weights, as items of type
 * struct profile_feature.  facets: PROFILE_FACETS flags; features of other
 * facets are not read.  rows_release() must be called in each case.  Returns 0
 * or a negative code.  O(features). */
int profile_read_features(struct store *, int64_t article_id,
    const bool *facets, struct rows *ret, struct err *e);

#endif
