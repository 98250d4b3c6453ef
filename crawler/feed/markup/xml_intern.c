/*
 * xml_intern.c -- see xml_intern.h.
 *
 * Names come from outside, so they are hashed with the seed of the process
 * (table.h).
 */
#include "crawler/feed/markup/xml_intern.h"

#include <stdlib.h>

#include "base/err.h"
#include "base/limits.h"
#include "base/table.h"

#define FIRST_SLOTS 256 /* most documents have about forty names */

static bool
xml_intern_grow(void **items, uint32_t *cap, uint32_t n, size_t item_bytes)
{
	uint32_t more = *cap == 0 ? 64 : *cap * 2;
	void *moved;

	if (n < *cap)
		return true;
	moved = realloc(*items, more * item_bytes);
	if (moved == NULL)
		return false;
	*items = moved;
	*cap = more;
	return true;
}

/* Returns the slot of the name, or the empty slot for it. */
static uint32_t *
xml_intern_slot(const struct xml_intern *x, struct slice name)
{
	uint32_t mask = x->n_slots - 1, at = (uint32_t)hash_bytes(name) & mask;

	while (x->slots[at] != 0) {
		const struct xml_name *known = &x->names[x->slots[at] - 1];

		if (known->len == name.len &&
		    memcmp(known->text, name.p, name.len) == 0)
			break;
		at = (at + 1) & mask;
	}
	return &x->slots[at];
}

static int
xml_intern_grow_slots(struct xml_intern *x)
{
	uint32_t n = x->n_slots == 0 ? FIRST_SLOTS : x->n_slots * 2;
	uint32_t *slots = calloc(n, sizeof(*slots));

	if (slots == NULL)
		return ERR_MEMORY;
	free(x->slots);
	x->slots = slots;
	x->n_slots = n;
	for (uint32_t i = 0; i < x->n_names; i++)
		*xml_intern_slot(x, (struct slice){ x->names[i].text,
					x->names[i].len }) = i + 1;
	return 0;
}

static int
xml_intern_add(struct xml_intern *x, struct slice name)
{
	if (x->n_names > LIMIT_FEED_NAMES)
		return ERR_LIMIT;
	if (!xml_intern_grow((void **)&x->names, &x->cap_names, x->n_names,
		sizeof(*x->names)))
		return ERR_MEMORY;
	x->names[x->n_names++] =
	    (struct xml_name){ .text = x->texts.p + x->texts.len,
		    .len = name.len };
	buf_append_slice(&x->texts, name);
	buf_append_char(&x->texts, '\0');
	return buf_failed(&x->texts) ? ERR_MEMORY : 0;
}

int
xml_intern_init(struct xml_intern *x, size_t text_bytes)
{
	uint32_t none;

	*x = (struct xml_intern){ 0 };
	buf_init(&x->texts, text_bytes + 2);
	if (!buf_reserve(&x->texts, text_bytes + 1) ||
	    xml_intern_grow_slots(x) != 0)
		return ERR_MEMORY;
	return xml_intern_find(x, SLICE(""), &none);
}

void
xml_intern_release(struct xml_intern *x)
{
	buf_release(&x->texts);
	free(x->names);
	free(x->slots);
	free(x->bindings);
}

int
xml_intern_find(struct xml_intern *x, struct slice name, uint32_t *ret)
{
	uint32_t *slot = xml_intern_slot(x, name);
	int rc;

	if (*slot == 0) {
		rc = xml_intern_add(x, name);
		if (rc != 0)
			return rc;
		*ret = x->n_names - 1;
		*slot = x->n_names;
		return x->n_names * 2 > x->n_slots ? xml_intern_grow_slots(x)
						   : 0;
	}
	*ret = *slot - 1;
	return 0;
}

int
xml_intern_bind(
    struct xml_intern *x, uint32_t prefix, const char *uri, uint32_t depth)
{
	if (!xml_intern_grow((void **)&x->bindings, &x->cap_bindings,
		x->n_bindings, sizeof(*x->bindings)))
		return ERR_MEMORY;
	x->bindings[x->n_bindings++] =
	    (struct xml_binding){ prefix, depth, x->names[prefix].uri };
	x->names[prefix].uri = uri;
	return 0;
}

void
xml_intern_unbind(struct xml_intern *x, uint32_t depth)
{
	while (x->n_bindings > 0 &&
	       x->bindings[x->n_bindings - 1].depth >= depth) {
		const struct xml_binding *last = &x->bindings[--x->n_bindings];

		x->names[last->name].uri = last->uri;
	}
}
