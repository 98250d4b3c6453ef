/*
 * tool.c -- the functions of the program that training needs: feature rows, and
 * pages extracted with weights that are not built in.
 *
 *     tool groups                           name and size of each group
 *     tool rows ROWS < lines > blocks       writes first-stage rows as floats
 *                                           to ROWS; prints the texts of the
 *                                           blocks, one JSON array for each
 *                                           page; null: hidden
 *     tool second OPINIONS ROWS < lines     writes second-stage rows, computed
 *                                           from scores (one float for each
 *                                           block)
 *     tool cut WEIGHTS < lines > answers    as `gleaner cut --batch`
 *
 * Lines are those of `gleaner cut --batch`, with paths of files.
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/text/json_writer.h"
#include "cli/cut/cut.h"
#include "cuter/cuter.h"
#include "cuter/features/feature_table.h"
#include "cuter/model/model.h"
#include "worker/reader/reader.h"

struct tool {
	FILE *in, *rows;
	struct buf *out;
};

static void
tool_fail(const char *what)
{
	fprintf(stderr, "model tool: %s\n", what);
	exit(1);
}

/* ------------------------------------------------------------- observers */

static void
tool_write_rows(
    struct tool *tool, const struct feature_table *n, size_t from, size_t count)
{
	for (uint32_t i = 0; i < n->page->n_blocks; i++)
		if (fwrite(n->rows + (size_t)i * FEATURES_ALL + from,
			sizeof(float), count, tool->rows) != count)
			tool_fail("cannot write rows");
}

static void
tool_observe_first(
    void *arg, const struct feature_table *n, unsigned stage, float *scores)
{
	struct tool *tool = arg;
	struct json_writer w;

	(void)scores;
	if (stage != 0)
		return;
	tool_write_rows(tool, n, 0, FEATURES_FIRST);
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
tool_observe_second(
    void *arg, const struct feature_table *n, unsigned stage, float *scores)
{
	struct tool *tool = arg;

	if (stage == 1)
		tool_write_rows(tool, n, FEATURES_FIRST, FEATURES_CONTEXT);
	else if (fread(scores, sizeof(float), n->page->n_blocks, tool->in) !=
		 n->page->n_blocks)
		tool_fail("too few scores");
}

/* --------------------------------------------------------------- weights */

static void
tool_read_bytes(FILE *f, void *to, size_t size, size_t n)
{
	if (fread(to, size, n, f) != n)
		tool_fail("weights cut short");
}

static void
tool_read_weights(const char *path, struct cuter_model *model)
{
	FILE *f = fopen(path, "rb");

	if (f == NULL)
		tool_fail("no such weights");
	for (int s = 0; s < MODEL_STAGES; s++) {
		uint32_t n_nodes;
		struct model_forest *forest = &model->stages[s];
		struct model_node *nodes;
		uint32_t *roots;

		tool_read_bytes(f, &n_nodes, 4, 1);
		tool_read_bytes(f, &forest->n_trees, 4, 1);
		tool_read_bytes(f, &forest->early, 4, 1);
		tool_read_bytes(f, &forest->early_below, 4, 1);
		nodes = calloc(n_nodes + 1u, sizeof(*nodes));
		roots = calloc(forest->n_trees + 1u, sizeof(*roots));
		if (nodes == NULL || roots == NULL)
			tool_fail("out of memory");
		tool_read_bytes(f, roots, sizeof(*roots), forest->n_trees);
		tool_read_bytes(f, nodes, sizeof(*nodes), n_nodes);
		forest->nodes = nodes;
		forest->roots = roots;
	}
	tool_read_bytes(f, &model->first_threshold, 4, 1);
	tool_read_bytes(f, &model->threshold, 4, 1);
	fclose(f);
}

static void
tool_free_weights(struct cuter_model *model)
{
	for (int s = 0; s < MODEL_STAGES; s++) {
		free((void *)(uintptr_t)model->stages[s].nodes);
		free((void *)(uintptr_t)model->stages[s].roots);
	}
}

/* ------------------------------------------------------------------- main */

static void
tool_run(struct tool *tool, const struct cuter_model *model, bool silent)
{
	const struct cut_batch batch = { .model = model, .evidence = true };
	struct reader_tools tools = { 0 };
	struct buf raw, question, unpacked, answer;
	struct err e = ERR_INIT;
	char *line = NULL;
	size_t cap = 0;
	ssize_t n;

	if (cuter_new(&tools.cuter, &e) != 0)
		tool_fail(e.text);
	buf_init(&raw, CUT_PAGE_BYTES);
	buf_init(&question, CUT_QUESTION_BYTES);
	buf_init(&unpacked, CUT_PAGE_BYTES);
	buf_init(&answer, CUT_PAGE_BYTES);
	while ((n = getline(&line, &cap, stdin)) > 0) {
		buf_clear(tool->out);
		buf_clear(&answer);
		buf_clear(&question);
		if (cut_ask_line(&batch, (struct slice){ line, (size_t)n },
			&raw, &question, &answer))
			cut_answer_line(&batch, &tools, NULL,
			    buf_slice(&question), &unpacked, &answer);
		if (silent && model->observe == tool_observe_first)
			printf(
			    "%s\n", tool->out->len > 0 ? tool->out->p : "[]");
		else if (!silent)
			printf("%s\n", answer.p + 1); /* its result */
	}
	free(line);
	buf_release(&raw);
	buf_release(&question);
	buf_release(&unpacked);
	buf_release(&answer);
	cuter_free(tools.cuter);
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
		model.observe = tool_observe_first;
	} else if (strcmp(task, "second") == 0 && argc == 4) {
		tool.in = fopen(argv[2], "rb");
		tool.rows = fopen(argv[3], "wb");
		model.observe = tool_observe_second;
		if (tool.in == NULL)
			tool_fail("no such scores");
	} else if (strcmp(task, "cut") == 0 && argc == 3) {
		tool_read_weights(argv[2], &model);
	} else {
		tool_fail("usage: groups | rows ROWS | second OPINIONS ROWS | "
			  "cut WEIGHTS");
	}
	if (model.observe != NULL && tool.rows == NULL)
		tool_fail("cannot write rows");
	tool_run(&tool, &model, model.observe != NULL);
	tool_free_weights(&model);
	if (tool.in != NULL)
		fclose(tool.in);
	if (tool.rows != NULL && fclose(tool.rows) != 0)
		tool_fail("cannot write rows");
	buf_release(&out);
	return 0;
}
