/*
 * opml.c -- reads OPML (opml.org, 1.0 and 2.0) with libxml2's SAX parser.
 *
 * Only element callbacks are set, so entities can be neither declared nor
 * resolved.  A document type is refused, and the attributes of a tag are
 * counted before libxml2 reads them, because libxml2 compares each attribute
 * with all others.
 */
#include <stdlib.h>

#include <libxml/parser.h>
#include <libxml/parserInternals.h>

#include "base/array.h"
#include "base/limits.h"
#include "config/opml/opml_parts.h"

/* Names of deeper folders are not part of the path. */
#define OPML_MAX_FOLDERS    32
#define OPML_MAX_ATTRIBUTES 256 /* of one tag */

struct opml_reader {
	xmlParserCtxtPtr parser;
	int (*visit)(const struct opml_feed *, void *arg);
	void *arg;
	struct err *e;
	int rc;
	int depth;                       /* of elements */
	char *folders[OPML_MAX_FOLDERS]; /* paths of open outlines, owned */
	int folder_depth[OPML_MAX_FOLDERS];
	size_t n_folders;
};

/* ------------------------------------------------------------------- guard */

static int
opml_line_of(struct slice bytes, size_t at)
{
	int line = 1;

	for (size_t i = 0; i < at && i < bytes.len; i++)
		line += bytes.p[i] == '\n';
	return line;
}

/* Returns the offset after the text `end`, or the number of bytes if `end` is
 * absent. */
static size_t
opml_skip_to(struct slice bytes, size_t from, struct slice end)
{
	size_t at = slice_find(bytes, end, from);

	return at == SLICE_NOT_FOUND ? bytes.len : at + end.len;
}

/* Returns the offset after a tag that begins at `at`; *ret_n is the number of
 * "=" outside quotes. */
static size_t
opml_skip_tag(struct slice bytes, size_t at, size_t *ret_n)
{
	char quote = '\0';

	*ret_n = 0;
	for (; at < bytes.len; at++) {
		char c = bytes.p[at];

		if (quote != '\0') {
			if (c == quote)
				quote = '\0';
		} else if (c == '"' || c == '\'') {
			quote = c;
		} else if (c == '=') {
			++*ret_n;
		} else if (c == '>') {
			return at + 1;
		}
	}
	return at;
}

/* The encodings, by the prefix of their name, in which "<", "=" and quotes are
 * always single ASCII bytes. Only with these encodings does opml_guard() find
 * the same tags as libxml2. */
static const char *const encodings[] = { "utf-8", "utf8", "us-ascii", "ascii",
	"iso-8859-", "iso8859-", "latin", "windows-125", "cp125", "koi8-",
	"gb2312", "gbk", "gb18030", "big5", "euc-", "shift_jis", "sjis" };

static bool
opml_is_readable_encoding(struct slice name)
{
	for (size_t i = 0; i < ARRAY_LENGTH(encodings); i++)
		if (slice_starts_nocase(name, slice_of(encodings[i])))
			return true;
	return false;
}

/* Checks the encoding that the XML declaration and the first bytes state (XML
 * 1.0, appendix F). */
static int
opml_check_encoding(struct slice bytes, struct err *e)
{
	struct slice front = slice_sub(bytes, 0, 256), name;
	size_t at;

	if (slice_starts(front, SLICE("\xEF\xBB\xBF")))
		front = slice_sub(front, 3, front.len);
	front = slice_trim(front);
	if (slice_starts_nocase(front, SLICE("<!doctype html")) ||
	    slice_starts_nocase(front, SLICE("<html")))
		return err_set(e, ERR_CONFIG, "line 1: " OPML_IS_HTML);
	if (!slice_starts(front, SLICE("<")) ||
	    slice_find_char(front, '\0', 0) != SLICE_NOT_FOUND)
		return err_set(e, ERR_CONFIG, "line 1: not XML in UTF-8");
	front = slice_sub(front, 0, slice_find(front, SLICE("?>"), 0));
	at = slice_find(front, SLICE("encoding"), 0);
	if (!slice_starts(front, SLICE("<?xml")) || at == SLICE_NOT_FOUND)
		return 0;
	name = slice_sub(front, at + 8, front.len);
	while (name.len > 0 && strchr(" \t\r\n='\"", name.p[0]) != NULL)
		name = slice_sub(name, 1, name.len);
	if (opml_is_readable_encoding(name))
		return 0;
	return err_set(e, ERR_CONFIG,
	    "line 1: the encoding is not supported; save the file in UTF-8");
}

/* Returns 0, or an error if libxml2 must not read the bytes. */
static int
opml_guard(struct slice bytes, struct err *e)
{
	size_t at = 0, n;

	while ((at = slice_find_char(bytes, '<', at)) != SLICE_NOT_FOUND) {
		struct slice rest = slice_sub(bytes, at, bytes.len);
		size_t next;

		if (slice_starts(rest, SLICE("<!--"))) {
			at = opml_skip_to(bytes, at + 4, SLICE("-->"));
			continue;
		}
		if (slice_starts(rest, SLICE("<![CDATA["))) {
			at = opml_skip_to(bytes, at, SLICE("]]>"));
			continue;
		}
		if (slice_starts(rest, SLICE("<?"))) {
			at = opml_skip_to(bytes, at, SLICE("?>"));
			continue;
		}
		if (slice_starts(rest, SLICE("<!")))
			return err_set(e, ERR_CONFIG,
			    "line %d: a document type declaration, which is "
			    "not allowed",
			    opml_line_of(bytes, at));
		next = opml_skip_tag(bytes, at, &n);
		if (n > OPML_MAX_ATTRIBUTES)
			return err_set(e, ERR_CONFIG,
			    "line %d: a tag with %zu attributes, of which at "
			    "most %d are allowed",
			    opml_line_of(bytes, at), n, OPML_MAX_ATTRIBUTES);
		at = next;
	}
	return 0;
}

/* -------------------------------------------------------------- attributes */

/* Attributes in the form of libxml2: five pointers for each. */
struct attributes {
	const xmlChar **list;
	int n;
};

static struct slice
opml_read_attribute(const struct attributes *attributes, const char *name)
{
	for (int i = 0; i < attributes->n; i++) {
		const xmlChar **a = &attributes->list[(size_t)i * 5];

		/* OPML defines xmlUrl, but some files contain xmlurl or XMLURL.
		 */
		if (slice_equal_nocase(
			slice_of((const char *)a[0]), slice_of(name)))
			return (struct slice){ (const char *)a[3],
				(size_t)(a[4] - a[3]) };
	}
	return SLICE_NONE;
}

/* Replaces each `from` in the text by the character `to`, in place. */
static void
opml_replace(char *text, const char *from, char to)
{
	size_t n = strlen(from);
	char *out = text;

	for (char *p = text; *p != '\0'; out++) {
		bool found = strncmp(p, from, n) == 0;

		*out = found ? to : *p;
		p += found ? n : 1;
	}
	*out = '\0';
}

/* Returns a trimmed copy on one line.  NULL: the text is empty or absent, or
 * there is no memory (*failed is set). */
static char *
opml_copy_line(struct slice s, bool *failed)
{
	char *copy;

	s = slice_trim(s);
	if (s.len == 0)
		return NULL;
	copy = strndup(s.p, s.len);
	if (copy == NULL) {
		*failed = true;
		return NULL;
	}
	/* libxml2 writes "&" in this form if it does not replace entities */
	opml_replace(copy, "&#38;", '&');
	for (char *p = copy; *p != '\0'; p++)
		if ((unsigned char)*p < 0x20 || *p == 0x7F)
			*p = ' ';
	return copy;
}

static struct slice
opml_title_of(const struct attributes *attributes)
{
	struct slice title =
	    slice_trim(opml_read_attribute(attributes, "title"));

	return title.len > 0 ? title : opml_read_attribute(attributes, "text");
}

/* --------------------------------------------------------------- outlines */

static void
opml_stop(struct opml_reader *r, int rc)
{
	r->rc = rc;
	xmlStopParser(r->parser);
}

/* Reads "/a,/b/c" of `category`: tags "a" and "b/c".  %2C is a comma in a tag,
 * as opml_write() encodes it. */
static size_t
opml_read_categories(
    struct slice category, char **tags, size_t n, size_t max, bool *failed)
{
	struct slice part;

	while (n < max && slice_next(&category, ',', &part)) {
		part = slice_trim(part);
		if (slice_starts(part, SLICE("/")))
			part = slice_sub(part, 1, part.len);
		tags[n] = opml_copy_line(part, failed);
		if (tags[n] != NULL)
			opml_replace(tags[n++], "%2C", ',');
	}
	return n;
}

/* Removes duplicate tags; the first one is kept. */
static size_t
opml_drop_doubles(char **tags, size_t n, size_t n_borrowed)
{
	size_t kept = n_borrowed;

	for (size_t i = n_borrowed; i < n; i++) {
		size_t j = 0;

		while (j < kept && strcmp(tags[j], tags[i]) != 0)
			j++;
		if (j < kept)
			free(tags[i]);
		else
			tags[kept++] = tags[i];
	}
	return kept;
}

/* ---- attributes that OPML does not know ---- */

struct others {
	struct opml_attribute list[OPML_MAX_OTHERS];
	char *names[OPML_MAX_OTHERS], *values[OPML_MAX_OTHERS];
	size_t n;
};

static bool
opml_is_known_name(const char *name)
{
	static const char *const known[] = { "type", "text", "title",
		"category", "xmlUrl", OPML_HTML_URL };

	for (size_t i = 0; i < ARRAY_LENGTH(known); i++)
		if (slice_equal_nocase(slice_of(name), slice_of(known[i])))
			return true;
	return false;
}

/* Stores an attribute. Takes ownership of the name, which was allocated with
 * malloc(). */
static void
opml_put_other(struct others *o, char *name, struct slice value, bool *failed)
{
	bool has_space = o->n < OPML_MAX_OTHERS &&
			 value.len <= OPML_MAX_OTHER_BYTES && name != NULL &&
			 strlen(name) <= OPML_MAX_OTHER_BYTES;
	char *copy = has_space ? opml_copy_line(value, failed) : NULL;

	*failed |= name == NULL;
	for (size_t i = 0; i < o->n && copy != NULL; i++)
		if (strcmp(o->names[i], name) == 0) { /* already stored */
			free(copy);
			copy = NULL;
		}
	if (copy == NULL) {
		free(name);
		return;
	}
	o->names[o->n] = name;
	o->values[o->n] = copy;
	o->list[o->n++] = (struct opml_attribute){ name, copy };
}

static char *
opml_join(const char *prefix, const char *name)
{
	char *joined;

	return asprintf(&joined, "%s:%s", prefix, name) < 0 ? NULL : joined;
}

static void
opml_take_others(
    struct others *o, const struct attributes *attributes, bool *failed)
{
	for (int i = 0; i < attributes->n; i++) {
		const xmlChar **a = &attributes->list[(size_t)i * 5];
		const char *name = (const char *)a[0];
		const char *prefix = (const char *)a[1];
		struct slice value = { (const char *)a[3],
			(size_t)(a[4] - a[3]) };

		if (prefix == NULL && !opml_is_known_name(name)) {
			opml_put_other(o, strdup(name), value, failed);
		} else if (prefix != NULL && strcmp(prefix, "xml") != 0 &&
			   a[2] != NULL) {
			opml_put_other(o, opml_join("xmlns", prefix),
			    slice_of((const char *)a[2]), failed);
			opml_put_other(
			    o, opml_join(prefix, name), value, failed);
		}
	}
}

static void
opml_release_others(struct others *o)
{
	for (size_t i = 0; i < o->n; i++) {
		free(o->names[i]);
		free(o->values[i]);
	}
}

static void
opml_visit_feed(struct opml_reader *r, const struct attributes *attributes,
    struct slice xml_url)
{
	struct others others = { .n = 0 };
	char *tags[1 + LIMIT_ENTRY_LIST];
	size_t n_folder = r->n_folders > 0, n = n_folder;
	bool failed = false;
	char *url = opml_copy_line(xml_url, &failed);
	char *title = opml_copy_line(opml_title_of(attributes), &failed);
	char *html_url = opml_copy_line(
	    opml_read_attribute(attributes, OPML_HTML_URL), &failed);
	struct opml_feed feed = {
		.url = url, .title = title, .html_url = html_url
	};
	int rc = ERR_MEMORY;

	if (n_folder > 0)
		tags[0] = r->folders[r->n_folders - 1];
	n = opml_read_categories(opml_read_attribute(attributes, "category"),
	    tags, n, n + LIMIT_ENTRY_LIST, &failed);
	n = opml_drop_doubles(tags, n, n_folder);
	feed.tags = (const char *const *)tags;
	feed.n_tags = n;
	opml_take_others(&others, attributes, &failed);
	feed.others = others.list;
	feed.n_others = others.n;
	feed.line = xmlSAX2GetLineNumber(r->parser);
	if (!failed && url != NULL)
		rc = r->visit(&feed, r->arg);
	while (n > n_folder)
		free(tags[--n]);
	opml_release_others(&others);
	free(url);
	free(title);
	free(html_url);
	if (rc != 0)
		opml_stop(r, rc);
}

/* Returns the path of a folder inside the open folders. The path is owned. The
 * function takes ownership of the name. Returns NULL if there is no memory. */
static char *
opml_folder_path(const struct opml_reader *r, char *name)
{
	char *path;

	if (r->n_folders == 0)
		return name;
	if (asprintf(&path, "%s/%s", r->folders[r->n_folders - 1], name) < 0)
		path = NULL;
	free(name);
	return path;
}

/* A folder is left out of the path if it has no name, is too deep, or if the
 * path of its parent already has the maximum length of a tag. */
static void
opml_open_folder(struct opml_reader *r, const struct attributes *attributes)
{
	struct slice name = opml_read_attribute(attributes, "text");
	bool failed = false;
	char *path;

	if (slice_trim(name).len == 0)
		name = opml_read_attribute(attributes, "title");
	if (r->n_folders == OPML_MAX_FOLDERS ||
	    (r->n_folders > 0 &&
		strlen(r->folders[r->n_folders - 1]) >= LIMIT_TAG_BYTES))
		return;
	path = opml_copy_line(name, &failed);
	if (path != NULL) {
		path = opml_folder_path(r, path);
		failed = path == NULL;
	}
	if (failed)
		opml_stop(r, ERR_MEMORY);
	if (path == NULL)
		return;
	r->folders[r->n_folders] = path;
	r->folder_depth[r->n_folders++] = r->depth;
}

static void
opml_start_element(void *user, const xmlChar *name, const xmlChar *prefix,
    const xmlChar *uri, int n_namespaces, const xmlChar **namespaces,
    int n_attributes, int n_defaulted, const xmlChar **list)
{
	struct opml_reader *r = user;
	struct attributes attributes = { list, n_attributes };
	struct slice element = slice_of((const char *)name);
	struct slice url;

	(void)prefix, (void)uri, (void)n_namespaces, (void)namespaces;
	(void)n_defaulted;
	if (r->rc != 0)
		return;
	if (++r->depth == 1 && !slice_equal_nocase(element, SLICE("opml"))) {
		opml_stop(r,
		    err_set(r->e, ERR_CONFIG, "line %d: a root element <%.60s>",
			xmlSAX2GetLineNumber(r->parser), element.p));
		return;
	}
	if (!slice_equal_nocase(element, SLICE("outline")))
		return;
	url = slice_trim(opml_read_attribute(&attributes, "xmlUrl"));
	if (url.len > 0)
		opml_visit_feed(r, &attributes, url);
	else
		opml_open_folder(r, &attributes);
}

static void
opml_end_element(
    void *user, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri)
{
	struct opml_reader *r = user;

	(void)name, (void)prefix, (void)uri;
	if (r->n_folders > 0 && r->folder_depth[r->n_folders - 1] == r->depth)
		free(r->folders[--r->n_folders]);
	r->depth--;
}

/* Stores the first error; warnings and missing namespaces are ignored. */
static void
opml_note_error(void *user, xmlErrorPtr error)
{
	struct opml_reader *r = user;

	if (r->rc != 0 || error->level < XML_ERR_ERROR ||
	    error->domain == XML_FROM_NAMESPACE)
		return;
	r->rc = error->code == XML_ERR_NO_MEMORY
		    ? ERR_MEMORY
		    : err_set(r->e, ERR_CONFIG, "line %d: %.*s", error->line,
			  SLICE_ARG(slice_trim(slice_of(error->message))));
}

/* --------------------------------------------------------------------- read */

static int
opml_parse(struct opml_reader *r, struct slice bytes)
{
	xmlSAXHandler sax = { .initialized = XML_SAX2_MAGIC,
		.startElementNs = opml_start_element,
		.endElementNs = opml_end_element,
		.serror = opml_note_error };
	xmlSAXHandler *own;

	r->parser = xmlCreateMemoryParserCtxt(bytes.p, (int)bytes.len);
	if (r->parser == NULL)
		return ERR_MEMORY;
	xmlCtxtUseOptions(r->parser, XML_PARSE_NONET);
	own = r->parser->sax;
	r->parser->sax = &sax;
	r->parser->userData = r;
	xmlParseDocument(r->parser);
	if (r->rc == 0 && !r->parser->wellFormed)
		r->rc = err_set(r->e, ERR_CONFIG, "line %d: no XML",
		    xmlSAX2GetLineNumber(r->parser));
	r->parser->sax = own;
	if (r->parser->myDoc != NULL)
		xmlFreeDoc(r->parser->myDoc);
	xmlFreeParserCtxt(r->parser);
	while (r->n_folders > 0)
		free(r->folders[--r->n_folders]);
	return r->rc;
}

/* Reads a document that may have to be converted and repaired first. */
static int
opml_read_prepared(struct opml_reader *r, struct slice bytes,
    struct buf *converted, struct buf *repaired, struct opml_repairs *repairs)
{
	int rc;

	bytes = opml_to_utf8(bytes, converted);
	if (slice_trim(bytes).len == 0 && !buf_failed(converted))
		return err_set(r->e, ERR_CONFIG, "line 1: an empty file");
	rc = opml_check_encoding(bytes, r->e);
	if (rc != 0)
		return rc;
	bytes = opml_repair_ampersands(bytes, repaired, repairs);
	if (converted->no_memory || repaired->no_memory)
		return ERR_MEMORY;
	if (buf_failed(converted) || buf_failed(repaired))
		return err_set(r->e, ERR_CONFIG,
		    "line 1: the file is larger than %lld MiB",
		    LIMIT_OPML_BYTES / MIB);
	rc = opml_guard(bytes, r->e);
	return rc == 0 ? opml_parse(r, bytes) : rc;
}

int
opml_read(struct slice bytes, int (*visit)(const struct opml_feed *, void *arg),
    void *arg, struct opml_repairs *ret_repairs, struct err *e)
{
	struct opml_reader r = { .visit = visit, .arg = arg, .e = e };
	struct opml_repairs repairs = { 0, 0 };
	struct buf converted, repaired;
	int rc;

	if (bytes.len > (size_t)LIMIT_OPML_BYTES)
		return err_set(e, ERR_CONFIG,
		    "line 1: the file is larger than %lld MiB",
		    LIMIT_OPML_BYTES / MIB);
	buf_init(&converted, LIMIT_OPML_BYTES);
	buf_init(&repaired, LIMIT_OPML_BYTES);
	rc = opml_read_prepared(&r, bytes, &converted, &repaired, &repairs);
	buf_release(&converted);
	buf_release(&repaired);
	if (rc == ERR_MEMORY)
		err_set(e, rc, "no memory to read an OPML file");
	if (ret_repairs != NULL)
		*ret_repairs = repairs;
	return rc;
}
