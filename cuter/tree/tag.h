/*
 * tag.h -- the HTML elements that the extractor knows, and their properties.
 *
 * The table in tag.c has, for each element, the name under which it is written
 * for the parsers, and the rules of the HTML standard's tree construction that
 * apply to it. An element that is not in the table is TAG_OTHER.
 */
#ifndef CUTER_TREE_TAG_H
#define CUTER_TREE_TAG_H

#include "base/slice.h"

enum tag_flag {
	TAG_IS_BLOCK = 1,     /* begins and ends a line */
	TAG_IS_VOID = 2,      /* has no end tag and no content */
	TAG_IS_DROPPED = 4,   /* is dropped with its content */
	TAG_IS_UNWRAPPED = 8, /* is dropped, its content is kept */
	TAG_ENDS_P = 16,      /* its start tag ends an open <p> */
	TAG_IS_SCOPE = 32,   /* an end tag inside of it cannot end an element
				around it */
	TAG_IS_HEADING = 64, /* h1 to h6: tidy ends it when a block begins in it
				*/
	TAG_IS_TABLE = 128,  /* table and rows: contain only table parts */
	TAG_IS_MEDIA = 256   /* an image or a player */
};

/* Combinations of flags that many elements have. */
#define TAG_BLOCK (TAG_IS_BLOCK | TAG_ENDS_P)
#define TAG_CELL  (TAG_IS_BLOCK | TAG_IS_SCOPE)
#define TAG_ROWS  (TAG_IS_BLOCK | TAG_IS_TABLE)

/* X(identity, name, flags), sorted by name. */
#define TAG_LIST(X)                                                            \
	X(A, "a", 0)                                                           \
	X(ADDRESS, "address", TAG_BLOCK)                                       \
	X(ARTICLE, "article", TAG_BLOCK)                                       \
	X(ASIDE, "aside", TAG_BLOCK)                                           \
	X(AUDIO, "audio", TAG_IS_MEDIA)                                        \
	X(B, "b", 0)                                                           \
	X(BASE, "base", TAG_IS_VOID)                                           \
	X(BLOCKQUOTE, "blockquote", TAG_BLOCK)                                 \
	X(BODY, "body", TAG_IS_BLOCK)                                          \
	X(BR, "br", TAG_IS_VOID)                                               \
	X(BUTTON, "button", TAG_IS_SCOPE)                                      \
	X(CAPTION, "caption", TAG_CELL)                                        \
	X(CITE, "cite", 0)                                                     \
	X(CODE, "code", 0)                                                     \
	X(DD, "dd", TAG_BLOCK)                                                 \
	X(DEL, "del", 0)                                                       \
	X(DIV, "div", TAG_BLOCK)                                               \
	X(DL, "dl", TAG_BLOCK)                                                 \
	X(DT, "dt", TAG_BLOCK)                                                 \
	X(EM, "em", 0)                                                         \
	X(FIGCAPTION, "figcaption", TAG_BLOCK)                                 \
	X(FIGURE, "figure", TAG_BLOCK)                                         \
	X(FOOTER, "footer", TAG_BLOCK)                                         \
	X(FORM, "form", TAG_BLOCK)                                             \
	X(H1, "h1", TAG_BLOCK | TAG_IS_HEADING)                                \
	X(H2, "h2", TAG_BLOCK | TAG_IS_HEADING)                                \
	X(H3, "h3", TAG_BLOCK | TAG_IS_HEADING)                                \
	X(H4, "h4", TAG_BLOCK | TAG_IS_HEADING)                                \
	X(H5, "h5", TAG_BLOCK | TAG_IS_HEADING)                                \
	X(H6, "h6", TAG_BLOCK | TAG_IS_HEADING)                                \
	X(HEAD, "head", TAG_IS_UNWRAPPED)                                      \
	X(HEADER, "header", TAG_BLOCK)                                         \
	X(HR, "hr", TAG_BLOCK | TAG_IS_VOID)                                   \
	X(HTML, "html", TAG_IS_UNWRAPPED)                                      \
	X(I, "i", 0)                                                           \
	X(IFRAME, "iframe", TAG_IS_MEDIA)                                      \
	X(IMG, "img", TAG_IS_VOID | TAG_IS_MEDIA)                              \
	X(INS, "ins", 0)                                                       \
	X(LI, "li", TAG_BLOCK)                                                 \
	X(LINK, "link", TAG_IS_VOID)                                           \
	X(MAIN, "main", TAG_BLOCK)                                             \
	X(MARK, "mark", 0)                                                     \
	X(META, "meta", TAG_IS_VOID)                                           \
	X(NAV, "nav", TAG_BLOCK)                                               \
	X(NOSCRIPT, "noscript", 0)                                             \
	X(OL, "ol", TAG_BLOCK)                                                 \
	X(P, "p", TAG_BLOCK)                                                   \
	X(PICTURE, "picture", TAG_IS_UNWRAPPED)                                \
	X(PRE, "pre", TAG_BLOCK)                                               \
	X(Q, "q", 0)                                                           \
	X(S, "s", 0)                                                           \
	X(SCRIPT, "script", TAG_IS_DROPPED)                                    \
	X(SECTION, "section", TAG_BLOCK)                                       \
	X(SMALL, "small", 0)                                                   \
	X(SOURCE, "source", TAG_IS_VOID)                                       \
	X(SPAN, "span", 0)                                                     \
	X(STRONG, "strong", 0)                                                 \
	X(SUB, "sub", 0)                                                       \
	X(SUP, "sup", 0)                                                       \
	X(TABLE, "table", TAG_ROWS | TAG_ENDS_P | TAG_IS_SCOPE)                \
	X(TBODY, "tbody", TAG_ROWS)                                            \
	X(TD, "td", TAG_CELL)                                                  \
	X(TEMPLATE, "template", TAG_IS_DROPPED)                                \
	X(TFOOT, "tfoot", TAG_ROWS)                                            \
	X(TH, "th", TAG_CELL)                                                  \
	X(THEAD, "thead", TAG_ROWS)                                            \
	X(TIME, "time", 0)                                                     \
	X(TITLE, "title", TAG_IS_DROPPED)                                      \
	X(TR, "tr", TAG_ROWS)                                                  \
	X(U, "u", 0)                                                           \
	X(UL, "ul", TAG_BLOCK)                                                 \
	X(VIDEO, "video", TAG_IS_MEDIA)

enum tag {
	TAG_TEXT, /* a text node */
#define X(identity, name, flags) TAG_##identity,
	TAG_LIST(X)
#undef X
	    TAG_OTHER, /* an unknown element */
	TAG_COUNT
};

struct tag_info {
	const char *name;
	enum tag
	    tag; /* the element as which it is treated: <center> is a div */
	unsigned flags;
	size_t length; /* bytes of the name */
	uint64_t key;  /* of the name (name_key.h) */
};

/* Returns the entry of a name as it occurs in a page, in any case, or the entry
 * of TAG_OTHER for an unknown name. O(number of names with the same first
 * letter). */
const struct tag_info *tag_find(struct slice name);
#define TAG_NAME_BYTES 12 /* no name is longer */
/* The name under which an element is written for the parsers, its end tag, and
 * its flags. */
const char *tag_name(enum tag);
struct slice tag_end_text(enum tag); /* "</div>" */
extern const uint16_t tag_flags[TAG_COUNT];

static inline bool
tag_is(enum tag tag, unsigned flags)
{
	return (tag_flags[tag] & flags) != 0;
}

#endif
