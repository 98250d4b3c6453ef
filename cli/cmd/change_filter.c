/*
 * change_filter.c -- the kinds of changes that `follow` and `push` accept.
 */
#include "cli/cmd/change_filter.h"

const char *const change_kinds[] = { "new", "revised", "withdrawn", NULL };

struct slice
change_filter_kind(const struct change_filter *filter)
{
	return slice_of(filter->kind < 0 ? NULL : change_kinds[filter->kind]);
}
