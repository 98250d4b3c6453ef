/*
 * yaml.h -- a YAML document as a tree of nodes with their places.
 *
 * Supports only the part of YAML that a configuration needs: texts, lists, and
 * maps with texts as keys.  Anchors, aliases, tags and a second document are
 * refused.
 */
#ifndef CONFIG_YAML_YAML_H
#define CONFIG_YAML_YAML_H

#include "base/arena.h"
#include "config/faults.h"

enum yaml_kind { YAML_TEXT, YAML_LIST, YAML_MAP };

struct yaml_node {
	enum yaml_kind kind;
	bool plain;        /* a text without quotes */
	bool is_block;     /* a text after | or > */
	struct slice text; /* the text of a scalar, ended with a NUL; SLICE_NONE
			      for other nodes */
	struct place place;
	struct slice key; /* the key of this node in its map */
	struct place key_place;
	struct yaml_node *children,
	    *next; /* children and next sibling, in the file's order */
	size_t n_children;
};

/* Reads `bytes` (UTF-8, at most LIMIT_CONFIG_BYTES, nested at most
 * LIMIT_CONFIG_DEPTH) into a tree in the arena. The function sets the arena's
 * `exhausted`. *ret_root is NULL for an empty document. Returns 0, ERR_CONFIG
 * or ERR_MEMORY. ERR_CONFIG means that a fault, which is added to the list,
 * ended the reading. *ret_root is then the tree of the part before the fault.
 * It is not set if there are too many bytes or an invalid character. A
 * duplicate key or an alias is also added to the list, but does not end the
 * reading. O(bytes). */
int yaml_read(struct arena *, struct slice bytes, size_t file,
    struct fault_list *, struct yaml_node **ret_root);

/* True for an empty value, ~ or null without quotes. */
bool yaml_is_null(const struct yaml_node *);

#endif
