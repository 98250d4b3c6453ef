/*
 * name.h -- from what a page says of its authors to their names.
 */
#ifndef CUTER_ARTICLE_NAME_H
#define CUTER_ARTICLE_NAME_H

#include "base/arena.h"
#include "base/slice.h"

#define NAMES_MAX      64 /* a paper of a large collaboration has more */
#define NAME_MAX_BYTES 80
#define NAME_MAX_WORDS 6

struct names {
	struct slice items[NAMES_MAX];
	size_t n;
};

/* How much the place says: a field for authors, a line that begins with
 * "By", or only a class or an address that speaks of authors. */
enum name_place { NAME_FIELD, NAME_LEADER, NAME_NEARBY };

/* Adds the persons and agencies that a text names, in its order, each once:
 * no leaders, roles, addresses, dates, accounts.  `language` is a code or
 * empty.  Of a shown text (not NAME_FIELD) it stops where the names end.
 * Arena; O(length). */
void names_add(struct arena *, struct slice text, struct slice language,
    enum name_place, struct names *);
/* The same person?  Marks and case apart, and either may lack a middle. */
bool name_same(struct slice a, struct slice b);
/* An account of a system rather than a name: one word, written small. */
bool name_is_account(struct slice);
bool names_share(const struct names *, const struct names *);
/* Is each of a's in b? */
bool names_within(const struct names *a, const struct names *b);

/* name_words.c: the words about names, in many languages. */

/* Can a line that begins with this text begin with a leader?  Cheap, and true
 * where it is not sure. */
bool name_may_lead(struct slice leaf);
/* "By ", "Text: ", "作者：": true, and what stands behind it. */
bool name_leader(struct slice text, struct slice *ret_rest);
/* "Written by", "Autor:" and nothing else. */
bool name_is_label(struct slice text);
/* editor, Redakteurin, chief … */
bool name_is_role(struct slice word);
/* AFP, dpa: in capitals, and no academic degree */
bool name_is_agency(struct slice word);
/* admin, undefined, webmaster … */
bool name_is_placeholder(struct slice text);
/* de, van, bin: written small inside a name */
bool name_is_particle(struct slice word);
/* A word that stands in no name, but on buttons and before dates. */
bool name_is_stop(struct slice word);
/* The same of scripts without spaces: such a word anywhere in it. */
bool name_has_stop(struct slice text);
/* Bytes of the joint that text begins with: ", ", " and ", " und "; 0. */
size_t name_joint(struct slice text, struct slice language);
/* Equal with letters folded. */
bool name_equal(struct slice a, struct slice b);

#endif
