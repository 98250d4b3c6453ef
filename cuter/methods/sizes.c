/*
 * sizes.c -- sums up characters, links and nodes of each subtree.
 *
 * In:  the tree and its marks.
 * Out: struct sizes.
 */
#include "cuter/methods/sizes.h"

#include "base/text/utf8.h"

static uint32_t *
sizes_new_array(struct page *page)
{
	return arena_array(page->arena, page->tree.n, sizeof(uint32_t));
}

void
sizes_measure(struct page *page, struct sizes *s)
{
	const struct tree *t = &page->tree;

	*s = (struct sizes){ sizes_new_array(page), sizes_new_array(page),
		sizes_new_array(page), sizes_new_array(page) };
	for (uint32_t i = t->n; i-- > 1;) {
		const struct tree_node *node = &t->nodes[i];

		if (node->tag == TAG_TEXT && !(page->marks[i] & MARK_HIDDEN)) {
			s->chars[i] =
			    (uint32_t)utf8_length(slice_trim(node->text));
			if (page->marks[i] & MARK_LINK)
				s->link_chars[i] = s->chars[i];
		}
		if (s->chars[i] == 0)
			continue;
		s->chars[node->parent] += s->chars[i];
		s->link_chars[node->parent] += s->link_chars[i];
		s->links[node->parent] += s->links[i] + sizes_is_link(page, i);
		s->nodes[node->parent] += s->nodes[i] + 1;
	}
}
