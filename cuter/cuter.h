/*
 * cuter.h -- from the bytes of a page to its article.  The one public header
 * of libcuter.a; nothing behind it knows of a daemon, a store or a network.
 *
 *	struct cuter *c;
 *	struct cuter_input in = { .bytes = …, .hint_title = … };
 *	struct cuter_article article;
 *	if (cuter_new(&c, &e) == 0 && cuter_cut(c, &in, NULL, &article, &e) ==
 *0) … article.body …            (valid until the next cut) cuter_free(c);
 *
 * After Adam, Bouras, Poulopoulos, "CUTER: an Efficient Useful Text Extraction
 * Mechanism" (seed 002).  The same bytes and hints give the same article.
 */
#ifndef CUTER_CUTER_H
#define CUTER_CUTER_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/date.h"
#include "base/err.h"

/* What a node of the page is (seed 002, section III). */
enum cuter_class {
	CUTER_EMPTY,
	CUTER_TEXT,
	CUTER_MULTIMEDIA,
	CUTER_NAVIGATION,
	CUTER_ADVERTISEMENT,
	CUTER_CLASS_COUNT
};
const char *cuter_class_name(enum cuter_class);

/* And more closely: below text, navigation, multimedia.  New ones are added
 * at the end. */
enum cuter_kind {
	CUTER_KIND_NONE, /* nothing closer is known */
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
const char *cuter_kind_name(enum cuter_kind); /* "date-line"; "" for none */

/* Which parser made the tree; a rung lower each time the one above could not
 * be trusted with the page. */
enum cuter_parser {
	CUTER_PARSER_AUTO,   /* the next, or libxml2 where the guard says so */
	CUTER_PARSER_NESTED, /* our own, where tidy has nothing to repair */
	CUTER_PARSER_TIDY,
	CUTER_PARSER_LIBXML2,
	CUTER_PARSER_PLAIN, /* our own tag stripper: no tree, never fails */
	CUTER_PARSER_COUNT
};
const char *cuter_parser_name(enum cuter_parser);

enum cuter_origin {
	CUTER_ORIGIN_PAGE,
	CUTER_ORIGIN_JSON_LD,
	CUTER_ORIGIN_FEED,
	CUTER_ORIGIN_STATE, /* the data that the page's scripts draw from */
	CUTER_ORIGIN_COUNT
};
const char *cuter_origin_name(enum cuter_origin); /* "page", "json-ld" … */

enum cuter_flag {
	CUTER_FLAG_STUB = 1,      /* too short to be the story */
	CUTER_FLAG_TRUNCATED = 2, /* the page or a bound cut it */
	CUTER_FLAG_PAYWALL = 4,
	CUTER_FLAG_CONSENT = 8,    /* a cookie or consent wall */
	CUTER_FLAG_NO_TITLE = 16,  /* the feed's title is nowhere on the page */
	CUTER_FLAG_JSON_BODY = 32, /* the text stands in JSON only */
	CUTER_FLAG_LANGUAGE = 64   /* it is in another than the feed's */
};
/* "stub truncated …", space-separated, into out; returns out's text. */
const char *cuter_flags_text(unsigned flags, char out[64]);

enum cuter_page_class {
	CUTER_PAGE_ARTICLE,
	CUTER_PAGE_LISTING, /* a page of links to others */
	CUTER_PAGE_OTHER,   /* nothing that could be told */
	CUTER_PAGE_LIVE_BLOG,
	CUTER_PAGE_GALLERY,
	CUTER_PAGE_VIDEO,
	CUTER_PAGE_STUB,    /* a teaser of what stands elsewhere */
	CUTER_PAGE_ERROR,   /* not there, not allowed, prove you are human */
	CUTER_PAGE_CONSENT, /* a cookie or consent wall instead of a text */
	CUTER_PAGE_PAYWALL, /* the begin of a text that is sold */
	CUTER_PAGE_CLASS_COUNT
};
const char *cuter_page_class_name(enum cuter_page_class);

/* Who said a field of the article. */
enum cuter_source {
	CUTER_SOURCE_NONE, /* nobody: it is not known */
	CUTER_SOURCE_FEED,
	CUTER_SOURCE_JSON_LD,
	CUTER_SOURCE_META,    /* a field of the head */
	CUTER_SOURCE_TITLE,   /* the title element */
	CUTER_SOURCE_HTML,    /* <html lang> */
	CUTER_SOURCE_HEADING, /* <h1> and the like */
	CUTER_SOURCE_MARKUP,  /* itemprop, rel, class, <time> */
	CUTER_SOURCE_LINE,    /* a line that the page shows */
	CUTER_SOURCE_LINK,    /* <link>, <a rel> */
	CUTER_SOURCE_URL,     /* the page's own address */
	CUTER_SOURCE_WORDS,   /* what it was told by: its text */
	CUTER_SOURCE_COUNT
};
const char *cuter_source_name(enum cuter_source); /* "json-ld"; "" for none */

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

/* Where a field is from, and how often such a one is right. */
struct cuter_origin_of {
	enum cuter_source source;
	double confidence; /* 0 .. 1 */
};

struct cuter_input {
	struct slice bytes;
	struct slice content_type; /* the HTTP header, for its charset */
	struct slice url;          /* effective address; links resolve on it */
	struct slice first_url;    /* of an article that stands on several
				      pages, where this is a further one */
	struct slice hint_title, hint_summary; /* what the feed said */
	int64_t now_at; /* of the visit: no date is later; 0: not known */
};

struct cuter_site;
struct cuter_model; /* private: cuter/model/model.h */

struct cuter_options {
	enum cuter_parser parser;
	const char *method;      /* NULL: the default, "model"; thresholds may
				    follow: "mib:k=3,st=0.9" */
	struct slice memory;     /* of the page's site; below.  SLICE_NONE:
				    none is kept, and none is learned */
	struct cuter_site *site; /* of the page, for methods that compare a
				    site's pages; NULL: it stands alone */
	const struct cuter_model *model; /* NULL: the one that is built in */
	bool no_lead;                    /* leave the standfirst out of body */
	bool nodes;                      /* fill article->nodes */
	struct buf *explain; /* not NULL: a self-contained HTML page is written
				here, every node coloured by its class */
};

/* One run of text that no block interrupts, or one picture or player, of the
 * whole page, in its order. */
struct cuter_node {
	uint32_t number; /* IX, seed 002, table 1 */
	enum cuter_class class;
	enum cuter_kind kind;
	const char *element; /* "p", "img" … */
	const char *reason;  /* in a few words, why it is of that class */
	struct slice text;   /* one line; of multimedia what stands for it */
	struct slice url;    /* of multimedia; absolute */
	bool in_body;
	bool is_scored;
	double score; /* log-odds of being the article's text */
};

enum cuter_media_kind { CUTER_IMAGE, CUTER_VIDEO, CUTER_AUDIO };
const char *cuter_media_kind_name(enum cuter_media_kind);

/* Who may read the whole of it, as the page says. */
enum cuter_access {
	CUTER_ACCESS_UNKNOWN,
	CUTER_ACCESS_FREE,
	CUTER_ACCESS_PAID,
	CUTER_ACCESS_COUNT
};
const char *cuter_access_name(enum cuter_access); /* "" for unknown */

struct cuter_media {
	enum cuter_media_kind kind;
	bool is_lead;
	struct slice url, alt, caption, credit;
	uint32_t width, height; /* 0: not said */
	double relevance;       /* 0 .. 1 */
};

#define CUTER_ZONE_NONE INT16_MIN

/* All slices live until the next cuter_cut() or cuter_free(). */
#define CUTER_USAGE_BYTES 4000 /* of usage, at most */

struct cuter_article {
	struct slice title, lead, byline, language, canonical_url, site_name;
	/* as the page says, and as its text shows; language is one of them */
	struct slice declared_language, detected_language;
	double detected_confidence;
	struct cuter_origin_of fields[CUTER_FIELD_COUNT];
	/* the part of the paper it stands in; who publishes it; under which
	 * licence, by name or address */
	struct slice section, publisher, license;
	enum cuter_access access;
	struct slice body;      /* plain text, paragraphs by an empty line */
	struct slice body_html; /* small and clean, absolute URLs */
	struct slice usage;     /* what the page says about the use of its text,
				   one statement a line: "meta robots: noai",
				   "isAccessibleForFree: false" */
	struct slice *authors;
	size_t n_authors;
	struct slice *tags;
	size_t n_tags;
	struct cuter_media *media;
	size_t n_media;
	int64_t published_at, modified_at; /* or DATE_NONE */
	/* minutes east of UTC where it was written; CUTER_ZONE_NONE */
	int published_zone, modified_zone;
	double confidence;      /* 0 .. 1 */
	const double *evidence; /* what it was made of; confidence.c */
	size_t n_evidence;
	unsigned flags; /* enum cuter_flag */
	enum cuter_page_class page_class;
	enum cuter_origin origin;
	enum cuter_parser parser;                /* the one that was used */
	uint32_t word_count;                     /* of body */
	uint32_t class_count[CUTER_CLASS_COUNT]; /* nodes of each class */
	struct slice next_part;   /* the page on which the text goes on,
				     absolute; absent: it is whole */
	struct slice twin;        /* of a page that gave no text: the same in
				     a form that may, absolute */
	/* Feeds of other sites that the page names in its head (<link
	 * rel="alternate">), absolute, at most LIMIT_PAGE_FEEDS */
	struct slice *feeds;
	size_t n_feeds;
	struct slice site_seen;   /* what its site's memory learns from it */
	struct cuter_node *nodes; /* where the options asked for them */
	size_t n_nodes;
};

/* "nb" and "no", "iw" and "he": do two codes (of two or three letters, a region
 * behind is not looked at) mean what is the same to a reader? */
bool cuter_same_language(struct slice a, struct slice b);

/* Each field that is known, with its source and confidence, as one JSON object:
 * {"title":{"source":"feed","confidence":0.98},…}; of the language also what
 * was declared and what was detected.  Appended to out. */
void cuter_fields_write(const struct cuter_article *, struct buf *out);

struct cuter;

/* Owns the memory that is used again from page to page.  All that the
 * libraries load on first use is loaded here (charset converters, tidy's
 * locale, jansson's seed): after one cuter_new() a process can be locked in,
 * and cuter_cut() opens nothing. */
int cuter_new(struct cuter **ret, struct err *e);
void cuter_free(struct cuter *);

/* Extracts one page.  opt may be NULL.  A page without an article is not an
 * error: body is empty and confidence 0.  ERR_LIMIT when a bound of memory or
 * nodes was hit, ERR_USAGE for an unknown method.  Linear in bytes. */
int cuter_cut(struct cuter *, const struct cuter_input *,
    const struct cuter_options *, struct cuter_article *ret, struct err *e);

/* An article that stands on several pages: the first of n parts with the
 * others' text and pictures behind its own, what they repeat left out.  Without
 * is_whole it is flagged as truncated.  ret borrows from the parts, and from
 * the arena, whose `exhausted` must be set.  O(bytes). */
void cuter_join(struct arena *, const struct cuter_article *parts, size_t n,
    bool is_whole, struct cuter_article *ret);

/* What several pages of one site say together, for the methods "entropy",
 * "cst" and "ibdf" (one of them only).  Until cuter_site_learned() each page
 * that is cut with it is learned from, and has no article; after that it is
 * judged by what was learned.  Owned; LIMIT_SITE_BYTES at most. */
int cuter_site_new(struct cuter_site **ret, struct err *e);
void cuter_site_learned(struct cuter_site *);
void cuter_site_free(struct cuter_site *);

/* What is remembered of a site from page to page, for the method "model": bytes
 * that the caller keeps, "" at first.  A page that was cut with the memory as
 * cuter_options.memory says in cuter_article.site_seen what it has shown; this
 * writes into out (cleared first; LIMIT_SITE_MEMORY at most) the memory that
 * has learned it, on the day of `at`.  A memory that is none begins anew.
 * False, and out is not to be used, where nothing was shown, or what is no
 * page's.  The arena's `exhausted` must be set.  O(n log n) at worst. */
bool cuter_memory_learn(struct arena *, struct slice memory,
    struct slice site_seen, int64_t at, struct buf *out);

/* The extractor's version.  Two builds of the same version give the same
 * article for the same page, hints and versions of the libraries below them.
 * cuter/version.h says when the number is raised. */
uint32_t cuter_extractor_version(void);

/* NULL-terminated names for --method. */
const char *const *cuter_methods(void);
/* Is it one of them, with options that it has, if any? */
bool cuter_has_method(const char *);

#endif
