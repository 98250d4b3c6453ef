/*
 * segment_path.c -- the path of an element, as XPath: "/html/body/div[2]/p[1]".
 *
 * In:  the repaired tree, in which scripts and other elements without
 *      text are missing and unknown inline elements are spans.
 * Out: a path of at most LIMIT_SEGMENT_PATH bytes. A longer path loses its
 *      outer steps and begins with "//".
 */
#include <stdio.h>

#include "base/limits.h"
#include "cuter/segments/segmenting.h"

#define PATH_BODY  "/html/body"
#define STEP_BYTES (TAG_NAME_BYTES + sizeof("/[4294967295]"))

uint32_t *
segment_path_number(const struct page *page)
{
	const struct tree *t = &page->tree;
	uint32_t *numbers = arena_array(page->arena, t->n, sizeof(*numbers));
	uint32_t parents[TAG_COUNT], seen[TAG_COUNT];

	memset(parents, 0xff, sizeof(parents)); /* TREE_NOWHERE */
	for (uint32_t parent = 0; parent < t->n; parent++)
		for (uint32_t i = parent + 1; i < t->nodes[parent].end;
		     i = t->nodes[i].end) {
			enum tag tag = t->nodes[i].tag;

			if (parents[tag] != parent)
				seen[tag] = 0;
			parents[tag] = parent;
			numbers[i] = ++seen[tag];
		}
	return numbers;
}

struct slice
segment_path_of(const struct segmenting *s, uint32_t node)
{
	const struct tree *t = &s->page->tree;
	char path[LIMIT_SEGMENT_PATH + 1], step[STEP_BYTES + 1];
	size_t at = sizeof(path);

	for (; node != TREE_ROOT; node = t->nodes[node].parent) {
		size_t n = (size_t)snprintf(step, sizeof(step), "/%s[%u]",
		    tag_name(t->nodes[node].tag), s->numbers[node]);

		/* Before this step, there must be room for "/" or for the path
		 * of the body. */
		if (at < n + sizeof(PATH_BODY)) {
			path[--at] = '/';
			break;
		}
		at -= n;
		memcpy(path + at, step, n);
	}
	if (node == TREE_ROOT) {
		at -= sizeof(PATH_BODY) - 1;
		memcpy(path + at, PATH_BODY, sizeof(PATH_BODY) - 1);
	}
	return arena_copy(
	    s->page->arena, (struct slice){ path + at, sizeof(path) - at });
}
