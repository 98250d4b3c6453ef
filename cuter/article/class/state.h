/*
 * state.h -- reads the embedded data of a page; shared by state.c,
 * state_values.c, state_script.c and state_flight.c.
 */
#ifndef CUTER_ARTICLE_CLASS_STATE_H
#define CUTER_ARTICLE_CLASS_STATE_H

#include <jansson.h>

#include "cuter/article/article.h"

/* Least size of a script in bytes; shorter scripts contain no article. */
#define STATE_SCRIPT_LEAST 300

/* Receives the JSON of a script; borrowed during the call. */
typedef void state_sink(void *arg, struct slice json);

/* state_script.c: calls `sink` for each object, list and string in a program,
 * in order. They have at least STATE_SCRIPT_LEAST bytes, except after the start
 * of a function with parameters. A literal of JavaScript is rewritten as JSON:
 * names without quotes, single quotes, `void 0`, `!0`, and the arguments of the
 * function that returns the literal. `work` is scratch memory; the sink may use
 * it, too. Arena; O(bytes). */
void state_read_program(struct arena *, struct buf *work, struct slice script,
    state_sink *, void *arg);

/* state_flight.c: the stream of React server components. The scripts of the
 * page add pieces to the stream: self.__next_f.push([1,"…"]). The stream is a
 * sequence of rows. */
struct flight_text {
	struct slice id, text;
};
struct flight {
	struct slice *pieces; /* arena */
	size_t n_pieces, bytes;
	struct flight_text *texts; /* rows of text, by identifier */
	size_t n_texts;
};
/* Adds the piece of the stream that a script pushes. Returns false if the
 * script does not push a piece. */
bool state_flight_add(struct page *, struct slice script, struct flight *);
/* Fills flight->texts. Then calls `sink` for each row that is a JSON object or
 * list, except for very short rows. Arena; O(bytes). */
void state_flight_read(
    struct arena *, struct flight *, state_sink *, void *arg);
/* A value such as "$a" refers to a row of the stream.  Returns the text of that
 * row, or the value itself if it is not such a reference. */
struct slice state_flight_text(const struct flight *, struct slice value);
/* True for a list whose members refer to each other by index (devalue,
 * turbo-stream). The first member of such a list is an object whose values are
 * all indices, or a list of strings and indices that ends with an index. */
bool state_is_flat(const json_t *list);
/* Appends the paragraphs of the elements ["$","p",null,{"children":…}] in a
 * row, separated by empty lines; *ret_title gets the text of the first <h1>.
 * O(values), limited. */
void state_flight_collect(
    const json_t *row, struct buf *text, struct slice *ret_title);

/* ---- state_values.c ---- */

#define STATE_VALUES 200000 /* largest number of values of a page */

/* How values are read. All members except `text` are zero at first. */
struct state_values {
	struct buf *text; /* the collected text; borrowed */
	/* a list whose members refer to each other by index; borrowed */
	const json_t *flat;
	/* Apollo's cache: objects by identifier; borrowed */
	const json_t *cache;
	struct flight flight;
	unsigned n_values, n_looks; /* numbers of values, of members examined */
};

/* Returns the text of a string, borrowed from the value; empty for other
 * values. */
struct slice state_values_text(const json_t *value);
/* Returns the value to which a reference refers. A reference is an index in a
 * flat list (devalue, turbo-stream) or the key of an entry of a cache (Apollo).
 * A value that is not a reference is returned unchanged. */
const json_t *state_values_resolve(
    const struct state_values *, const json_t *value);
/* Returns the name of a member. In a flat list, the name "_7" refers to the
 * string at index 7. Borrowed. */
const char *state_values_key(const struct state_values *, const char *key);
/* Returns the member of an object with a key; NULL: there is none. O(1), in a
 * flat list O(members). */
const json_t *state_values_member(
    struct state_values *, const json_t *object, const char *key);
/* Returns the weight of a key that denotes a body ("bodyHtml"); 0: it denotes
 * none. */
double state_values_weight(const char *key);
/* Returns true for a list of objects most of which have a kind:
 * [{type, text}, ...]. */
bool state_values_is_block_list(struct state_values *, const json_t *value);
/* Appends to v->text the text of a value that is a paragraph or a list of
 * paragraphs. O(values), limited. */
void state_values_collect(struct state_values *v, const json_t *value);

#endif
