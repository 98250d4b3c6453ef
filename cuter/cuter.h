/*
 * cuter.h -- extracts the article of a web page. The other modules of Gleaner
 * include this header. The extractor does not depend on the daemon, the store
 * or the network. Other programs use the library libcuter, whose header is
 * cuter/lib/cuter.h; the enums of that header are used here, too.
 *
 *	struct cuter *c;
 *	struct cuter_input in = { .bytes = ..., .hint_title = ... };
 *	struct cuter_article article;
 *
 *	if (cuter_new(&c, &e) == 0 &&
 *	    cuter_cut(c, &in, NULL, &article, &e) == 0)
 *		... article.body ...;  valid until the next cut
 *	cuter_free(c);
 *
 * Source: Adam, Bouras, Poulopoulos, "CUTER: an Efficient Useful Text
 * Extraction Mechanism". The same bytes and hints give the same article.
 *
 * enum_names.c has the names of the enums, fields.c writes the fields.
 */
#ifndef CUTER_CUTER_H
#define CUTER_CUTER_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/date/date.h"
#include "base/err.h"
#include "cuter/lib/cuter.h"

/* The parsers, in the order in which they are tried after a failure. */
enum cuter_parser {
	CUTER_PARSER_AUTO, /* nested, or libxml2 if the guard reports a fault */
	CUTER_PARSER_NESTED, /* Gleaner's, for pages that need no repair */
	CUTER_PARSER_TIDY,
	CUTER_PARSER_LIBXML2,
	CUTER_PARSER_PLAIN, /* Gleaner's, for any input; never fails */
	CUTER_PARSER_COUNT
};
const char *cuter_parser_name(enum cuter_parser);

/* The result of applying cuter_options.rules to the page. */
enum cuter_rule_state {
	CUTER_RULE_NONE, /* there are no rules */
	/* a rule for the text matches; in a file without such rules, any rule
	 * matches */
	CUTER_RULE_APPLIED,
	/* no rule for the text matches; in a file without such rules, no rule
	 * matches */
	CUTER_RULE_MISSED,
	CUTER_RULE_FAILED, /* the rules could not be evaluated */
	CUTER_RULE_STATE_COUNT
};
const char *cuter_rule_state_name(enum cuter_rule_state); /* "no-match" */

/* A line of cuter_options.rules that was evaluated. */
struct cuter_rule_line {
	uint32_t number;     /* number of the line in the file, from 1 */
	const char *command; /* "body" */
	/* number of nodes that were found, or of texts that were replaced */
	uint32_t n_found;
};

/* The source of a field, and the probability that the field is right. */
struct cuter_origin_of {
	enum cuter_source source;
	double confidence; /* 0 .. 1 */
};

struct cuter_input {
	struct slice bytes;
	struct slice content_type; /* the HTTP header */
	struct slice url;          /* effective URL; base of relative links */
	struct slice first_url; /* URL of the article's first page, if this is a
				   later page of the article */
	struct slice hint_title,
	    hint_summary; /* title and summary in the feed */
	int64_t now_at;   /* time of the visit, an upper bound of the dates; 0:
			     not known */
};

struct cuter_site;   /* private: cuter/methods/papers.h */
struct cuter_method; /* private: cuter/classify/methods.h */
struct cuter_model;  /* private: cuter/model/model.h */

struct cuter_options {
	enum cuter_parser parser;
	const char *method; /* "model" or "cuter"; NULL: "model" */
	const struct cuter_method *methods; /* further methods; NULL: none */
	struct slice
	    memory; /* memory of the page's site, see cuter_memory_learn();
		       SLICE_NONE: none is used */
	struct cuter_site *site; /* for the methods that compare the pages of a
				    site; else NULL */
	const struct cuter_model *model; /* NULL: the built-in model */
	struct slice rules; /* rules of the page's site (rules/rules.h), at most
			       LIMIT_RULES_BYTES; SLICE_NONE: none */
	bool no_lead;                    /* leave the standfirst out of body */
	bool nodes;                      /* fill article->nodes */
	struct buf *explain; /* not NULL: appends an HTML page that shows every
				node in the colour of its class */
};

/* A run of text without block boundary, an image, a player, or an empty
 * element. The nodes of a page are in document order. */
struct cuter_node {
	uint32_t number; /* the node's identifier in table I of CUTER */
	enum cuter_class class;
	enum cuter_kind kind;
	const char *element; /* "p", "img" ... */
	const char *reason;  /* short explanation of the class */
	struct slice text;   /* on one line; of an image or player: its
				alternative text */
	struct slice url;    /* of multimedia; absolute */
	bool in_body;
	bool is_scored;
	double score; /* log-odds that the node is text of the article */
};

struct cuter_media {
	enum cuter_media_kind kind;
	bool is_lead;
	struct slice url, alt, caption, credit;
	uint32_t width, height; /* 0: not stated */
	double relevance;       /* 0 .. 1 */
};

#define CUTER_USAGE_BYTES 4000 /* largest length of usage */

/* The article of one page. All slices are valid until the next cuter_cut() or
 * cuter_free(). */
struct cuter_article {
	struct slice title, lead, byline, language, canonical_url, site_name;
	/* The language that the page declares, and the language that was
	 * detected from the text. `language` is one of these two. */
	struct slice declared_language, detected_language;
	double detected_confidence;
	struct cuter_origin_of fields[CUTER_FIELD_COUNT];
	/* section of the newspaper, publisher, licence (name or URL) */
	struct slice section, publisher, license;
	enum cuter_access access;
	struct slice body; /* plain text; an empty line separates paragraphs */
	struct slice body_html; /* a small set of elements, absolute URLs */
	struct slice
	    usage; /* statements of the page about the use of its text, one per
		      line: "meta robots: noai", "isAccessibleForFree: false" */
	struct slice *authors;
	size_t n_authors;
	struct slice *tags;
	size_t n_tags;
	struct cuter_media *media;
	size_t n_media;
	int64_t published_at, modified_at; /* or DATE_NONE */
	/* time zone of the dates in minutes east of UTC, or CUTER_ZONE_NONE */
	int published_zone, modified_zone;
	double confidence; /* 0 .. 1 */
	/* the measures from which confidence is computed
	 * (article/class/confidence.c) */
	const double *evidence;
	size_t n_evidence;
	unsigned flags; /* enum cuter_flag */
	enum cuter_page_class page_class;
	enum cuter_origin origin;
	enum cuter_parser parser; /* the parser that was used */
	uint32_t word_count;      /* of body */
	uint32_t
	    class_count[CUTER_CLASS_COUNT]; /* number of nodes in each class */
	/* absolute URL of the page on which the text continues; absent if there
	 * is none */
	struct slice next_part;
	struct slice single_page; /* absolute URL of the page with the whole
				     text, if a rule names it */
	enum cuter_rule_state rule;
	struct slice rule_why; /* one line: the rule that failed, and why */
	struct cuter_rule_line *rule_lines; /* the rules that were evaluated,
					       in the order of the file */
	size_t n_rule_lines;
	/* absolute URL of the page's AMP or print version, if this page gave no
	 * text or only a few words */
	struct slice variant_url;
	/* absolute URL of the page to which this page leads by <meta
	 * http-equiv="refresh">, if this page has almost no text */
	struct slice refresh_url;
	/* feeds of other sites that the page names in its head (<link
	 * rel="alternate">): absolute URLs, at most LIMIT_PAGE_FEEDS */
	struct slice *feeds;
	size_t n_feeds;
	struct slice site_seen;   /* input of cuter_memory_learn() */
	struct cuter_node *nodes; /* if options->nodes is set, else NULL */
	size_t n_nodes;
};

/* True if two language codes mean the same language to a reader: "nb" and "no",
 * "iw" and "he". Codes have two or three letters; a region after them is
 * ignored. */
bool cuter_same_language(struct slice a, struct slice b);

/* Appends the known fields with source and confidence to `out`, as a JSON
 * object: {"title":{"source":"feed","confidence":0.98},...}. The object of
 * "language" also has the members "declared" and "detected". */
void cuter_fields_write(const struct cuter_article *, struct buf *out);

struct cuter;

/* Allocates an extractor, which keeps its memory from page to page. During this
 * call the libraries load all data that they load on first use (charset
 * converters, tidy's locale, jansson's seed). A process can therefore be
 * sandboxed after one cuter_new(): cuter_cut() opens no files. Errors:
 * ERR_MEMORY. */
int cuter_new(struct cuter **ret, struct err *e);
/* Like cuter_new(), with memory from an allocator (NULL: malloc), which is
 * borrowed until cuter_free(). iconv, libxml2, tidy and jansson use malloc. */
int cuter_new_with(const struct allocator *, struct cuter **ret, struct err *e);
void cuter_free(struct cuter *);
/* Frees the memory that is kept for the next page. The last article becomes
 * invalid. */
void cuter_trim(struct cuter *);

/* Extracts the article of one page. options may be NULL. A page without text is
 * not an error: body is then empty or the feed's summary, and confidence is 0.
 * Errors: ERR_LIMIT if a limit of memory was reached, ERR_MEMORY, ERR_USAGE for
 * an unknown method. Linear in bytes. */
int cuter_cut(struct cuter *, const struct cuter_input *,
    const struct cuter_options *, struct cuter_article *ret, struct err *e);

/* Joins the n parts of an article that extends over several pages: the first
 * part, with the text and the media of the other parts appended. Repeated text
 * is left out. If is_whole is false, the result is flagged as truncated. ret
 * borrows from the parts and from the arena, whose `exhausted` must be set.
 * O(bytes). */
void cuter_join(struct arena *, const struct cuter_article *parts, size_t n,
    bool is_whole, struct cuter_article *ret);

/* Updates the memory of a site for the method "model". A memory is a byte
 * string that the caller stores; the first one is "". `site_seen` is from an
 * article that was cut with that memory in cuter_options.memory. Writes the new
 * memory into `out` (cleared first; at most LIMIT_SITE_MEMORY). `at` is the
 * time of the visit. An invalid memory is replaced by an empty one. Returns
 * false if site_seen is empty or invalid; `out` must not be used then. The
 * arena's `exhausted` must be set. O(n log n) at worst. */
bool cuter_memory_learn(struct arena *, struct slice memory,
    struct slice site_seen, int64_t at, struct buf *out);

/* True if the name is "model", "cuter" or a method of `more` (NULL: none), and
 * all options after the name are options of that method with values in their
 * range. */
bool cuter_has_method(const char *name, const struct cuter_method *more);

#endif
