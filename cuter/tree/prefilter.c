/*
 * prefilter.c -- reads the page's tags and writes the elements that the
 * extractor uses.
 */
#include "cuter/tree/prefilter.h"

#include "base/array.h"
#include "base/limits/limits_rules.h"
#include "base/text/utf8.h"
#include "cuter/tree/markup.h"
#include "cuter/tree/prefilter_parts.h"

/* Pixels; smaller images are tracking pixels and spacers. */
#define SMALLEST_IMAGE 3

struct slice
page_head_meta(const struct page_head *head, const char *key)
{
	struct slice name = slice_of(key);

	for (size_t i = 0; i < head->n_metas; i++)
		if (slice_equal_nocase(head->metas[i].key, name) &&
		    head->metas[i].content.len > 0)
			return head->metas[i].content;
	return SLICE_NONE;
}

/* ------------------------------------------------------------------ text */

static bool
prefilter_is_blank(struct slice s)
{
	if (s.len > 0 && (unsigned char)s.p[0] > ' ')
		return false;
	return slice_trim(s).len == 0;
}

static void
prefilter_write_text(struct prefilter *f)
{
	struct buf *out = f->out;

	if (f->in_noscript)
		return;
	if (prefilter_is_blank(f->scan.text) && f->guard.open[TAG_PRE] == 0) {
		if (out->len > 0 && out->p[out->len - 1] != '\n')
			buf_append_char(out, '\n');
		return;
	}
	f->ended_token = false;
	if (!guard_text(&f->guard)) {
		f->full = true;
		return;
	}
	markup_write_escaped(out, f->scan.text, REFERENCE_IN_TEXT);
}

/* -------------------------------------------------------------- elements */

static void
prefilter_keep_meta(struct prefilter *f)
{
	static const enum attr keys[] = { ATTR_PROPERTY, ATTR_NAME,
		ATTR_ITEMPROP, ATTR_HTTP_EQUIV };
	struct page_head *head = f->head;
	const struct scan *s = &f->scan;

	for (size_t i = 0; i < ARRAY_LENGTH(keys); i++) {
		if (!scan_has(s, keys[i]) || !scan_has(s, ATTR_CONTENT) ||
		    head->n_metas == PREFILTER_METAS ||
		    s->attr[ATTR_CONTENT].len > attr_max_bytes(ATTR_CONTENT))
			continue;
		head->metas[head->n_metas++] = (struct page_meta){
			slice_trim(s->attr[keys[i]]),
			prefilter_decode(f, s->attr[ATTR_CONTENT]),
		};
		break;
	}
}

static void
prefilter_keep_refresh(struct prefilter *f)
{
	struct page_head *head = f->head;
	const struct scan *s = &f->scan;

	if (!slice_equal_nocase(slice_trim(scan_attr(s, ATTR_HTTP_EQUIV)),
		SLICE("refresh")) ||
	    !scan_has(s, ATTR_CONTENT) ||
	    (head->refresh.p != NULL &&
		(f->in_noscript || !head->is_refresh_for_noscript)))
		return;
	head->refresh = prefilter_decode(f, s->attr[ATTR_CONTENT]);
	head->is_refresh_for_noscript = f->in_noscript;
}

/* True for a link to the AMP version of the page. If no variant was found
 * before, also true for a link to the print version. */
static bool
prefilter_is_variant(const struct prefilter *f, struct slice rel)
{
	return slice_equal_nocase(rel, SLICE("amphtml")) ||
	       (f->head->variant.p == NULL &&
		   slice_equal_nocase(rel, SLICE("alternate")) &&
		   slice_equal_nocase(
		       slice_trim(scan_attr(&f->scan, ATTR_MEDIA)),
		       SLICE("print")));
}

static bool
prefilter_is_feed_type(struct slice type)
{
	static const struct slice types[] = { SLICE("application/rss+xml"),
		SLICE("application/atom+xml"), SLICE("application/feed+json"),
		SLICE("application/rdf+xml") };

	type = slice_trim(slice_sub(type, 0, slice_find_char(type, ';', 0)));
	for (size_t i = 0; i < ARRAY_LENGTH(types); i++)
		if (slice_equal_nocase(type, types[i]))
			return true;
	return false;
}

static bool
prefilter_has_word(struct slice words, struct slice word)
{
	struct slice each;

	while (slice_next(&words, ' ', &each))
		if (slice_equal_nocase(slice_trim(each), word))
			return true;
	return false;
}

static void
prefilter_keep_feed(struct prefilter *f, struct slice rel)
{
	struct page_head *head = f->head;

	if (head->n_feeds < LIMIT_PAGE_FEEDS && f->guard.n_nodes == 0 &&
	    scan_has(&f->scan, ATTR_HREF) &&
	    prefilter_is_feed_type(scan_attr(&f->scan, ATTR_TYPE)) &&
	    prefilter_has_word(rel, SLICE("alternate")))
		head->feeds[head->n_feeds++] =
		    prefilter_decode(f, f->scan.attr[ATTR_HREF]);
}

static void
prefilter_keep_link(struct prefilter *f)
{
	struct slice rel = scan_attr(&f->scan, ATTR_REL);

	prefilter_keep_feed(f, rel);

	if (f->head->canonical.p == NULL && scan_has(&f->scan, ATTR_HREF) &&
	    slice_equal_nocase(slice_trim(rel), SLICE("canonical")))
		f->head->canonical =
		    prefilter_decode(f, f->scan.attr[ATTR_HREF]);
	if (scan_has(&f->scan, ATTR_HREF) &&
	    prefilter_is_variant(f, slice_trim(rel)))
		f->head->variant = prefilter_decode(f, f->scan.attr[ATTR_HREF]);
	if (f->head->next.p == NULL && scan_has(&f->scan, ATTR_HREF) &&
	    slice_equal_nocase(slice_trim(rel), SLICE("next")))
		f->head->next = prefilter_decode(f, f->scan.attr[ATTR_HREF]);
}

static void
prefilter_keep_script(struct prefilter *f)
{
	struct slice type = scan_attr(&f->scan, ATTR_TYPE);
	bool is_json_ld =
	    slice_find_nocase(type, SLICE("ld+json"), 0) != SLICE_NOT_FOUND;
	struct slice body;

	if (!scan_skip_element(&f->scan, &body))
		/* the script has no end tag and extends to the end of the page
		 */
		scan_skip_rest(&f->scan);
	else if (is_json_ld && f->head->n_json_ld < PREFILTER_SCRIPTS)
		f->head->json_ld[f->head->n_json_ld++] = body;
}

/* Writes an <img> that has an address. Tracking pixels are left out. */
static void
prefilter_write_image(struct prefilter *f)
{
	static const enum attr sizes[] = { ATTR_WIDTH, ATTR_HEIGHT };
	const struct scan *s = &f->scan;
	struct slice source = prefilter_image_source(f);

	for (size_t i = 0; i < 2; i++) {
		int64_t pixels;

		if (scan_has(s, sizes[i]) &&
		    slice_to_int64(slice_trim(s->attr[sizes[i]]), &pixels) &&
		    pixels < SMALLEST_IMAGE)
			return;
	}
	if (source.len == 0 || (f->in_noscript && markup_is_hidden(s)))
		return;
	if (guard_before(&f->guard, TAG_IMG) == TAG_TEXT)
		return;
	prefilter_begin_element(f, TAG_IMG, TAG_IMG);
	prefilter_add_attr(f, ATTR_SRC, slice_trim(source));
	prefilter_add_attr(f, ATTR_ALT, scan_attr(s, ATTR_ALT));
	prefilter_add_attr(f, ATTR_CLASS, scan_attr(s, ATTR_CLASS));
	prefilter_add_attr(f, ATTR_WIDTH, scan_attr(s, ATTR_WIDTH));
	prefilter_add_attr(f, ATTR_HEIGHT, scan_attr(s, ATTR_HEIGHT));
	prefilter_add_attr(f, ATTR_ITEMPROP, scan_attr(s, ATTR_ITEMPROP));
	if (markup_is_hidden(s))
		prefilter_add_attr(f, ATTR_HIDDEN, SLICE("hidden"));
	prefilter_end_attrs(f);
}

/* Returns the address of the first <source> in the content of a <video> or
 * <audio>. */
static struct slice
prefilter_inner_source(struct slice content)
{
	struct scan inner;
	enum scan_kind kind;

	scan_init(&inner, slice_sub(content, 0, 4 * KIB));
	while ((kind = scan_next(&inner)) != SCAN_END)
		if (kind == SCAN_START_TAG && inner.tag->tag == TAG_SOURCE &&
		    scan_has(&inner, ATTR_SRC))
			return inner.attr[ATTR_SRC];
	return SLICE_NONE;
}

/* Writes a player: an element with an address and no content. */
static void
prefilter_write_player(struct prefilter *f, enum tag tag)
{
	struct scan *s = &f->scan;
	struct slice content = SLICE_NONE, source = scan_attr(s, ATTR_SRC);

	if (markup_is_placeholder(slice_trim(source)))
		source = scan_attr(s, ATTR_LAZY_SRC);
	(void)scan_skip_element(s, &content);
	if (source.len == 0 && tag != TAG_IFRAME)
		source = prefilter_inner_source(content);
	/* An empty <iframe> is kept, because its class may mark it as an
	 * advertisement. */
	if (guard_before(&f->guard, tag) == TAG_TEXT)
		return;
	prefilter_begin_element(f, tag, tag);
	prefilter_add_attr(f, ATTR_SRC, slice_trim(source));
	prefilter_add_attr(f, ATTR_POSTER, scan_attr(s, ATTR_POSTER));
	prefilter_add_attr(f, ATTR_TITLE, scan_attr(s, ATTR_TITLE));
	prefilter_add_attr(f, ATTR_CLASS, scan_attr(s, ATTR_CLASS));
	prefilter_add_attr(f, ATTR_ID, scan_attr(s, ATTR_ID));
	if (markup_is_hidden(s))
		prefilter_add_attr(f, ATTR_HIDDEN, SLICE("hidden"));
	prefilter_end_attrs(f);
	guard_end(&f->guard, tag);
}

static bool
prefilter_in_heading(const struct guard *g)
{
	for (int tag = TAG_H1; tag <= TAG_H6; tag++)
		if (g->open[tag] > 0)
			return true;
	return false;
}

static bool
prefilter_is_custom(const struct prefilter *f)
{
	return memchr(f->scan.name.p, '-', f->scan.name.len) != NULL;
}

/* Writes a custom element ("amp-sidebar") as a <div> with its name as class, if
 * a block is allowed here. If not, writes only its content. */
static void
prefilter_write_custom(struct prefilter *f)
{
	struct guard *g = &f->guard;

	if (!prefilter_is_custom(f))
		return;
	if (g->n_inline > 0 || g->open[TAG_P] > 0 || prefilter_in_heading(g)) {
		g->left_out[TAG_OTHER]++;
		return;
	}
	if (guard_before(g, TAG_OTHER) == TAG_TEXT)
		return;
	prefilter_begin_element(f, TAG_OTHER, TAG_DIV);
	if (!scan_has(&f->scan, ATTR_CLASS)) {
		f->scan.has |= 1u << ATTR_CLASS;
		f->scan.attr[ATTR_CLASS] = f->scan.name;
	}
	prefilter_write_attrs(f, f->scan.tag, TAG_DIV);
	prefilter_end_attrs(f);
}

static void
prefilter_write_element(struct prefilter *f, const struct tag_info *info)
{
	enum tag tag = info->tag, written;

	/* An <a> without href is not a link. */
	if (tag == TAG_A && !scan_has(&f->scan, ATTR_HREF) && !f->is_whole)
		return;
	written = guard_before(&f->guard, tag);
	if (written == TAG_TEXT)
		return;
	if (tag == TAG_OTHER ||
	    (tag == TAG_A && !scan_has(&f->scan, ATTR_HREF)))
		written = TAG_SPAN;
	prefilter_begin_element(f, tag, written);
	prefilter_write_attrs(f, info, written);
	prefilter_end_attrs(f);
}

/* Stores the address of the first <source> in a <picture>. */
static void
prefilter_keep_source(struct prefilter *f)
{
	if (!f->in_picture || f->picture_src.p != NULL)
		return;
	f->picture_src =
	    markup_best_candidate(scan_attr(&f->scan, ATTR_SRCSET));
	if (f->picture_src.p == NULL)
		f->picture_src = markup_best_candidate(
		    scan_attr(&f->scan, ATTR_LAZY_SRCSET));
}

/* Handles the elements that need special treatment. Returns false for all other
 * elements. */
static bool
prefilter_start_special(struct prefilter *f, const struct tag_info *info)
{
	struct scan *s = &f->scan;
	struct slice skipped;

	switch (info->tag) {
	case TAG_HTML:
		if (f->head->language.p == NULL && scan_has(s, ATTR_LANG))
			f->head->language =
			    prefilter_decode(f, s->attr[ATTR_LANG]);
		return true;
	case TAG_META:
		prefilter_keep_refresh(f);
		prefilter_keep_meta(f);
		return true;
	case TAG_LINK:
		prefilter_keep_link(f);
		return true;
	case TAG_BASE:
		if (f->head->base.p == NULL && scan_has(s, ATTR_HREF))
			f->head->base = prefilter_decode(f, s->attr[ATTR_HREF]);
		return true;
	case TAG_TITLE:
		if (scan_skip_element(s, &skipped) && f->head->title.p == NULL)
			f->head->title = slice_trim(reference_text(f->arena,
			    slice_sub(skipped, 0, 4 * KIB), REFERENCE_IN_TEXT));
		return true;
	case TAG_SCRIPT:
		prefilter_keep_script(f);
		return true;
	case TAG_NOSCRIPT:
		f->in_noscript = true;
		return true;
	case TAG_PICTURE:
		f->in_picture = true;
		f->picture_src = SLICE_NONE;
		return true;
	case TAG_SOURCE:
		prefilter_keep_source(f);
		return true;
	case TAG_IMG:
		prefilter_write_image(f);
		return true;
	case TAG_IFRAME:
	case TAG_VIDEO:
	case TAG_AUDIO:
		prefilter_write_player(f, info->tag);
		return true;
	case TAG_TEMPLATE:
		if (!scan_has(s, ATTR_SHADOW))
			(void)scan_skip_element(s, &skipped);
		return true;
	case TAG_HEAD:
	case TAG_BODY:
		return true;
	default:
		return f->in_noscript;
	}
}

/* Stores the start tag that was read last, as it is in the page. */
static void
prefilter_keep_tag(struct prefilter *f, enum tag tag)
{
	const struct scan *s = &f->scan;

	f->tag = slice_sub(s->page, (size_t)(s->name.p - s->page.p), s->at);
	if ((tag == TAG_META || tag == TAG_LINK || tag == TAG_SCRIPT) &&
	    f->n_head_tags < LIMIT_RULES_HEAD)
		f->head_tags[f->n_head_tags++] = f->tag;
}

/* True for an element of MathML that contains text: a name, a number, an
 * operator. */
static bool
prefilter_is_token(struct slice name)
{
	static const char *const tokens[] = { "mi", "mn", "mo", "ms", "mtext" };

	for (size_t i = 0; i < ARRAY_LENGTH(tokens); i++)
		if (slice_equal_nocase(name, slice_of(tokens[i])))
			return true;
	return false;
}

/* True for <math> in a hidden element.  Wikipedia hides the formula and shows a
 * picture of it.  A hidden formula would divide its paragraph. */
static bool
prefilter_is_hidden_formula(struct prefilter *f)
{
	const struct scan *s = &f->scan;
	bool was_hidden = f->hidden_at != 0 &&
			  prefilter_is_blank(slice_sub(s->page, f->hidden_at,
			      (size_t)(s->name.p - s->page.p) - 1));

	f->hidden_at = markup_is_hidden(s) ? s->at : 0;
	return was_hidden && slice_equal_nocase(s->name, SLICE("math"));
}

static void
prefilter_start_tag(struct prefilter *f)
{
	const struct tag_info *info = f->scan.tag;
	struct slice skipped;

	/* The lines of a fraction, and a base and its exponent, are not one
	 * number. */
	if (f->ended_token && prefilter_is_token(f->scan.name))
		buf_append_char(f->out, ' ');
	if (prefilter_is_hidden_formula(f)) {
		(void)scan_skip_element(&f->scan, &skipped);
		return;
	}
	if (f->is_whole)
		prefilter_keep_tag(f, info->tag);
	if (prefilter_start_special(f, info))
		return;
	if (info->flags & TAG_IS_DROPPED) {
		if (!(info->flags & TAG_IS_VOID) &&
		    !scan_skip_element(&f->scan, &skipped) &&
		    slice_equal_nocase(f->scan.name, SLICE("style")))
			scan_skip_rest(&f->scan);
		return;
	}
	if (info->tag == TAG_OTHER && f->is_whole && !prefilter_is_custom(f))
		prefilter_write_element(f, info);
	else if (info->tag == TAG_OTHER)
		prefilter_write_custom(f);
	else if (!(info->flags & TAG_IS_UNWRAPPED))
		prefilter_write_element(f, info);
}

static void
prefilter_end_tag(struct prefilter *f)
{
	switch (f->scan.tag->tag) {
	case TAG_NOSCRIPT:
		f->in_noscript = false;
		break;
	case TAG_PICTURE:
		f->in_picture = false;
		f->picture_src = SLICE_NONE;
		break;
	case TAG_OTHER:
		f->ended_token = prefilter_is_token(f->scan.name) ||
				 (f->ended_token &&
				     !slice_equal_nocase(
					 f->scan.name, SLICE("math")));
		if (f->is_whole || prefilter_is_custom(f))
			guard_end(&f->guard, TAG_OTHER);
		break;
	case TAG_BR: /* browsers read "</br>" as <br> */
		f->scan.has = 0;
		prefilter_write_element(f, f->scan.tag);
		break;
	default:
		if (!f->in_noscript)
			guard_end(&f->guard, f->scan.tag->tag);
	}
}

static void
prefilter_run_as(struct arena *arena, struct slice page, struct buf *out,
    bool is_whole, struct prefilter_result *ret)
{
	struct prefilter f = {
		.arena = arena, .out = out, .is_whole = is_whole
	};
	enum scan_kind kind;

	if (is_whole)
		f.head_tags =
		    arena_array(arena, LIMIT_RULES_HEAD, sizeof(*f.head_tags));
	f.head = arena_alloc(arena, sizeof(*f.head));
	prefilter_init_attrs(&f);
	scan_init(&f.scan, page);
	guard_init(&f.guard, out);
	buf_clear(out);
	buf_append_string(out, "<!DOCTYPE html>\n<html><head><title>.</title>"
			       "</head><body>");
	while (!f.full && !buf_failed(out) &&
	       (kind = scan_next(&f.scan)) != SCAN_END) {
		if (kind == SCAN_TEXT)
			prefilter_write_text(&f);
		else if (kind == SCAN_START_TAG)
			prefilter_start_tag(&f);
		else
			prefilter_end_tag(&f);
	}
	guard_finish(&f.guard);
	buf_append_string(out, "</body></html>");
	ret->head = f.head;
	ret->attrs = f.attrs;
	ret->faults = f.guard.faults;
	ret->truncated = (f.guard.faults & GUARD_MANY) != 0 || buf_failed(out);
	ret->n_nodes = f.guard.n_nodes;
	ret->head_tags = f.head_tags;
	ret->n_head_tags = f.n_head_tags;
}

void
prefilter_run(struct arena *arena, struct slice page, struct buf *out,
    struct prefilter_result *ret)
{
	prefilter_run_as(arena, page, out, false, ret);
}

void
prefilter_run_whole(struct arena *arena, struct slice page, struct buf *out,
    struct prefilter_result *ret)
{
	prefilter_run_as(arena, page, out, true, ret);
}
