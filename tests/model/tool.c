/*
 * tool.c -- what training needs of the program: rows of numbers, and pages
 * cut with weights that are not built in.
 *
 *	tool groups                          name and count of each group
 *	tool rows ROWS < lines > blocks      first-stage rows as floats into
 *	                                     ROWS; texts of blocks, a JSON
 *	                                     array a page, null: hidden
 *	tool second OPINIONS ROWS < lines    second-stage rows, from scores
 *	                                     (floats, a block each)
 *	tool cut WEIGHTS < lines > answers   as `gleaner cut --batch`
 *
 * Lines are those of `gleaner cut --batch` with whole file names.
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/json_writer.h"
#include "cli/cut.h"
#include "cuter/cuter.h"
#include "cuter/features/feature_table.h"
#include "cuter/model/model.h"

struct tool {
	FILE *in, *rows;
	struct buf *out;
};

static void
fail(const char *what)
{
	fprintf(stderr, "model tool: %s\n", what);
	exit(1);
}

/* ------------------------------------------------------------- observers */

static void
write_rows(
    struct tool *tool, const struct feature_table *n, size_t from, size_t count)
{
	for (uint32_t i = 0; i < n->page->n_blocks; i++)
		if (fwrite(n->rows + (size_t)i * FEATURES_ALL + from,
			sizeof(float), count, tool->rows) != count)
			fail("cannot write rows");
}

static void
observe_first(
    void *arg, const struct feature_table *n, unsigned stage, float *scores)
{
	struct tool *tool = arg;
	struct json_writer w;

	(void)scores;
	if (stage != 0)
		return;
	write_rows(tool, n, 0, FEATURES_FIRST);
	buf_clear(tool->out);
	json_writer_init(&w, tool->out);
	json_write_array(&w, NULL);
	for (uint32_t i = 0; i < n->page->n_blocks; i++) {
		const struct block *b = &n->page->blocks[i];

		if (b->marks & MARK_HIDDEN)
			json_write_null(&w, NULL);
		else
			json_write_text(&w, NULL, page_block_text(n->page, b));
	}
	json_write_end_array(&w);
}

static void
observe_second(
    void *arg, const struct feature_table *n, unsigned stage, float *scores)
{
	struct tool *tool = arg;

	if (stage == 1)
		write_rows(tool, n, FEATURES_FIRST, FEATURES_CONTEXT);
	else if (fread(scores, sizeof(float), n->page->n_blocks, tool->in) !=
		 n->page->n_blocks)
		fail("too few scores");
}

/* --------------------------------------------------------------- weights */

static void
read_bytes(FILE *f, void *to, size_t size, size_t n)
{
	if (fread(to, size, n, f) != n)
		fail("weights cut short");
}

static void
read_weights(const char *path, struct cuter_model *model)
{
	FILE *f = fopen(path, "rb");

	if (f == NULL)
		fail("no such weights");
	for (int s = 0; s < MODEL_STAGES; s++) {
		uint32_t n_nodes;
		struct model_forest *forest = &model->stages[s];
		struct model_node *nodes;
		uint32_t *roots;

		read_bytes(f, &n_nodes, 4, 1);
		read_bytes(f, &forest->n_trees, 4, 1);
		read_bytes(f, &forest->early, 4, 1);
		read_bytes(f, &forest->early_below, 4, 1);
		nodes = calloc(n_nodes + 1u, sizeof(*nodes));
		roots = calloc(forest->n_trees + 1u, sizeof(*roots));
		if (nodes == NULL || roots == NULL)
			fail("out of memory");
		read_bytes(f, roots, sizeof(*roots), forest->n_trees);
		read_bytes(f, nodes, sizeof(*nodes), n_nodes);
		forest->nodes = nodes;
		forest->roots = roots;
	}
	read_bytes(f, &model->first_threshold, 4, 1);
	read_bytes(f, &model->threshold, 4, 1);
	fclose(f);
}

static void
free_weights(struct cuter_model *model)
{
	for (int s = 0; s < MODEL_STAGES; s++) {
		free((void *)(uintptr_t)model->stages[s].nodes);
		free((void *)(uintptr_t)model->stages[s].roots);
	}
}

/* ------------------------------------------------------------------- main */

static void
run(struct tool *tool, const struct cuter_model *model, bool silent)
{
	const struct cut_batch batch = { .model = model, .evidence = true };
	struct cuter *cuter;
	struct buf raw, question, room, answer;
	struct err e = ERR_INIT;
	char *line = NULL;
	size_t cap = 0;
	ssize_t n;

	if (cuter_new(&cuter, &e) != 0)
		fail(e.text);
	buf_init(&raw, CUT_PAGE_BYTES);
	buf_init(&question, CUT_QUESTION_BYTES);
	buf_init(&room, CUT_PAGE_BYTES);
	buf_init(&answer, CUT_PAGE_BYTES);
	while ((n = getline(&line, &cap, stdin)) > 0) {
		buf_clear(tool->out);
		buf_clear(&answer);
		buf_clear(&question);
		if (cut_ask_line(&batch, (struct slice){ line, (size_t)n },
			&raw, &question, &answer))
			cut_answer_line(&batch, cuter, NULL,
			    buf_slice(&question), &room, &answer);
		if (silent && model->observe == observe_first)
			printf(
			    "%s\n", tool->out->len > 0 ? tool->out->p : "[]");
		else if (!silent)
			printf("%s\n", answer.p + 1); /* its result */
	}
	free(line);
	buf_release(&raw);
	buf_release(&question);
	buf_release(&room);
	buf_release(&answer);
	cuter_free(cuter);
}

int
main(int argc, char **argv)
{
	struct cuter_model model = { .first_threshold = -9 * MODEL_UNIT };
	struct buf out;
	struct tool tool = { .out = &out };
	const char *task = argc > 1 ? argv[1] : "";

	buf_init(&out, CUT_PAGE_BYTES);
	model.observe_arg = &tool;
	if (strcmp(task, "groups") == 0) {
		for (int i = 0; feature_groups[i].name != NULL; i++)
			printf("%s\t%u\n", feature_groups[i].name,
			    feature_groups[i].count);
		return 0;
	}
	if (strcmp(task, "rows") == 0 && argc == 3) {
		tool.rows = fopen(argv[2], "wb");
		model.observe = observe_first;
	} else if (strcmp(task, "second") == 0 && argc == 4) {
		tool.in = fopen(argv[2], "rb");
		tool.rows = fopen(argv[3], "wb");
		model.observe = observe_second;
		if (tool.in == NULL)
			fail("no such scores");
	} else if (strcmp(task, "cut") == 0 && argc == 3) {
		read_weights(argv[2], &model);
	} else {
		fail("usage: groups | rows ROWS | second OPINIONS ROWS | "
		     "cut WEIGHTS");
	}
	if (model.observe != NULL && tool.rows == NULL)
		fail("cannot write rows");
	run(&tool, &model, model.observe != NULL);
	free_weights(&model);
	if (tool.in != NULL)
		fclose(tool.in);
	if (tool.rows != NULL && fclose(tool.rows) != 0)
		fail("cannot write rows");
	buf_release(&out);
	return 0;
}
