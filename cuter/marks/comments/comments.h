/*
 * comments.h -- shared by comments.c and comment_words.c: the words that name
 * or announce the readers' comments.
 */
#ifndef CUTER_MARKS_COMMENTS_H
#define CUTER_MARKS_COMMENTS_H

#include "cuter/page.h"

/* COMMENT_SIGN_FORUM: the words are those of a forum, whose first post may be
 * the article. Posts must follow, and none may be before them.
 * COMMENT_SIGN_WEAK: the words may also belong to the article. Comments must
 * follow them. COMMENT_SIGN_LIKELY: a longer line ("3 responses to the plan"),
 * after which the article must not continue. */
enum comment_sign {
	COMMENT_SIGN_NONE,
	COMMENT_SIGN_FORUM,
	COMMENT_SIGN_WEAK,
	COMMENT_SIGN_LIKELY,
	COMMENT_SIGN_SURE
};

/* Reads a block as the heading of comments: a short line that is not a
 * sentence. A linked line outside of a heading element is not accepted, because
 * a link to the comments may be anywhere on the page. O(bytes). */
enum comment_sign comment_words_read_line(
    const struct page *, const struct block *);
/* Reads the class and id of an element. O(bytes). */
enum comment_sign comment_words_read_name(const struct tree *, uint32_t node);
/* Returns true if a text node is a link or button that each comment has:
 * "Reply". O(bytes). */
bool comment_words_is_action(const struct page *, uint32_t leaf);

/* comment_posts.c */

/* Returns true if a block is a line of a forum with the author of a post:
 * "Posts: 312", "Anna wrote:", "#3 Anna", "by Anna » 3 May 2026". O(bytes). */
bool comment_posts_is_line(const struct page *, const struct block *);
/* Returns true if a block begins with a name (at most three words with
 * capitals), a time with a number or nothing follows, and the block is neither
 * a heading nor a paragraph. O(bytes). */
bool comment_posts_is_name(const struct page *, const struct block *);

/* comment_units.c: finds a series of at least three comments after a block,
 * each with a text and a line with author and date, a line of a post
 * (comment_posts_is_line()) or a heading "Re: ...". is_forum: the article is a
 * post, too, so that lines of posts do not count. Sets the nodes [*ret_from,
 * *ret_to) of the series, and the block *ret_last of its last line or heading.
 * Returns false if there is no such series. O(blocks). */
bool comment_units_find(const struct page *, uint32_t from_block, bool is_forum,
    uint32_t *ret_from, uint32_t *ret_to, uint32_t *ret_last);

#endif
