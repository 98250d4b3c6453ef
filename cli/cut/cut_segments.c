/*
 * cut_segments.c -- the blocks of a divided page as JSON.
 *
 * Out: {"segmenter": "dom", "truncated": false, "blocks": [{"text", "path",
 *      "size"}]} and a line end. size is in words.
 */
#include "base/text/json_writer.h"
#include "cli/cut/cut.h"

void
cut_write_segments(struct buf *out, enum cuter_segmenter segmenter,
    const struct cuter_segments *found)
{
	struct json_writer w;

	json_writer_init(&w, out);
	json_write_object(&w, NULL);
	json_write_text(
	    &w, "segmenter", slice_of(cuter_segmenter_name(segmenter)));
	json_write_bool(&w, "truncated", found->is_truncated);
	json_write_array(&w, "blocks");
	for (size_t i = 0; i < found->n; i++) {
		json_write_object(&w, NULL);
		json_write_text(&w, "text", found->list[i].text);
		json_write_text(&w, "path", found->list[i].path);
		json_write_int(&w, "size", found->list[i].words);
		json_write_end_object(&w);
	}
	json_write_end_array(&w);
	json_write_end_object(&w);
	buf_append_char(out, '\n');
}
