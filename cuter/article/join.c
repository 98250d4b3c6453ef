/*
 * join.c -- an article that stands on several pages, made whole.
 *
 * In:  its parts, each as cut by itself, in their order.
 * Out: the first, with the others' text and pictures behind its own.
 *
 * Each page repeats headline, standfirst, "read also"; one may be the whole
 * text on one page.  So a block that an earlier part had is left out, but a
 * short one in the midst of what is new ("Question:") only where nothing new
 * follows it.  O(n).
 */
#include "base/table.h"
#include "base/utf8.h"
#include "config/limits.h"
#include "cuter/article/article.h"
#include "cuter/features/features.h"

#define SHORT_WORDS 8

typedef bool next_block(struct slice *rest, struct slice *ret);

/* ---- blocks of a text, of HTML ---- */

static bool
next_paragraph(struct slice *rest, struct slice *ret)
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

/* What a tag does to the depth: article_html() writes no others. */
static int
depth_of(struct slice tag)
{
	if (slice_starts(tag, SLICE("<br")) || slice_starts(tag, SLICE("<img")))
		return 0;
	return slice_starts(tag, SLICE("</")) ? -1 : 1;
}

/* An outermost element with what it holds. */
static bool
next_element(struct slice *rest, struct slice *ret)
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
		depth += depth_of(slice_sub(*rest, open, close));
		at = close + 1;
	} while (depth > 0);
	*ret = slice_trim(slice_sub(*rest, 0, at));
	*rest = slice_sub(*rest, at, rest->len);
	return true;
}

/* A hash of its words, by which it is known again; of all of it where it has
 * none, or a picture, whose caption may be that of another.  Who makes two
 * collide has harmed his own article. */
static uint64_t
hash_of(struct slice block)
{
	uint64_t hash = 0xcbf29ce484222325u; /* FNV-1a, rune by rune */
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
	struct table seen; /* key → number of the part that had it first */
	struct buf out;
	next_block *next;
	struct slice gap, joined;
};

static void
put(struct joining *j, struct slice block)
{
	if (j->out.len > 0)
		buf_append_slice(&j->out, j->gap);
	buf_append_slice(&j->out, block);
}

static bool
is_short(struct slice block)
{
	return words_count(block) < SHORT_WORDS;
}

static struct slice
kept_key(struct joining *j, uint64_t hash)
{
	uint64_t *kept = arena_alloc(j->arena, sizeof(*kept));

	*kept = hash;
	return (struct slice){ (const char *)kept, sizeof(*kept) };
}

static void
add_part(struct joining *j, struct slice text, size_t number)
{
	struct slice block, held = SLICE_NONE;
	bool any = false; /* new of this part */

	while (j->next(&text, &block)) {
		uint64_t hash = hash_of(block);
		struct slice key = { (const char *)&hash, sizeof(hash) };
		const void *of = table_get(&j->seen, key);
		bool known = of != NULL && (uintptr_t)of != number;

		if (known && (!any || !is_short(block)))
			continue;
		if (known) {
			held = block;
			continue;
		}
		if (held.p != NULL)
			put(j, held);
		held = SLICE_NONE;
		put(j, block);
		any = true;
		if (of == NULL) /* without memory for it, nothing is left out */
			(void)table_put(
			    &j->seen, kept_key(j, hash), (void *)number);
	}
}

/* Into j->out; false where not all parts found room. */
static bool
add_parts(struct joining *j, const struct slice *texts, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		size_t before = j->out.len;

		add_part(j, texts[i], i + 1);
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
	/* Table and buffer are not the arena's: its owner's jump would leave
	 * them behind. */
	is_exhausted = setjmp(exhausted) != 0;
	if (!is_exhausted) {
		arena->exhausted = &exhausted;
		if (!add_parts(&j, texts, n))
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
has_media(const struct cuter_article *a, struct slice url)
{
	for (size_t i = 0; i < a->n_media; i++)
		if (slice_equal(a->media[i].url, url))
			return true;
	return false;
}

/* Pictures that further parts have; none of them leads. */
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
			    has_media(a, media.url))
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
		a.body = join_texts(arena, texts, n, next_paragraph,
		    SLICE("\n\n"), LIMIT_ARTICLE_BYTES, &is_whole);
		for (size_t i = 0; i < n; i++)
			texts[i] = parts[i].body_html;
		a.body_html = join_texts(arena, texts, n, next_element,
		    SLICE("\n"), 2 * LIMIT_ARTICLE_BYTES, &is_whole);
		join_media(arena, parts, n, &a);
		a.word_count = words_count(a.body);
		/* What its first page alone was too short for. */
		a.flags &= ~(unsigned)CUTER_FLAG_STUB;
		if (a.page_class == CUTER_PAGE_STUB)
			a.page_class = CUTER_PAGE_ARTICLE;
	}
	if (!is_whole)
		a.flags |= CUTER_FLAG_TRUNCATED;
	a.next_part = SLICE_NONE;
	*ret = a;
}
