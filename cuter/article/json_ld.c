/*
 * json_ld.c -- reads the article's metadata from JSON-LD.
 *
 * In: the bodies of <script type="application/ld+json">.
 * Out: struct json_ld. Each member is from the first object of an article type
 * that has it; the body is the longest articleBody. If the objects describe
 * several articles, json_ld_choose.c chooses one; the objects of the others are
 * skipped.
 *
 * The scripts are often malformed: raw line ends in strings, comments before
 * and after the object, commas before a closing brace, semicolons at the end.
 * The script is repaired before jansson parses it, and again if jansson refuses
 * it (json_ld_mend.c). Depth and size are checked first, because jansson
 * recurses.
 */
#include <jansson.h>

#include "base/limits.h"
#include "base/text/utf8.h"
#include "cuter/article/article.h"
#include "cuter/article/json_ld_choose.h"
#include "cuter/article/json_ld_mend.h"
#include "cuter/article/section/breadcrumb.h"

/* Largest size of a script that is read. Scripts with a long articleBody have
 * about 200 KB. */
#define SCRIPT_BYTES (2 * MIB)
/* maximum number of comments before the object; each search for the end of a
 * comment is O(bytes) */
#define COMMENTS     64
/* a number at least this large is a time in seconds: 2001-09-09 */
#define LEAST_SECONDS INT64_C(1000000000)
#define SCRIPT_DEPTH  64 /* schema.org nests six or seven levels */
#define OBJECT_DEPTH 6  /* depth down to which an article object is searched */
/* maximum number of objects or lists in one script that are read */
#define SCRIPT_VALUES 16
/* maximum number of objects that are read on a page */
#define OBJECTS 2000
/* largest number of objects examined for "@id" references, per page */
#define ID_LOOKS 20000

struct reader {
	struct page *page;
	struct json_ld *ld;
	unsigned n_objects, n_looks;
	struct json_ld_stories *stories;    /* the articles that were found */
	const struct json_ld_story *chosen; /* NULL: read all articles */
};

/* Returns the position after the comment or the start of a CDATA section at the
 * start of s, 0 if s begins with neither. Of a "//" or "<!--" comment that may
 * contain the object, only the sign that begins it is skipped. */
static size_t
json_ld_skip_comment(struct slice s)
{
	const struct slice cdata = SLICE("<![CDATA[");
	size_t end;

	if (slice_starts(s, cdata))
		return cdata.len;
	if (slice_starts(s, SLICE("/*"))) {
		end = slice_find(s, SLICE("*/"), 2);
		return end == SLICE_NOT_FOUND ? 2 : end + 2;
	}
	if (slice_starts(s, SLICE("<!--"))) {
		end = slice_find(s, SLICE("-->"), 4);
		return end == SLICE_NOT_FOUND ||
			       slice_find_char(s, '{', 4) < end
			   ? 4
			   : end + 3;
	}
	if (!slice_starts(s, SLICE("//")))
		return 0;
	end = slice_find_char(s, '\n', 2);
	return end == SLICE_NOT_FOUND ||
		       slice_find_char(s, '{', end) == SLICE_NOT_FOUND ||
		       slice_starts(slice_trim(slice_sub(s, 2, s.len)), cdata)
		   ? 2
		   : end;
}

/* Returns the position of the first brace or bracket that is not in a comment.
 */
static size_t
json_ld_find_start(struct slice s)
{
	size_t at = 0, took = 0, n = 0;

	while (at < s.len && s.p[at] != '{' && s.p[at] != '[') {
		if (n < COMMENTS)
			took = json_ld_skip_comment(slice_sub(s, at, s.len));
		n += took > 0;
		at += took > 0 ? took : 1;
		took = 0;
	}
	return at;
}

bool
article_repair_json(struct arena *arena, struct slice *script)
{
	struct slice s = *script;
	bool in_string = false;
	size_t depth = 0, last = 0; /* last: the last character of a token */
	char *copy;

	if (s.len > SCRIPT_BYTES)
		return false;
	s = slice_sub(s, json_ld_find_start(s), s.len);
	copy = arena_alloc(arena, s.len + 1);
	for (size_t i = 0; i < s.len; i++) {
		unsigned char c = (unsigned char)s.p[i];

		copy[i] = c < 0x20 ? ' ' : (char)c;
		if (in_string) {
			if (c == '\\' && i + 1 < s.len) {
				i++;
				c = (unsigned char)s.p[i];
				/* The backslash of an escape that JSON does not
				 * have, such as "\'", is replaced by a space.
				 */
				if (strchr("\"\\/bfnrtu", c) == NULL || c == 0)
					copy[i - 1] = ' ';
				copy[i] = c < 0x20 ? ' ' : (char)c;
			} else if (c == '"') {
				in_string = false;
			}
		} else if (c == '"') {
			in_string = true;
		} else if (c == '{' || c == '[') {
			if (++depth > SCRIPT_DEPTH)
				return false;
		} else if (c == '}' || c == ']') {
			depth -= depth > 0;
			if (copy[last] == ',')
				copy[last] = ' ';
		}
		if (copy[i] != ' ')
			last = i;
	}
	*script = (struct slice){ copy, s.len };
	return s.len > 0;
}

static struct slice
json_ld_text_of(const json_t *value)
{
	if (json_is_string(value))
		return (struct slice){ json_string_value(value),
			json_string_length(value) };
	return SLICE_NONE;
}

static void
json_ld_set_line(
    struct reader *r, struct slice *field, const json_t *value, size_t max)
{
	if (field->p == NULL && json_is_array(value))
		value = json_array_get(value, 0);
	if (field->p == NULL && json_is_string(value))
		*field =
		    article_line(r->page->arena, json_ld_text_of(value), max);
}

/* Reads a date: a text, an object with "@value", or a number of seconds or
 * milliseconds since 1970. */
static void
json_ld_set_date(struct reader *r, struct slice *field, const json_t *value)
{
	json_int_t at = json_integer_value(value);

	if (json_is_object(value))
		value = json_object_get(value, "@value");
	json_ld_set_line(r, field, value, LIMIT_DATE_BYTES);
	if (field->p == NULL && at >= LEAST_SECONDS)
		*field = arena_format(r->page->arena, "%" JSON_INTEGER_FORMAT,
		    at < LEAST_SECONDS * 1000 ? at : at / 1000);
}

/* Finds the object with the given "@id" that has a name, in the lists and the
 * @graph of the same script. */
static const json_t *
json_ld_find_id(
    struct reader *r, const json_t *in, struct slice id, unsigned depth)
{
	const json_t *found = NULL;

	if (r->n_looks >= ID_LOOKS)
		return NULL;
	r->n_looks++;
	if (json_is_object(in)) {
		if (slice_equal(
			json_ld_text_of(json_object_get(in, "@id")), id) &&
		    json_object_get(in, "name") != NULL)
			return in;
		return depth > 1
			   ? NULL
			   : json_ld_find_id(r, json_object_get(in, "@graph"),
				 id, depth + 1);
	}
	for (size_t i = 0; depth <= 2 && i < json_array_size(in) &&
			   i < OBJECTS / 10 && found == NULL;
	     i++)
		found =
		    json_ld_find_id(r, json_array_get(in, i), id, depth + 1);
	return found;
}

/* Returns the name of an object. If the object has only an "@id", returns the
 * name of the object to which the "@id" refers. */
static const json_t *
json_ld_name_of(struct reader *r, const json_t *object)
{
	const json_t *name = json_object_get(object, "name");
	struct slice id = json_ld_text_of(json_object_get(object, "@id"));

	if (name == NULL && id.len > 0)
		name = json_object_get(
		    json_ld_find_id(r, r->page->json, id, 0), "name");
	return name;
}

/* Returns the name of a person that is divided into two members. */
static struct slice
json_ld_divided_name(struct reader *r, const json_t *object)
{
	struct slice given =
	    json_ld_text_of(json_object_get(object, "givenName"));
	struct slice family =
	    json_ld_text_of(json_object_get(object, "familyName"));

	if (given.len == 0 || family.len == 0)
		return SLICE_NONE;
	return arena_format(
	    r->page->arena, "%.*s %.*s", SLICE_ARG(given), SLICE_ARG(family));
}

/* Adds the names in a value: a string, an object with names, or a list of
 * strings and objects. */
static void
json_ld_add_names(
    struct reader *r, const json_t *value, struct slice **items, size_t *n)
{
	const json_t *list = json_object_get(value, "@list");
	size_t many;

	if (list != NULL)
		value = list;
	many = json_is_array(value) ? json_array_size(value) : 1;
	for (size_t i = 0; i < many && i < LIMIT_ARTICLE_LIST; i++) {
		const json_t *item =
		    json_is_array(value) ? json_array_get(value, i) : value;
		const json_t *object = item;
		size_t k = 0;

		if (json_is_object(object))
			item = json_ld_name_of(r, object);
		if (item == NULL)
			article_list_add(r->page->arena, items, n,
			    article_line(r->page->arena,
				json_ld_divided_name(r, object), 256));
		do
			article_list_add(r->page->arena, items, n,
			    article_line(r->page->arena,
				json_ld_text_of(json_is_array(item)
						    ? json_array_get(item, k)
						    : item),
				256));
		while (++k < json_array_size(item) && k < LIMIT_ARTICLE_LIST);
	}
}

/* Adds keywords, which are a list or one text with commas. */
static void
json_ld_add_keywords(struct reader *r, const json_t *value)
{
	struct slice rest = json_ld_text_of(value), part;

	if (rest.p == NULL) {
		json_ld_add_names(r, value, &r->ld->tags, &r->ld->n_tags);
		return;
	}
	while (slice_next(&rest, ',', &part))
		article_list_add(r->page->arena, &r->ld->tags, &r->ld->n_tags,
		    article_line(r->page->arena, part, 128));
}

/* Reads the date and the author of a WebPage, for pages without an article
 * object. */
static void
json_ld_read_web_page(struct reader *r, const json_t *object)
{
	struct json_ld *ld = r->ld;

	if (!slice_ends_nocase(
		json_ld_text_of(json_object_get(object, "@type")),
		SLICE("WebPage")))
		return;
	if (ld->n_page_authors == 0)
		json_ld_add_names(r, json_object_get(object, "author"),
		    &ld->page_authors, &ld->n_page_authors);
	json_ld_set_date(
	    r, &ld->page_published, json_object_get(object, "datePublished"));
	json_ld_set_date(
	    r, &ld->page_modified, json_object_get(object, "dateModified"));
}

static bool
json_ld_is_article_type(struct slice type)
{
	return slice_ends_nocase(type, SLICE("Article")) ||
	       slice_ends_nocase(type, SLICE("BlogPosting")) ||
	       slice_equal_nocase(type, SLICE("Report")) ||
	       slice_equal_nocase(type, SLICE("Review"));
}

/* Records the types of pages that are not plain articles: live blogs, videos,
 * galleries, listings. */
static void
json_ld_read_type(struct json_ld *ld, struct slice type)
{
	if (slice_equal_nocase(type, SLICE("LiveBlogPosting")))
		ld->is_live = true;
	else if (slice_equal_nocase(type, SLICE("VideoObject")))
		ld->is_video = true;
	else if (slice_equal_nocase(type, SLICE("ImageGallery")) ||
		 slice_equal_nocase(type, SLICE("MediaGallery")))
		ld->is_gallery = true;
	else if (slice_equal_nocase(type, SLICE("CollectionPage")) ||
		 slice_equal_nocase(type, SLICE("SearchResultsPage")) ||
		 slice_equal_nocase(type, SLICE("ItemList")))
		ld->is_listing = true;
}

static void
json_ld_read_types(struct json_ld *ld, const json_t *object)
{
	const json_t *type = json_object_get(object, "@type");

	json_ld_read_type(ld, json_ld_text_of(type));
	for (size_t i = 0; i < json_array_size(type); i++)
		json_ld_read_type(ld, json_ld_text_of(json_array_get(type, i)));
}

static bool
json_ld_is_article(const json_t *object)
{
	const json_t *type = json_object_get(object, "@type");

	if (json_is_array(type)) {
		for (size_t i = 0; i < json_array_size(type); i++)
			if (json_ld_is_article_type(
				json_ld_text_of(json_array_get(type, i))))
				return true;
		return false;
	}
	return json_ld_is_article_type(json_ld_text_of(type));
}

/* True if the object's type, or one of its types, ends with `name`. */
static bool
json_ld_has_type(const json_t *object, struct slice name)
{
	const json_t *type = json_object_get(object, "@type");

	for (size_t i = 0; i < json_array_size(type); i++)
		if (slice_ends_nocase(
			json_ld_text_of(json_array_get(type, i)), name))
			return true;
	return slice_ends_nocase(json_ld_text_of(type), name);
}

/* True if a value equals `truth`. The value may be a JSON boolean or a text. */
static bool
json_ld_is_truth_value(const json_t *value, bool truth)
{
	return (truth ? json_is_true(value) : json_is_false(value)) ||
	       slice_equal_nocase(json_ld_text_of(value),
		   truth ? SLICE("true") : SLICE("false"));
}

static void
json_ld_read_image(struct reader *r, const json_t *image)
{
	if (json_is_array(image))
		image = json_array_get(image, 0);
	if (json_is_object(image)) {
		const json_t *url = json_object_get(image, "url");

		image =
		    url != NULL ? url : json_object_get(image, "contentUrl");
	}
	json_ld_set_line(r, &r->ld->image, image, LIMIT_URL_BYTES);
}

static void
json_ld_read_article(struct reader *r, const json_t *object)
{
	struct json_ld *ld = r->ld;
	struct slice body =
	    json_ld_text_of(json_object_get(object, "articleBody"));
	const json_t *publisher = json_object_get(object, "publisher");

	ld->is_article = true;
	ld->is_news |= json_ld_has_type(object, SLICE("NewsArticle"));
	json_ld_set_line(r, &ld->headline, json_object_get(object, "headline"),
	    LIMIT_TITLE_BYTES);
	json_ld_set_line(r, &ld->headline, json_object_get(object, "name"),
	    LIMIT_TITLE_BYTES);
	json_ld_set_line(r, &ld->description,
	    json_object_get(object, "description"), LIMIT_TITLE_BYTES);
	json_ld_set_date(
	    r, &ld->published, json_object_get(object, "datePublished"));
	json_ld_set_date(
	    r, &ld->modified, json_object_get(object, "dateModified"));
	json_ld_set_line(
	    r, &ld->language, json_object_get(object, "inLanguage"), 64);
	if (json_is_object(publisher))
		json_ld_set_line(
		    r, &ld->site_name, json_object_get(publisher, "name"), 256);
	if (ld->n_authors == 0)
		json_ld_add_names(r, json_object_get(object, "author"),
		    &ld->authors, &ld->n_authors);
	if (ld->n_authors == 0)
		json_ld_add_names(r, json_object_get(object, "creator"),
		    &ld->authors, &ld->n_authors);
	if (ld->n_tags == 0)
		json_ld_add_keywords(r, json_object_get(object, "keywords"));
	json_ld_read_image(r, json_object_get(object, "image"));
	json_ld_set_line(
	    r, &ld->section, json_object_get(object, "articleSection"), 256);
	json_ld_set_line(r, &ld->license, json_object_get(object, "license"),
	    LIMIT_URL_BYTES);
	if (json_ld_is_truth_value(
		json_object_get(object, "isAccessibleForFree"), false))
		ld->not_free = true;
	else if (json_ld_is_truth_value(
		     json_object_get(object, "isAccessibleForFree"), true))
		ld->is_free = true;
	if (body.len > ld->body.len)
		ld->body = article_plain(
		    r->page->arena, utf8_prefix(body, LIMIT_ARTICLE_BYTES / 4));
}

/* Reads what identifies the article of an object. Returns false if the object
 * has no headline. */
static bool
json_ld_read_story(
    struct reader *r, const json_t *object, struct json_ld_story *ret)
{
	const json_t *page = json_object_get(object, "mainEntityOfPage");
	struct slice headline = SLICE_NONE;

	memset(ret, 0, sizeof(*ret));
	json_ld_set_line(r, &headline, json_object_get(object, "headline"),
	    LIMIT_TITLE_BYTES);
	json_ld_set_line(
	    r, &headline, json_object_get(object, "name"), LIMIT_TITLE_BYTES);
	json_ld_set_line(
	    r, &ret->id, json_object_get(object, "@id"), LIMIT_URL_BYTES);
	json_ld_set_line(
	    r, &ret->url, json_object_get(object, "url"), LIMIT_URL_BYTES);
	if (json_is_object(page))
		page = json_object_get(page, "@id");
	json_ld_set_line(r, &ret->url, page, LIMIT_URL_BYTES);
	words_read(&ret->headline, headline);
	return ret->headline.n > 0;
}

/* Reads an article object, unless it belongs to an article that was not chosen.
 * An object without headline may belong to any article. */
static void
json_ld_take_article(struct reader *r, const json_t *object)
{
	struct json_ld_story story;

	if (json_ld_read_story(r, object, &story)) {
		if (r->chosen == NULL)
			json_ld_story_add(r->stories, &story);
		else if (!json_ld_story_is_same(r->chosen, &story))
			return;
	}
	json_ld_read_article(r, object);
}

/* Reads an object, its @graph, breadcrumb, mainEntity and mainEntityOfPage, or
 * the objects of a list. */
static void
json_ld_visit(struct reader *r, const json_t *value, unsigned depth)
{
	if (depth > OBJECT_DEPTH || r->n_objects++ >= OBJECTS)
		return;
	if (json_is_array(value)) {
		for (size_t i = 0; i < json_array_size(value); i++)
			json_ld_visit(r, json_array_get(value, i), depth + 1);
		return;
	}
	if (!json_is_object(value))
		return;
	json_ld_read_types(r->ld, value);
	breadcrumb_read_json_ld(r->page->arena, value, r->ld);
	if (json_ld_is_article(value))
		json_ld_take_article(r, value);
	else
		json_ld_read_web_page(r, value);
	json_ld_visit(r, json_object_get(value, "@graph"), depth + 1);
	json_ld_visit(r, json_object_get(value, "breadcrumb"), depth + 1);
	json_ld_visit(r, json_object_get(value, "mainEntity"), depth + 1);
	json_ld_visit(r, json_object_get(value, "mainEntityOfPage"), depth + 1);
}

/* Parses the value at the start of *script and removes it from *script. Returns
 * NULL if there is none. */
static json_t *
json_ld_next_value(struct slice *script)
{
	json_error_t error;
	json_t *value = json_loadb(script->p, script->len,
	    JSON_DISABLE_EOF_CHECK | JSON_ALLOW_NUL, &error);

	if (value != NULL)
		*script =
		    slice_sub(*script, (size_t)error.position, script->len);
	return value;
}

/* Reads the values of a script. Some systems write several objects into one
 * script, with or without a comma between them. */
static void
json_ld_read_script(struct reader *r, struct slice script)
{
	json_t **json = &r->page->json;

	*json = json_ld_next_value(&script);
	if (*json == NULL && json_ld_mend(r->page->arena, &script))
		*json = json_ld_next_value(&script);
	for (size_t n = 0; *json != NULL; n++) {
		json_ld_visit(r, *json, 0);
		json_decref(*json);
		*json = NULL;
		while (script.len > 0 && strchr(" ,;", script.p[0]) != NULL)
			script = slice_sub(script, 1, script.len);
		if (n + 1 < SCRIPT_VALUES && script.len > 0)
			*json = json_ld_next_value(&script);
	}
}

static void
json_ld_read_scripts(struct reader *r)
{
	struct page *page = r->page;

	memset(r->ld, 0, sizeof(*r->ld));
	r->n_objects = r->n_looks = 0;
	for (size_t i = 0; i < page->head->n_json_ld; i++) {
		struct slice script = json_ld_without_references(
		    page->arena, page->head->json_ld[i]);

		if (article_repair_json(page->arena, &script))
			json_ld_read_script(r, script);
	}
}

void
article_read_json_ld(struct page *page, struct json_ld *ret)
{
	struct reader r = { .page = page, .ld = ret };

	r.stories = arena_alloc(page->arena, sizeof(*r.stories));
	json_ld_read_scripts(&r);
	if (r.stories->n > 1) {
		r.chosen =
		    &r.stories->items[json_ld_story_choose(page, r.stories)];
		json_ld_read_scripts(&r);
	}
	if (ret->n_authors == 0) {
		ret->authors = ret->page_authors;
		ret->n_authors = ret->n_page_authors;
	}
	if (ret->published.p == NULL)
		ret->published = ret->page_published;
	if (ret->modified.p == NULL)
		ret->modified = ret->page_modified;
}
