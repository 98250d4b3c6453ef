/*
 * cuter.h -- libcuter: extracts the article of a web page.
 *
 *	#include <cuter.h>
 *
 *	struct cuter_extract_options options = CUTER_EXTRACT_OPTIONS_INIT;
 *	struct cuter_extractor *extractor;
 *	struct cuter_article *article;
 *
 *	options.url = "https://example.org/story";
 *	if (cuter_extractor_new(NULL, &extractor) == CUTER_OK &&
 *	    cuter_extract(extractor, html, n_bytes, &options, &article) ==
 *		CUTER_OK) {
 *		puts(cuter_article_body(article, NULL));
 *		cuter_article_free(article);
 *	}
 *	cuter_extractor_free(extractor);
 *
 * Compile with `pkg-config --cflags --libs cuter`, as C11 or C++17. The manual
 * is docs/libcuter.md.
 *
 * Threads: one extractor may be used by one thread at a time. Different
 * extractors may be used at the same time. An article does not change after it
 * was made, and any number of threads may read it. An extractor does not depend
 * on other extractors. The library reads no environment variable and no locale,
 * and uses no network.
 *
 * Texts are UTF-8 and end with a NUL. A function that returns a text takes a
 * pointer to its length in bytes, which may be NULL; it returns NULL and the
 * length 0 if the text is not known. Texts belong to the article and are valid
 * until cuter_article_free(). All accessors are O(1).
 *
 * Compatibility: a later version with the same soname has all functions of this
 * version. Enumerations may get further values, so a program must accept values
 * that it does not know; the functions that end with _name() return "" for
 * these.
 */
#ifndef CUTER_LIB_CUTER_H
#define CUTER_LIB_CUTER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define CUTER_API __attribute__((visibility("default")))
#else
#define CUTER_API
#endif

/* ------------------------------------------------------------- versions */

/* The version of this header. */
#define CUTER_VERSION_MAJOR 0
#define CUTER_VERSION_MINOR 1
#define CUTER_VERSION_PATCH 0
#define CUTER_VERSION       "0.1.0"
/* For comparisons: 0.1.0 is 100, 1.2.3 is 10203. */
#define CUTER_VERSION_NUMBER                                                   \
	(CUTER_VERSION_MAJOR * 10000 + CUTER_VERSION_MINOR * 100 +             \
	    CUTER_VERSION_PATCH)

/* The version of the library that the program has loaded. */
CUTER_API const char *cuter_version(void);
CUTER_API unsigned cuter_version_number(void);

/* The version of the extractor. Two builds of the same version give the same
 * article for the same page and options, if they use the same versions of the
 * libraries. It changes with each change of an output. */
CUTER_API uint32_t cuter_extractor_version(void);

/* --------------------------------------------------------------- errors */

/* The results of functions that can fail. */
enum cuter_status {
	CUTER_OK = 0,
	CUTER_ERROR_MEMORY = -1, /* the allocator returned NULL */
	CUTER_ERROR_LIMIT = -2,  /* the page needs more than 192 MiB, or its
				    explanation more than 64 MiB */
	CUTER_ERROR_ARGUMENT = -3
};
/* Returns an English text without a full stop; "" for unknown values. */
CUTER_API const char *cuter_status_text(int status);

/* ----------------------------------------------------------- extractors */

/* The functions that allocate the memory of an extractor and of its articles.
 * All three must be set. A failed allocation ends the call with
 * CUTER_ERROR_MEMORY. iconv, libxml2, tidy and jansson, which read parts of a
 * page, use malloc(). */
struct cuter_allocator {
	void *context; /* first argument of the functions */
	/* NULL if there is no memory; else aligned for any type */
	void *(*allocate)(void *context, size_t bytes);
	/* `old` may be NULL */
	void *(*reallocate)(void *context, void *old, size_t bytes);
	void (*release)(void *context, void *old);
};

struct cuter_extractor;

/* Makes an extractor, which keeps its memory from page to page: about 1 MiB,
 * after large pages up to a few times their size. The allocator is copied; NULL
 * is malloc(). Errors: CUTER_ERROR_MEMORY, CUTER_ERROR_ARGUMENT if a function
 * of the allocator is missing; *ret is NULL then. The first call in a process
 * loads all data of the libraries. cuter_extract() opens no files, so the
 * process can be sandboxed before it calls cuter_extract(). */
CUTER_API int cuter_extractor_new(
    const struct cuter_allocator *allocator, struct cuter_extractor **ret);
/* Frees the extractor. Its articles stay valid. NULL is allowed. */
CUTER_API void cuter_extractor_free(struct cuter_extractor *extractor);

/* Bits of cuter_extract_options.flags. */
enum cuter_extract_flag {
	CUTER_EXTRACT_NODES = 1,       /* list all nodes of the page */
	CUTER_EXTRACT_EXPLANATION = 2, /* write an HTML page that shows each
					  node in the colour of its class */
	CUTER_EXTRACT_NO_LEAD = 4      /* leave the standfirst out of body */
};

/* A member other than `size` may be 0 or NULL if its value is not known.
 * Texts are UTF-8; invalid bytes are replaced by U+FFFD. Initialise with
 * CUTER_EXTRACT_OPTIONS_INIT. */
struct cuter_extract_options {
	size_t size;         /* sizeof(struct cuter_extract_options) */
	const char *url;     /* URL of the page after redirects; the base of
				relative links */
	const char *title;   /* the title that a feed or a list of links gives
				to the page; used to find the beginning of the
				text */
	const char *summary; /* the feed's summary; becomes the text if the page
				has none */
	const char
	    *content_type; /* header field of HTTP: "text/html; charset=..." */
	const char *first_url;    /* the first page of the article, if this page
				     is a later one */
	int64_t now_at; /* the current time in seconds since 1970-01-01 UTC;
			   later dates are not accepted */
	unsigned flags; /* enum cuter_extract_flag */
};

#define CUTER_EXTRACT_OPTIONS_INIT                                             \
	{                                                                      \
		sizeof(struct cuter_extract_options), NULL, NULL, NULL, NULL,  \
		    NULL, 0, 0                                                 \
	}

struct cuter_article;

/* Extracts the article of one page of n bytes in any charset. `options` may be
 * NULL. A page without an article is not an error: the body is "" then, and
 * cuter_article_page_class() gives the class of the page. The caller frees *ret
 * with cuter_article_free(). Errors: CUTER_ERROR_MEMORY; CUTER_ERROR_LIMIT;
 * CUTER_ERROR_ARGUMENT if options.size is not a size of a known version, or if
 * members or flags are set that this version does not know. *ret is NULL then.
 * Linear in n: about 2 ms of processor time for a news page of 200 kB. */
CUTER_API int cuter_extract(struct cuter_extractor *extractor, const void *html,
    size_t n, const struct cuter_extract_options *options,
    struct cuter_article **ret);
/* Frees an article. NULL is allowed. The allocator of the extractor must still
 * work. */
CUTER_API void cuter_article_free(struct cuter_article *article);

/* ------------------------------------------------------ texts of articles */

CUTER_API const char *cuter_article_title(
    const struct cuter_article *article, size_t *ret_len);
/* The standfirst; unless CUTER_EXTRACT_NO_LEAD is set, body begins with it if
 * the page shows it above the text. */
CUTER_API const char *cuter_article_lead(
    const struct cuter_article *article, size_t *ret_len);
/* The line that names the authors, as the page shows it. */
CUTER_API const char *cuter_article_byline(
    const struct cuter_article *article, size_t *ret_len);
/* Plain text; an empty line separates paragraphs. Never NULL. */
CUTER_API const char *cuter_article_body(
    const struct cuter_article *article, size_t *ret_len);
/* The text in a small set of elements, with absolute URLs and without scripts
 * and styles. Never NULL. */
CUTER_API const char *cuter_article_body_html(
    const struct cuter_article *article, size_t *ret_len);
/* A code of ISO 639, perhaps with a region: "en", "pt-BR". */
CUTER_API const char *cuter_article_language(
    const struct cuter_article *article, size_t *ret_len);
CUTER_API const char *cuter_article_canonical_url(
    const struct cuter_article *article, size_t *ret_len);
CUTER_API const char *cuter_article_site_name(
    const struct cuter_article *article, size_t *ret_len);
/* The section of the newspaper. */
CUTER_API const char *cuter_article_section(
    const struct cuter_article *article, size_t *ret_len);
CUTER_API const char *cuter_article_publisher(
    const struct cuter_article *article, size_t *ret_len);
/* The name or the URL of a licence. */
CUTER_API const char *cuter_article_license(
    const struct cuter_article *article, size_t *ret_len);
/* Statements of the page about the use of its text, one in a line: "meta
 * robots: noai". */
CUTER_API const char *cuter_article_usage(
    const struct cuter_article *article, size_t *ret_len);
/* The page on which the text continues. */
CUTER_API const char *cuter_article_next_url(
    const struct cuter_article *article, size_t *ret_len);
/* The AMP or print version of the page, if this page gave no text. */
CUTER_API const char *cuter_article_variant_url(
    const struct cuter_article *article, size_t *ret_len);
/* An HTML page, if CUTER_EXTRACT_EXPLANATION is set. */
CUTER_API const char *cuter_article_explanation(
    const struct cuter_article *article, size_t *ret_len);

/* Lists of texts. The index i begins at 0. The result is NULL if i is not less
 * than the count. */
CUTER_API size_t cuter_article_author_count(
    const struct cuter_article *article);
CUTER_API const char *cuter_article_author(
    const struct cuter_article *article, size_t i, size_t *ret_len);
CUTER_API size_t cuter_article_tag_count(const struct cuter_article *article);
CUTER_API const char *cuter_article_tag(
    const struct cuter_article *article, size_t i, size_t *ret_len);
/* URLs of the feeds that the head of the page names, including feeds of other
 * sites. */
CUTER_API size_t cuter_article_feed_count(const struct cuter_article *article);
CUTER_API const char *cuter_article_feed(
    const struct cuter_article *article, size_t i, size_t *ret_len);

/* ------------------------------------------------ other values of articles */

/* Return 1 and write the time in seconds since 1970-01-01 UTC, or return 0 if
 * the date is not known. ret_zone gets the time zone of the date in minutes
 * east of UTC, or CUTER_ZONE_NONE; it may be NULL. */
#define CUTER_ZONE_NONE INT16_MIN
CUTER_API int cuter_article_published(
    const struct cuter_article *article, int64_t *ret_at, int *ret_zone);
CUTER_API int cuter_article_modified(
    const struct cuter_article *article, int64_t *ret_at, int *ret_zone);

/* The probability, 0 to 1, that the body is right: that its word F1 against the
 * text that people mark is 0.9 or more. 0: no text was found on the page. */
CUTER_API double cuter_article_confidence(const struct cuter_article *article);
/* The number of words of body. */
CUTER_API uint32_t cuter_article_word_count(
    const struct cuter_article *article);

enum cuter_flag {
	CUTER_FLAG_STUB = 1,      /* too short to be the whole article */
	CUTER_FLAG_TRUNCATED = 2, /* text is missing, because the page shows
				     only a part or because of a limit */
	CUTER_FLAG_PAYWALL = 4,
	CUTER_FLAG_CONSENT = 8,    /* a cookie or consent wall */
	CUTER_FLAG_NO_TITLE = 16,  /* the feed's title is not on the page */
	CUTER_FLAG_JSON_BODY = 32, /* the body was read from JSON in the page */
	CUTER_FLAG_LANGUAGE = 64,  /* the text is not in the feed's language */
	CUTER_FLAG_NATIVE_AD = 128 /* a rule of the site identifies the article
				      as an advertisement */
};
/* Bits of enum cuter_flag. */
CUTER_API unsigned cuter_article_flags(const struct cuter_article *article);
/* Writes the names of the flags to `out`, with spaces between them, and returns
 * `out`. */
CUTER_API const char *cuter_flags_text(unsigned flags, char out[64]);

enum cuter_page_class {
	CUTER_PAGE_ARTICLE,
	CUTER_PAGE_LISTING, /* a page of links to articles */
	CUTER_PAGE_OTHER,   /* no other class fits */
	CUTER_PAGE_LIVE_BLOG,
	CUTER_PAGE_GALLERY,
	CUTER_PAGE_VIDEO,
	CUTER_PAGE_STUB,    /* a teaser of an article elsewhere */
	CUTER_PAGE_ERROR,   /* not found, forbidden, captcha */
	CUTER_PAGE_CONSENT, /* a cookie or consent wall in place of a text */
	CUTER_PAGE_PAYWALL, /* the beginning of a text for subscribers */
	CUTER_PAGE_CLASS_COUNT
};
CUTER_API enum cuter_page_class cuter_article_page_class(
    const struct cuter_article *article);
CUTER_API const char *cuter_page_class_name(enum cuter_page_class page_class);

/* The source of the body. */
enum cuter_origin {
	CUTER_ORIGIN_PAGE,
	CUTER_ORIGIN_JSON_LD,
	CUTER_ORIGIN_FEED,
	CUTER_ORIGIN_STATE, /* the data that the page's scripts display */
	CUTER_ORIGIN_RULE,  /* the part of the page that a site's rule names */
	CUTER_ORIGIN_COUNT
};
CUTER_API enum cuter_origin cuter_article_origin(
    const struct cuter_article *article);
/* "page", "json-ld" ... */
CUTER_API const char *cuter_origin_name(enum cuter_origin origin);

/* The page's own statement whether the whole article is free of charge. */
enum cuter_access {
	CUTER_ACCESS_UNKNOWN,
	CUTER_ACCESS_FREE,
	CUTER_ACCESS_PAID,
	CUTER_ACCESS_COUNT
};
CUTER_API enum cuter_access cuter_article_access(
    const struct cuter_article *article);
/* "" for unknown */
CUTER_API const char *cuter_access_name(enum cuter_access access);

enum cuter_field {
	CUTER_FIELD_TITLE,
	CUTER_FIELD_LEAD,
	CUTER_FIELD_AUTHORS,
	CUTER_FIELD_PUBLISHED,
	CUTER_FIELD_MODIFIED,
	CUTER_FIELD_LANGUAGE,
	CUTER_FIELD_CANONICAL,
	CUTER_FIELD_SECTION,
	CUTER_FIELD_PUBLISHER,
	CUTER_FIELD_LICENSE,
	CUTER_FIELD_TAGS,
	CUTER_FIELD_COUNT
};

/* The source of a field of the article. */
enum cuter_source {
	CUTER_SOURCE_NONE, /* the field is not known */
	CUTER_SOURCE_FEED,
	CUTER_SOURCE_JSON_LD,
	CUTER_SOURCE_META,    /* a <meta> of the head */
	CUTER_SOURCE_TITLE,   /* the title element */
	CUTER_SOURCE_HTML,    /* <html lang> */
	CUTER_SOURCE_HEADING, /* <h1> and similar headings */
	CUTER_SOURCE_MARKUP,  /* itemprop, rel, class, <time> */
	CUTER_SOURCE_LINE,    /* a line of visible text */
	CUTER_SOURCE_LINK,    /* <link>, <a rel> */
	CUTER_SOURCE_URL,     /* the page's own URL */
	CUTER_SOURCE_WORDS,   /* derived from the article's text */
	CUTER_SOURCE_RULE,    /* a rule of the site */
	CUTER_SOURCE_COUNT
};
/* Returns the source of a field; CUTER_SOURCE_NONE for an unknown field. Writes
 * to *ret_confidence, which may be NULL, the probability (0 to 1) that the
 * field is right. */
CUTER_API enum cuter_source cuter_article_field_source(
    const struct cuter_article *article, enum cuter_field field,
    double *ret_confidence);
/* "json-ld" for CUTER_SOURCE_JSON_LD; "" for CUTER_SOURCE_NONE */
CUTER_API const char *cuter_source_name(enum cuter_source source);

/* ------------------------------------------- pictures, videos, recordings */

enum cuter_media_kind { CUTER_IMAGE, CUTER_VIDEO, CUTER_AUDIO };
CUTER_API const char *cuter_media_kind_name(enum cuter_media_kind kind);

struct cuter_media;

/* Returns the media file after `previous`, the first one after NULL, and NULL
 * at the end. Files are in the order of the page. */
CUTER_API const struct cuter_media *cuter_article_media_next(
    const struct cuter_article *article, const struct cuter_media *previous);
CUTER_API enum cuter_media_kind cuter_media_get_kind(
    const struct cuter_media *media);
/* 1 for the article's main picture or video, else 0 */
CUTER_API int cuter_media_is_lead(const struct cuter_media *media);
/* absolute; never NULL */
CUTER_API const char *cuter_media_url(
    const struct cuter_media *media, size_t *ret_len);
/* the alternative text */
CUTER_API const char *cuter_media_alt(
    const struct cuter_media *media, size_t *ret_len);
CUTER_API const char *cuter_media_caption(
    const struct cuter_media *media, size_t *ret_len);
CUTER_API const char *cuter_media_credit(
    const struct cuter_media *media, size_t *ret_len);
/* in pixels; 0: not stated */
CUTER_API uint32_t cuter_media_width(const struct cuter_media *media);
CUTER_API uint32_t cuter_media_height(const struct cuter_media *media);
/* 0 to 1 */
CUTER_API double cuter_media_relevance(const struct cuter_media *media);

/* ----------------------------------------------------- nodes of the page */

/* The class of a node (Adam, Bouras, Poulopoulos, CUTER, section III). */
enum cuter_class {
	CUTER_EMPTY,
	CUTER_TEXT,
	CUTER_MULTIMEDIA,
	CUTER_NAVIGATION,
	CUTER_ADVERTISEMENT,
	CUTER_CLASS_COUNT
};
CUTER_API const char *cuter_class_name(enum cuter_class node_class);
/* The number of nodes of a class on the page; 0 for an unknown class. */
CUTER_API uint32_t cuter_article_class_count(
    const struct cuter_article *article, enum cuter_class node_class);

/* The kind of a node: a subdivision of text, navigation and multimedia. New
 * kinds are added at the end. */
enum cuter_kind {
	CUTER_KIND_NONE, /* not known */
	CUTER_KIND_HEADLINE,
	CUTER_KIND_STANDFIRST,
	CUTER_KIND_BYLINE,
	CUTER_KIND_DATE_LINE,
	CUTER_KIND_PARAGRAPH,
	CUTER_KIND_HEADING,
	CUTER_KIND_QUOTE,
	CUTER_KIND_LIST,
	CUTER_KIND_TABLE,
	CUTER_KIND_CAPTION,
	CUTER_KIND_CREDIT,
	CUTER_KIND_CODE,
	CUTER_KIND_RELATED,
	CUTER_KIND_SHARE,
	CUTER_KIND_TAGS,
	CUTER_KIND_COMMENTS,
	CUTER_KIND_NEWSLETTER,
	CUTER_KIND_LEGAL,
	CUTER_KIND_AUTHOR_BOX,
	CUTER_KIND_IMAGE,
	CUTER_KIND_VIDEO,
	CUTER_KIND_AUDIO,
	CUTER_KIND_COUNT
};
/* "date-line" for CUTER_KIND_DATE_LINE; "" for CUTER_KIND_NONE */
CUTER_API const char *cuter_kind_name(enum cuter_kind kind);

struct cuter_node;

/* Returns the node after `previous`, the first one after NULL, and NULL at the
 * end, in document order. There are nodes only if CUTER_EXTRACT_NODES is set. A
 * node is a run of text without block boundary, a picture, a player, or an
 * empty element. */
CUTER_API const struct cuter_node *cuter_article_node_next(
    const struct cuter_article *article, const struct cuter_node *previous);
/* The node's identifier in table I of CUTER. */
CUTER_API uint32_t cuter_node_number(const struct cuter_node *node);
CUTER_API enum cuter_class cuter_node_class(const struct cuter_node *node);
CUTER_API enum cuter_kind cuter_node_kind(const struct cuter_node *node);
/* "p", "img" ...; never NULL */
CUTER_API const char *cuter_node_element(const struct cuter_node *node);
/* A short explanation of the class; never NULL. */
CUTER_API const char *cuter_node_reason(const struct cuter_node *node);
/* On one line; the alternative text of a picture or player. */
CUTER_API const char *cuter_node_text(
    const struct cuter_node *node, size_t *ret_len);
/* The absolute URL of a picture or player. */
CUTER_API const char *cuter_node_url(
    const struct cuter_node *node, size_t *ret_len);
/* 1 if the node is a part of the body, else 0 */
CUTER_API int cuter_node_in_body(const struct cuter_node *node);
/* Returns 1 and writes the log-odds that the node is text of the article, or
 * returns 0 if the node has no score. */
CUTER_API int cuter_node_score(
    const struct cuter_node *node, double *ret_score);

#ifdef __cplusplus
}
#endif

#endif
