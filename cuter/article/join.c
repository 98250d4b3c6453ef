/*
 * join.c -- joins the parts of an article that has several pages.
 *
 * In: the parts, each extracted by itself, in their order.
 * Out: the first part, with the texts and pictures of the other parts appended.
 *
 * Each page repeats headline, standfirst and "read also" links, and sometimes
 * one page has the whole text. Therefore a block is omitted if an earlier part
 * has it. A short repeated block ("Question:") is kept if it is between two new
 * blocks of its part. O(n).
 */
#include "base/limits.h"
#include "base/table.h"
#include "base/text/utf8.h"
#include "cuter/article/article.h"
#include "cuter/features/features.h"

#define SHORT_WORDS 8

typedef bool next_block(struct slice *rest, struct slice *ret);

/* ---- blocks of a text, of HTML ---- */

static bool
join_next_paragraph(struct slice *rest, struct slice *ret)
{
	size_t end;

	if (rest->len == 0)
		return false;
	end = slice_find(*rest, SLICE("\n\n"), 0);
	*ret = slice_sub(*rest, 0, end);
	*rest = slice_sub(
	    *rest, end == SLICE_NOT_FOUND ? rest->len : end + 2, rest->len);
	return true;
}

/* Returns the number by which a tag of article_html() changes the depth: 1, 0
 * or -1. */
static int
join_depth_of(struct slice tag)
{
	if (slice_starts(tag, SLICE("<br")) || slice_starts(tag, SLICE("<img")))
		return 0;
	return slice_starts(tag, SLICE("</")) ? -1 : 1;
}

/* Removes the next outermost element with its content from *rest. */
static bool
join_next_element(struct slice *rest, struct slice *ret)
{
	size_t at = 0;
	int depth = 0;

	if (slice_trim(*rest).len == 0)
		return false;
	do {
		size_t open = slice_find_char(*rest, '<', at);
		size_t close = open == SLICE_NOT_FOUND
				   ? open
				   : slice_find_char(*rest, '>', open);

		if (close == SLICE_NOT_FOUND) {
			at = rest->len;
			break;
		}
		depth += join_depth_of(slice_sub(*rest, open, close));
		at = close + 1;
	} while (depth > 0);
	*ret = slice_trim(slice_sub(*rest, 0, at));
	*rest = slice_sub(*rest, at, rest->len);
	return true;
}

/* Returns a hash of the block's words. If the block has no words or has a
 * picture, returns the hash of the whole block, because two pictures may have
 * the same caption. An author can forge a collision, which affects only the
 * author's own article. */
static uint64_t
join_hash_of(struct slice block)
{
	uint64_t hash = 0xcbf29ce484222325u; /* FNV-1a over code points */
	bool in_tag = false, any = false;

	if (slice_find(block, SLICE("<img "), 0) != SLICE_NOT_FOUND)
		return hash_stable(block);
	for (size_t at = 0; at < block.len;) {
		uint32_t rune;

		at += utf8_decode(block.p + at, block.len - at, &rune);
		if (rune == '<' || rune == '>')
			in_tag = rune == '<';
		else if (!in_tag && rune_is_word(rune)) {
			hash = (hash ^ rune_lower(rune)) * 0x100000001b3u;
			any = true;
		}
	}
	return any ? hash : hash_stable(block);
}

/* ---- joining ---- */

struct joining {
	struct arena *arena;
	struct table seen; /* key of a paragraph → number of the first part that
			      contains it */
	struct buf out;
	next_block *next;
	struct slice gap, joined;
};

static void
join_put(struct joining *j, struct slice block)
{
	if (j->out.len > 0)
		buf_append_slice(&j->out, j->gap);
	buf_append_slice(&j->out, block);
}

static bool
join_is_short(struct slice block)
{
	return words_count(block) < SHORT_WORDS;
}

static struct slice
join_copy_key(struct joining *j, uint64_t hash)
{
	uint64_t *kept = arena_alloc(j->arena, sizeof(*kept));

	*kept = hash;
	return (struct slice){ (const char *)kept, sizeof(*kept) };
}

static void
join_add_part(struct joining *j, struct slice text, size_t number)
{
	struct slice block, held = SLICE_NONE;
	bool any =
	    false; /* the part has a paragraph that no earlier part has */

	while (j->next(&text, &block)) {
		uint64_t hash = join_hash_of(block);
		struct slice key = { (const char *)&hash, sizeof(hash) };
		const void *of = table_get(&j->seen, key);
		bool known = of != NULL && (uintptr_t)of != number;

		if (known && (!any || !join_is_short(block)))
			continue;
		if (known) {
			held = block;
			continue;
		}
		if (held.p != NULL)
			join_put(j, held);
		held = SLICE_NONE;
		join_put(j, block);
		any = true;
		/* If there is no memory for the key, later copies of the block
		 * are not omitted. */
		if (of == NULL)
			(void)table_put(
			    &j->seen, join_copy_key(j, hash), (void *)number);
	}
}

/* Writes the parts to j->out; returns false at the first part that does not
 * fit. */
static bool
join_add_parts(struct joining *j, const struct slice *texts, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		size_t before = j->out.len;

		join_add_part(j, texts[i], i + 1);
		if (buf_failed(&j->out)) {
			j->out.len = before;
			return false;
		}
	}
	return true;
}

static struct slice
join_texts(struct arena *arena, const struct slice *texts, size_t n,
    next_block *next, struct slice gap, size_t max_bytes, bool *ret_whole)
{
	struct joining j = { .arena = arena, .next = next, .gap = gap };
	jmp_buf *outer = arena->exhausted, exhausted;
	bool is_exhausted;

	table_init(&j.seen);
	buf_init(&j.out, max_bytes);
	/* The table and the buffer are not in the arena. A jump of the arena is
	 * caught here; otherwise the table and the buffer would never be freed.
	 */
	is_exhausted = setjmp(exhausted) != 0;
	if (!is_exhausted) {
		arena->exhausted = &exhausted;
		if (!join_add_parts(&j, texts, n))
			*ret_whole = false;
		j.joined = arena_copy(arena, buf_slice(&j.out));
	}
	arena->exhausted = outer;
	buf_release(&j.out);
	table_release(&j.seen);
	if (is_exhausted)
		longjmp(*outer, 1);
	return j.joined;
}

static bool
join_has_media(const struct cuter_article *a, struct slice url)
{
	for (size_t i = 0; i < a->n_media; i++)
		if (slice_equal(a->media[i].url, url))
			return true;
	return false;
}

/* Adds the media of the other parts. None of the added images is the lead
 * image. */
static void
join_media(struct arena *arena, const struct cuter_article *parts, size_t n,
    struct cuter_article *a)
{
	struct cuter_media *all =
	    arena_array(arena, LIMIT_ARTICLE_LIST, sizeof(*all));

	if (a->n_media > 0)
		memcpy(all, a->media, a->n_media * sizeof(*all));
	a->media = all;
	for (size_t k = 1; k < n; k++)
		for (size_t i = 0; i < parts[k].n_media; i++) {
			struct cuter_media media = parts[k].media[i];

			if (a->n_media == LIMIT_ARTICLE_LIST ||
			    join_has_media(a, media.url))
				continue;
			media.is_lead = false;
			all[a->n_media++] = media;
		}
}

void
cuter_join(struct arena *arena, const struct cuter_article *parts, size_t n,
    bool is_whole, struct cuter_article *ret)
{
	struct cuter_article a = parts[0];
	struct slice *texts = arena_array(arena, n, sizeof(*texts));

	if (n > 1) {
		for (size_t i = 0; i < n; i++)
			texts[i] = parts[i].body;
		a.body = join_texts(arena, texts, n, join_next_paragraph,
		    SLICE("\n\n"), LIMIT_ARTICLE_BYTES, &is_whole);
		for (size_t i = 0; i < n; i++)
			texts[i] = parts[i].body_html;
		a.body_html = join_texts(arena, texts, n, join_next_element,
		    SLICE("\n"), 2 * LIMIT_ARTICLE_BYTES, &is_whole);
		join_media(arena, parts, n, &a);
		a.word_count = words_count(a.body);
		/* The stub flag was computed from the text of the first part
		 * only. */
		a.flags &= ~(unsigned)CUTER_FLAG_STUB;
		if (a.page_class == CUTER_PAGE_STUB)
			a.page_class = CUTER_PAGE_ARTICLE;
	}
	if (!is_whole)
		a.flags |= CUTER_FLAG_TRUNCATED;
	a.next_part = SLICE_NONE;
	*ret = a;
}
