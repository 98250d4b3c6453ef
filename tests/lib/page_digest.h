/*
 * page_digest.h -- reads directories of test pages, and computes a digest of
 * the extractor's complete output for a page; numbers are compared exactly.
 */
#ifndef TESTS_LIB_PAGE_DIGEST_H
#define TESTS_LIB_PAGE_DIGEST_H

#include <dirent.h>

#include "base/array.h"
#include "base/table.h"
#include "tests/lib/cuter.h"

struct digest_page {
	char path[512];
	char hint[512]; /* title in the feed, or "" */
	char *html;     /* owned */
	size_t bytes;
};

/* ------------------------------------------------------------------ digests */

static void
digest_put(struct buf *out, struct slice s)
{
	buf_append_slice(out, s);
	buf_append_char(out, '\x1F');
}

static void
digest_put_string(struct buf *out, const char *string)
{
	digest_put(out, slice_of(string));
}

/* Adds the bytes of the number, because printing would round it. */
static void
digest_put_number(struct buf *out, double value)
{
	buf_append(out, &value, sizeof(value));
}

static void
digest_put_nodes(struct buf *out, const struct cuter_article *a)
{
	for (size_t i = 0; i < a->n_nodes; i++) {
		const struct cuter_node *node = &a->nodes[i];

		digest_put(out, node->text);
		digest_put(out, node->url);
		digest_put_string(out, node->reason);
		digest_put_string(out, cuter_kind_name(node->kind));
		digest_put_string(out, cuter_class_name(node->class));
		digest_put_number(out, node->score);
		digest_put_number(out, node->in_body + 2 * node->is_scored);
	}
}

static void
digest_put_texts(struct buf *out, const struct cuter_article *a)
{
	const struct slice texts[] = { a->title, a->lead, a->byline,
		a->language, a->declared_language, a->detected_language,
		a->canonical_url, a->site_name, a->section, a->publisher,
		a->license, a->usage, a->body, a->body_html, a->next_part,
		a->variant_url };

	for (size_t i = 0; i < ARRAY_LENGTH(texts); i++)
		digest_put(out, texts[i]);
	for (size_t i = 0; i < a->n_authors; i++)
		digest_put(out, a->authors[i]);
	for (size_t i = 0; i < a->n_tags; i++)
		digest_put(out, a->tags[i]);
	for (size_t i = 0; i < a->n_media; i++) {
		digest_put(out, a->media[i].url);
		digest_put(out, a->media[i].alt);
		digest_put(out, a->media[i].caption);
		digest_put(out, a->media[i].credit);
		digest_put_number(out, a->media[i].relevance);
	}
}

static void
digest_put_article(struct buf *out, const struct cuter_article *a)
{
	char flags[64];

	digest_put_texts(out, a);
	digest_put_number(out, (double)a->published_at);
	digest_put_number(out, (double)a->modified_at);
	digest_put_number(out, a->published_zone);
	digest_put_number(out, a->modified_zone);
	digest_put_number(out, a->confidence);
	digest_put_number(out, a->detected_confidence);
	digest_put_number(out, a->word_count);
	for (size_t i = 0; i < a->n_evidence; i++)
		digest_put_number(out, a->evidence[i]);
	digest_put_string(out, cuter_flags_text(a->flags, flags));
	digest_put_string(out, cuter_access_name(a->access));
	digest_put_string(out, cuter_page_class_name(a->page_class));
	digest_put_string(out, cuter_origin_name(a->origin));
	digest_put_string(out, cuter_parser_name(a->parser));
	for (int i = 0; i < CUTER_CLASS_COUNT; i++)
		digest_put_number(out, a->class_count[i]);
	cuter_fields_write(a, out);
	digest_put_nodes(out, a);
}

/* Extracts the page; ret_article, if not NULL, is valid until the next call. */
static uint64_t
digest_of_page(const struct digest_page *page,
    const struct cuter_options *options, struct cuter_article *ret_article)
{
	struct cuter_article article;
	struct buf out;
	uint64_t digest;

	buf_init(&out, 64 << 20);
	article = testing_cut_with((struct slice){ page->html, page->bytes },
	    page->hint, NULL, options);
	digest_put_article(&out, &article);
	digest = hash_stable(buf_slice(&out));
	buf_release(&out);
	if (ret_article != NULL)
		*ret_article = article;
	return digest;
}

/* -------------------------------------------------------------------- pages */

static bool
digest_read_file(const char *path, struct buf *out)
{
	FILE *file = fopen(path, "r");
	char piece[4096];
	size_t n;

	buf_clear(out);
	if (file == NULL)
		return false;
	while ((n = fread(piece, 1, sizeof(piece), file)) > 0)
		buf_append(out, piece, n);
	fclose(file);
	return true;
}

/* Reads the line "hint: …" of the page's .expect file, if the file has one. */
static void
digest_read_hint(struct digest_page *page)
{
	char path[sizeof(page->path) + 8];
	struct buf expect;
	struct slice rest, line;

	buf_init(&expect, 1 << 20);
	snprintf(path, sizeof(path), "%.*s.expect",
	    (int)(strlen(page->path) - strlen(".html")), page->path);
	digest_read_file(path, &expect);
	rest = buf_slice(&expect);
	while (slice_next(&rest, '\n', &line))
		if (slice_starts(line, SLICE("hint: ")))
			snprintf(page->hint, sizeof(page->hint), "%.*s",
			    SLICE_ARG(slice_sub(line, 6, line.len)));
	buf_release(&expect);
}

static int
digest_is_file(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

/* Fills pages with at most max files in `folder` whose names end in `suffix`,
 * sorted by name. Returns their number. */
static size_t
digest_read_folder(const char *folder, const char *suffix,
    struct digest_page *pages, size_t max)
{
	struct dirent **names;
	int n_names = scandir(folder, &names, digest_is_file, alphasort);
	size_t n = 0;

	for (int i = 0; i < n_names; i++) {
		struct digest_page *page = &pages[n];
		struct buf html;

		if (n < max &&
		    slice_ends(slice_of(names[i]->d_name), slice_of(suffix))) {
			memset(page, 0, sizeof(*page));
			snprintf(page->path, sizeof(page->path), "%s/%s",
			    folder, names[i]->d_name);
			buf_init(&html, 1 << 20);
			digest_read_file(page->path, &html);
			page->bytes = html.len;
			page->html = buf_detach(&html);
			if (slice_ends(slice_of(suffix), SLICE(".html")))
				digest_read_hint(page);
			n++;
		}
		free(names[i]);
	}
	if (n_names >= 0)
		free(names);
	return n;
}

#endif
