/*
 * deletion.c -- reads the notice of a feed that an entry was deleted.
 *
 * Source: RFC 6721 (<at:deleted-entry ref="ID" when="DATE">).
 */
#include "crawler/feed/format/deletion.h"

#include "base/limits.h"

void
deletion_add(struct builder *b, struct slice ref, struct slice when)
{
	struct feed *feed = b->feed;
	struct feed_deletion *deletion;
	int64_t at;

	ref = slice_trim(ref);
	if (ref.len == 0 || ref.len > LIMIT_GUID_BYTES ||
	    feed->n_deletions >= LIMIT_FEED_DELETIONS)
		return;
	if (feed->deletions == NULL)
		feed->deletions = arena_array(
		    b->arena, LIMIT_FEED_DELETIONS, sizeof(*feed->deletions));
	deletion = &feed->deletions[feed->n_deletions++];
	deletion->id = arena_copy(b->arena, ref);
	deletion->at = date_parse(when, &at, NULL) ? at : DATE_NONE;
}
