/*
 * cut_line.c -- answers one line of a batch: reads the JSON object that
 * describes a page, and writes the JSON object of its article.
 *
 * In:  {"id", "file", "content_type", "url", "hint_title", "hint_summary"}
 * Out: {"id", "title", "body", "lead", "author", "date", "lang", "images",
 *      "confidence", "class", "flags", "origin", "parser", "ms"}. If the page
 *      cannot be read, the member "error" is added, and the members after
 *      "id" are empty: null, "", [] or 0.
 */
#include <jansson.h>
#include <stdlib.h>
#include <time.h>

#include "base/clock.h"
#include "base/text/json_writer.h"
#include "cli/cut/batch/line_json.h"
#include "cli/cut/cut.h"
#include "cli/cut/isolated.h"
#include "cuter/methods/papers.h"
#include "worker/message/wire.h"

static struct slice
cut_line_member(const json_t *object, const char *key)
{
	const json_t *value = json_object_get(object, key);

	return json_is_string(value) ? (struct slice){ json_string_value(value),
		json_string_length(value) }
				     : SLICE_NONE;
}

/* Copies the id of the line, which may be any JSON value. */
static void
cut_line_write_id(struct json_writer *w, const json_t *object)
{
	const json_t *id = json_object_get(object, "id");
	char *text = NULL;

	if (json_is_string(id)) {
		json_write_text(w, "id", cut_line_member(object, "id"));
		return;
	}
	if (id != NULL)
		text = json_dumps(id, JSON_ENCODE_ANY | JSON_COMPACT);
	if (text != NULL)
		json_write_raw(w, "id", slice_of(text));
	else
		json_write_null(w, "id");
	free(text);
}

static void
cut_line_write_empty_array(struct json_writer *w, const char *key)
{
	json_write_array(w, key);
	json_write_end_array(w);
}

static void
cut_line_write_error(struct buf *out, const json_t *object, const char *why)
{
	struct json_writer w;

	buf_clear(out);
	buf_append_char(out, ISOLATED_FAILED);
	json_writer_init(&w, out);
	json_write_object(&w, NULL);
	cut_line_write_id(&w, object);
	json_write_null(&w, "title");
	json_write_text(&w, "body", SLICE(""));
	json_write_null(&w, "lead");
	cut_line_write_empty_array(&w, "author");
	json_write_null(&w, "date");
	json_write_null(&w, "lang");
	cut_line_write_empty_array(&w, "images");
	json_write_int(&w, "confidence", 0);
	json_write_null(&w, "class");
	json_write_null(&w, "flags");
	json_write_null(&w, "origin");
	json_write_null(&w, "parser");
	json_write_int(&w, "ms", 0);
	json_write_text(&w, "error", slice_of(why));
	json_write_end_object(&w);
}

static void
cut_line_write_images(struct json_writer *w, const struct cuter_article *a)
{
	json_write_array(w, "images");
	for (size_t i = 0; i < a->n_media; i++)
		if (a->media[i].kind == CUTER_IMAGE)
			json_write_text(w, NULL, a->media[i].url);
	json_write_end_array(w);
}

/* Writes the date of publication, in the page's own time zone if that zone is
 * known. If the page has only a date of modification, that date is written. */
static void
cut_line_write_date(struct json_writer *w, const struct cuter_article *a)
{
	bool changed = a->published_at == DATE_NONE;
	int zone = changed ? a->modified_zone : a->published_zone;
	int64_t at = changed ? a->modified_at : a->published_at;

	if (zone == 0 || zone == CUTER_ZONE_NONE)
		json_write_date(w, "date", at);
	else
		json_write_zoned_date(w, "date", at, zone);
}

static void
cut_line_write_evidence(struct json_writer *w, const struct cuter_article *a)
{
	json_write_array(w, "evidence");
	for (size_t i = 0; i < a->n_evidence; i++)
		json_write_number(w, NULL, a->evidence[i], 9);
	json_write_end_array(w);
}

static void
cut_line_write_article(struct buf *out, const json_t *object,
    const struct cut_batch *batch, struct enricher *enricher,
    const struct cuter_article *a, double ms)
{
	struct enrichment found;
	char flags[64];
	struct json_writer w;

	buf_clear(out);
	buf_append_char(out, ISOLATED_DONE);
	json_writer_init(&w, out);
	json_write_object(&w, NULL);
	cut_line_write_id(&w, object);
	json_write_text_or_null(&w, "title", a->title);
	json_write_text(&w, "body", a->body);
	json_write_text_or_null(&w, "lead", a->lead);
	json_write_array(&w, "author");
	for (size_t i = 0; i < a->n_authors; i++)
		json_write_text(&w, NULL, a->authors[i]);
	json_write_end_array(&w);
	cut_line_write_date(&w, a);
	json_write_text_or_null(&w, "lang", a->language);
	cut_line_write_images(&w, a);
	json_write_number(&w, "confidence", a->confidence, 3);
	json_write_text(
	    &w, "class", slice_of(cuter_page_class_name(a->page_class)));
	json_write_text_or_null(
	    &w, "flags", slice_of(cuter_flags_text(a->flags, flags)));
	json_write_text(&w, "origin", slice_of(cuter_origin_name(a->origin)));
	json_write_text(&w, "parser", slice_of(cuter_parser_name(a->parser)));
	json_write_number(&w, "ms", ms, 2);
	if (batch->sentences > 0) {
		cut_enrich(enricher, a, batch->sentences, &found);
		cut_write_enrichment(&w, &found);
	}
	if (batch->evidence)
		cut_line_write_evidence(&w, a);
	json_write_end_object(&w);
}

static double
cut_line_now_ms(void)
{
	return (double)clock_monotonic_ns() / 1e6;
}

/* Cuts the page. `line` contains the page's URL, content type and hints. The
 * options are those of the batch. */
static int
cut_line(const struct cut_batch *batch, struct cuter *cuter,
    struct cut_memories *memories, const json_t *line, struct slice page,
    int64_t now_at, struct cuter_article *ret, struct err *e)
{
	const struct cuter_input input = {
		.bytes = page,
		.content_type = cut_line_member(line, "content_type"),
		.url = cut_line_member(line, "url"),
		.hint_title = cut_line_member(line, "hint_title"),
		.hint_summary = cut_line_member(line, "hint_summary"),
		.now_at = now_at,
	};
	struct cuter_options options = { .parser = batch->parser,
		.methods = papers_methods,
		.method = batch->method,
		.site = batch->site,
		.model = batch->model,
		.rules = batch->rules,
		.no_lead = batch->no_lead };
	int rc;

	if (memories != NULL)
		options.memory = cut_memory_of(memories, input.url);
	rc = cuter_cut(cuter, &input, &options, ret, e);
	if (rc == 0 && memories != NULL)
		cut_memory_learn(memories, input.url, ret, now_at);
	return rc;
}

void
cut_answer_line(const struct cut_batch *batch, const struct reader_tools *tools,
    struct cut_memories *memories, struct slice question, struct buf *unpacked,
    struct buf *out)
{
	struct cuter_article article;
	struct err e = ERR_INIT;
	struct wire_reader r;
	struct slice name, line, bytes;
	int64_t now_at;
	json_t *object;
	double begun;
	int rc;

	wire_read_init(&r, question);
	now_at = wire_read_i64(&r);
	name = wire_read_bytes(&r);
	line = wire_read_bytes(&r);
	bytes = wire_read_bytes(&r);
	object = line_json_read(line, JSON_ALLOW_NUL);
	rc = cut_unpack(bytes, unpacked, &bytes, &e);
	begun = cut_line_now_ms();
	if (rc != 0)
		err_wrap(&e, "%.*s", SLICE_ARG(name));
	else if (cut_sniff_is_feed(bytes))
		rc = err_set(&e, ERR_USAGE,
		    "%.*s is a feed: use gleaner parse-feed", SLICE_ARG(name));
	else
		rc = cut_line(batch, tools->cuter, memories, object, bytes,
		    now_at, &article, &e);
	if (rc == 0)
		cut_line_write_article(out, object, batch, tools->enricher,
		    &article, cut_line_now_ms() - begun);
	if (rc != 0)
		cut_line_write_error(out, object, e.text);
	else if (buf_failed(out))
		cut_line_write_error(out, object, "the answer is too long");
	json_decref(object);
}

void
cut_answer_error(struct slice line, const char *why, struct buf *out)
{
	json_t *object = line_json_read(line, JSON_ALLOW_NUL);

	cut_line_write_error(out, json_is_object(object) ? object : NULL, why);
	json_decref(object);
}
