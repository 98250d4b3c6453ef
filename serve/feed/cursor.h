/*
 * cursor.h -- the place at which the next page of a list begins, as the text
 * of the parameter `after`.
 *
 * The text is opaque to clients: "1700000000.42", the two numbers of a struct
 * article_place.  A place is a position in the order of the list, so that new
 * articles do not move others to another page.
 */
#ifndef SERVE_FEED_CURSOR_H
#define SERVE_FEED_CURSOR_H

#include "base/buf.h"
#include "store/article/article_page.h"

/* Appends a position as text: sort_at, a period and the id. */
void cursor_put(struct buf *, struct article_place);
/* Returns the text after "after=", or the whole text if it has no "after=".
 * Clients may send the member `next` of a JSON list, which is a request target
 * with `after` as its last parameter.  Borrowed from the argument.  O(length).
 */
struct slice cursor_of_target(struct slice);
/* Reads the text of cursor_put(), or the target of a next page whose last
 * parameter is `after`.  An absent or empty text is the first page.  False for
 * any other text.  O(length). */
bool cursor_parse(struct slice, struct article_place *ret);

#endif
