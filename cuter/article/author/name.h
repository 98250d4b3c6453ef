/*
 * name.h -- extracts authors' names from texts.
 */
#ifndef CUTER_ARTICLE_AUTHOR_NAME_H
#define CUTER_ARTICLE_AUTHOR_NAME_H

#include "base/arena.h"
#include "base/slice.h"

/* Maximum number of authors. Only papers of large collaborations have more. */
#define NAMES_MAX      64
#define NAME_MAX_BYTES 80
#define NAME_MAX_WORDS 6

struct names {
	struct slice items[NAMES_MAX];
	size_t n;
};

/* The place in which a text was found, from the most to the least reliable: a
 * field for authors; a line that begins with "By"; an element of which only the
 * class or the link address denotes authors. */
enum name_place { NAME_FIELD, NAME_LEADER, NAME_NEARBY };

/* Adds the persons and agencies in a text, in their order, each once, without
 * leaders, roles, addresses, dates and accounts. `language` is a code or empty.
 * In visible text (not NAME_FIELD) the function stops after the list of names.
 * Arena; O(length). */
void names_add(struct arena *, struct slice text, struct slice language,
    enum name_place, struct names *);
/* True for two names of one person. Case is ignored, and one of the names may
 * lack words of the other, such as a middle name. */
bool name_same(struct slice a, struct slice b);
/* True for a user account: words in lower case, a single word with digits, or a
 * text with a word such as "admin". */
bool name_is_account(struct slice);
/* True for the name of a desk: "News Team". */
bool name_is_desk(struct slice);
/* True if a name of one list is in the other list. */
bool names_share(const struct names *, const struct names *);
/* True if all names of a are in b. */
bool names_is_subset(const struct names *a, const struct names *b);

/* name_words.c: words next to names, in many languages. */

/* A quick test before name_leader(): true if the text at the start of a line
 * may be a leader. */
bool name_may_lead(struct slice leaf);
/* True for "By ", "Text: ", "作者：" at the start; *ret_rest is the text after
 * the leader. */
bool name_leader(struct slice text, struct slice *ret_rest);
/* True for "Written by" or "Autor:" without further text. */
bool name_is_label(struct slice text);
/* True for a text that begins with "责任编辑" or another label of editors. */
bool name_is_editor_label(struct slice text);
/* name_clean.c */

/* Removes leaders, roles, agencies, brackets, places and sentences before and
 * after the name in one chunk of a text. O(length). */
struct slice name_clean(struct slice chunk, enum name_place);
/* Removes the first word of *rest. Returns false at the end. */
bool name_next_word(struct slice *rest, struct slice *ret_word);

/* name_after.c */

/* Removes what visible lines write after a name without a sign between: a date,
 * a label ("Updated", "Photos:"), a role with its subject, an e-mail address.
 * The first two words are always kept. O(length). */
struct slice name_without_appendix(struct slice);
/* True for a credit of pictures: "Ada Lovelace (Photos)". O(length). */
bool name_is_of_pictures(struct slice chunk);

/* The functions below are in name_roles.c; each is O(size of its table). */

/* True for a role: editor, Redakteurin, chief … */
bool name_is_role(struct slice word);
/* True for an abbreviated title that is written before a name, with or without
 * its full stop: Prof., Capt. */
bool name_is_title(struct slice word);
/* True for the short name of an agency in any case: AFP, dpa. */
bool name_is_agency(struct slice word);
/* True for a value that is not the name of an author: admin, undefined,
 * webmaster … */
bool name_is_placeholder(struct slice text);
/* True for a word in the name of a desk or a shared account: "team",
 * "newsroom", "redaktion". */
bool name_is_desk_word(struct slice word);
/* Returns the length of the name of an agency at the end of a text, with the
 * space before it: " The Associated Press"; 0 if the text does not end with the
 * name of an agency. */
size_t name_agency_at_end(struct slice text);
/* Returns the length of a word for "reporter" in Korean, Chinese or Japanese at
 * the end of a text; 0 if the text does not end with such a word. A space
 * before the word is not required. */
size_t name_reporter_at_end(struct slice text);
/* True for a word in lower case inside a name: de, van, bin. */
bool name_is_particle(struct slice word);
/* True for a word that occurs on buttons and before dates and not in names. */
bool name_is_stop(struct slice word);
/* True for a month or a day of the week in English. */
bool name_is_calendar(struct slice word);
/* Like name_is_stop(), for scripts without spaces: true if the text contains
 * such a word. */
bool name_has_stop(struct slice text);
/* Returns the length of the joint at the start of text: ", ", " and ", " und ";
 * 0 if the text does not begin with a joint. A short word such as " i " is a
 * joint only in some languages. */
size_t name_joint(struct slice text, struct slice language);
/* True if a word is in a table of words in lower case, with case folded. */
bool name_is_in(struct slice word, const char *const *list, size_t n);
/* True if the texts are equal with case folded. */
bool name_equal(struct slice a, struct slice b);

#endif
