/*
 * credit.h -- credits of authors in Chinese and Japanese: lines, brackets and
 * labels such as "（记者 张三）", "作者：张三", "记者张三／台北报道".
 */
#ifndef CUTER_ARTICLE_AUTHOR_CREDIT_H
#define CUTER_ARTICLE_AUTHOR_CREDIT_H

#include "cuter/article/author/name.h"

/* The meaning of a word in a credit. */
enum credit_word {
	CREDIT_UNKNOWN,
	CREDIT_AUTHOR, /* "记者", "作者": names of authors are next to it */
	CREDIT_EDITOR, /* "编辑" */
	CREDIT_OTHER,  /* "摄影", "来源": a role of other persons, or a label */
	CREDIT_REPORT, /* "报道", "日电": a name or place precedes it */
	CREDIT_PLACE
};

/* A text that was read as a credit. */
struct credit {
	struct names authors;
	struct names labelled; /* the authors after a colon or slash */
	struct names editors;  /* the editors after a colon or slash */
	/* true if each word of the text is a name, a place or a known word */
	bool is_complete;
	bool has_role;   /* the text has a word for "reporter" or "author" */
	bool has_report; /* the text has a word for "reports" */
};

/* credit_read.c: reads a text as one credit. is_japanese: names are Japanese.
 * is_closed: the text is in brackets, where a word can be a name even if it does
 * not begin with a common surname. At most 512 bytes are read. Arena; O(bytes
 * read). */
void credit_read(struct arena *, struct slice text, bool is_japanese,
    bool is_closed, struct credit *ret);

/* The position of a block in the article's text. */
enum credit_position {
	CREDIT_AT_START = 1, /* one of the first blocks */
	CREDIT_AT_END = 2,   /* one of the last blocks, or after the text */
	/* at the very end: brackets with names and no role name the authors */
	CREDIT_AT_LAST = 4
};

/* credit.c: adds the authors and editors that a block names. `position`:
 * enum credit_position, or 0. Arena; O(1), because only the first and the last
 * bytes of a long block are read. */
void credit_find(struct arena *, struct slice block, unsigned position,
    bool is_japanese, struct names *authors, struct names *editors);

/* The functions below are in credit_words.c; each is O(size of its table). */

/* Finds the first role in a text without separators. If several roles begin at
 * the same place, the longest role is used. Returns the meaning of the role, or
 * CREDIT_UNKNOWN if there is no role. *ret_at is the offset of the role, and
 * *ret_len its length in bytes. *ret_wants_label: the word has other meanings
 * and is a role only next to a colon or slash, or after names. */
enum credit_word credit_word_find(
    struct slice run, size_t *ret_at, size_t *ret_len, bool *ret_wants_label);
/* Returns the length in bytes of the word for "reports" at the end of the text;
 * 0 if there is none. */
size_t credit_report_at_end(struct slice run);
/* Returns the length in bytes of the name of a place at the start of the text;
 * 0 if there is none. */
size_t credit_place(struct slice run);
/* True for a word that occurs in credits and can be ignored: "本报". */
bool credit_is_filler(struct slice run);
/* True for text with a word that does not occur in names: "近日", "据了解". */
bool credit_is_prose(struct slice run);
/* True if the text before a role can belong to a credit: "新华社" before "记者"
 * can, "他告诉" cannot. */
bool credit_is_prefix(struct slice run);

#endif
