/*
 * comments.c -- finds the readers' comments on the article.
 *
 * In:  tree, marks, blocks, the title's block.
 * Out: MARK_THREAD on the blocks of comment threads.
 *
 * Comments may be longer than the article and have the same markup, so their
 * share of the page is not a criterion. Three signs are used, each only after
 * the title and some prose of the article: an element whose class or id names
 * comments; a short line that announces them ("3 comments", "Leave a reply");
 * and links or buttons that repeat ("Reply", "Report") in elements of the same
 * kind.
 * Cost: O(nodes * depth).
 */
#include <pthread.h>

#include "base/array.h"
#include "base/table.h"
#include "base/text/utf8.h"
#include "cuter/features/features.h"
#include "cuter/features/phrase_index.h"

#define PROSE_WORDS 10 /* least number of words of a block of prose */
/* Least number of words of prose before the first comment. */
#define ARTICLE_WORDS 40
#define LINE_WORDS    8 /* maximum words in a line that announces comments */
/* Maximum number of words in the container before a line that announces
 * comments. */
#define LINE_OTHERS 20
#define LINE_BLOCKS 64 /* maximum blocks before the line in its container */
/* Number of ancestors that are examined for a line that announces comments. */
#define LINE_LEVELS 3
#define ACTIONS     3 /* least number of repeated links of a thread */
/* Fewest blocks of an element that contains comments. */
#define NAMED_BLOCKS 2
#define MOST_ACTIONS 512

struct thread {
	struct page *page;
	uint32_t title;  /* node after which comments may begin */
	uint32_t *prose; /* for each block: words of prose before the block */
};

/* Parts of a class or id that denote comments, in lower case. */
static const char *const comments_names[] = { "comment", "disqus", "kommentare",
	"livefyre", "comentario", "commenti", "reacties", "hypercomments",
	"respond" };
/* Parts of a class or id that do not denote comments, although they contain a
 * name of the table above. */
static const char *const comments_not_names[] = { "commentary", "commentator",
	"nocomment", "no-comment", "comments-closed", "commented",
	"has-comment", "comment-count", "comments-count", "commentcount",
	"responds", "responde", "correspond", "responsive" };

/* A line of at most four words is the heading of comments if it begins with one
 * of these words, possibly after one other word. */
static const char *const comments_nouns[] = { "comments", "comment",
	"kommentare", "leserkommentare", "kommentar", "commentaires",
	"commentaire", "comentarios", "comentario", "comentários", "comentário",
	"commenti", "commento", "reacties", "kommentarer", "kommentit",
	"комментарии", "комментариев", "комментарий", "коментарі", "komentarze",
	"komentarzy", "komentáře", "komentari", "hozzászólások", "yorumlar",
	"yorum", "σχόλια", "التعليقات", "תגובות" };
static const char *const comments_phrases[] = { "leave a reply",
	"leave a response", "join the discussion", "join the conversation",
	"readers say", "reader reactions", "responses to", "replies to",
	"replies", "responses", "diskutieren sie mit", "lesermeinungen",
	"réactions", "deja una respuesta", "deixe uma resposta", "评论", "留言",
	"コメント", "댓글", "ความคิดเห็น" };

/* Texts of links and buttons that each comment has. */
static const char *const comments_actions[] = { "reply", "antworten",
	"répondre", "responder", "rispondi", "beantwoorden", "svar", "svara",
	"vastaa", "ответить", "відповісти", "odpowiedz", "odpovědět", "válasz",
	"yanıtla", "回复", "回覆", "返信", "답글" };

static struct phrase_index names_index, not_names_index, nouns_index,
    phrases_index;
static pthread_once_t comments_once = PTHREAD_ONCE_INIT;

static void
comments_fill_indexes(void)
{
	for (size_t i = 0; i < ARRAY_LENGTH(comments_names); i++)
		phrase_index_add(&names_index, comments_names[i]);
	for (size_t i = 0; i < ARRAY_LENGTH(comments_not_names); i++)
		phrase_index_add(&not_names_index, comments_not_names[i]);
	for (size_t i = 0; i < ARRAY_LENGTH(comments_nouns); i++)
		phrase_index_add(&nouns_index, comments_nouns[i]);
	for (size_t i = 0; i < ARRAY_LENGTH(comments_phrases); i++)
		phrase_index_add(&phrases_index, comments_phrases[i]);
}

/* ---- signs ---- */

static bool
comments_has_any(struct slice s, const struct phrase_index *words)
{
	return phrase_index_next(words, s, &(struct phrase_match){ 0 });
}

static bool
comments_is_named(const struct tree *t, uint32_t node)
{
	const struct slice values[] = { tree_attr(t, node, ATTR_CLASS),
		tree_attr(t, node, ATTR_ID) };

	for (size_t i = 0; i < ARRAY_LENGTH(values); i++)
		if (values[i].len > 0 &&
		    comments_has_any(values[i], &names_index) &&
		    !comments_has_any(values[i], &not_names_index))
			return true;
	return false;
}

/* Writes the words of a short line in lower case, separated by single spaces,
 * without digits and punctuation, with a space at both ends. Returns the number
 * of words. */
static size_t
comments_fold(struct slice line, char *out, size_t cap, size_t *ret_len)
{
	size_t n = 0, words = 0;
	bool in_word = false;

	out[n++] = ' ';
	for (size_t i = 0; i < line.len && n + 6 < cap;) {
		uint32_t rune;
		size_t took = utf8_decode(line.p + i, line.len - i, &rune);

		i += took;
		if (rune_is_word(rune) && !(rune >= '0' && rune <= '9')) {
			words += !in_word;
			in_word = true;
			n += utf8_encode(rune_lower(rune), out + n);
		} else if (in_word) {
			in_word = false;
			out[n++] = ' ';
		}
	}
	if (in_word)
		out[n++] = ' ';
	*ret_len = n;
	return words;
}

static size_t
comments_count_spaces(struct slice s, size_t end)
{
	size_t n = 0;

	for (size_t i = 0; i < end; i++)
		n += s.p[i] == ' ';
	return n;
}

static bool
comments_has_word(struct slice folded, const char *word)
{
	size_t len = strlen(word), at = 0;

	while ((at = slice_find_nocase(folded, slice_of(word), at)) !=
	       SLICE_NOT_FOUND) {
		/* in scripts without spaces, a word of the list may be anywhere
		 * in the line */
		if ((unsigned char)word[0] >= 0xe0 ||
		    (folded.p[at - 1] == ' ' && folded.p[at + len] == ' '))
			return true;
		at += len;
	}
	return false;
}

/* Returns true if a folded line begins with one of these words, possibly after
 * one other word. In scripts without spaces, the word may be anywhere in the
 * line. Only the first occurrence of each word is examined. */
static bool
comments_begins(struct slice folded, const struct phrase_index *words)
{
	uint64_t seen[PHRASE_INDEX_MAX / 64] = { 0 };
	struct phrase_match match = { 0 };

	while (phrase_index_next(words, folded, &match)) {
		struct slice word = words->phrase[match.phrase];
		uint64_t *bits = &seen[match.phrase / 64];
		uint64_t bit = UINT64_C(1) << match.phrase % 64;

		if ((*bits & bit) != 0)
			continue;
		*bits |= bit;
		if ((unsigned char)word.p[0] >= 0xe0)
			return true; /* this script has no spaces between words
				      */
		if (folded.p[match.at - 1] == ' ' &&
		    folded.p[match.at + word.len] == ' ' &&
		    comments_count_spaces(folded, match.at) <= 2)
			return true;
	}
	return false;
}

/* Returns true if a block is the heading of comments: a short line that is not
 * a sentence. A linked line outside of a heading element is not accepted,
 * because a link to the comments may be anywhere on the page. */
static bool
comments_is_line(const struct page *page, const struct block *b)
{
	char bytes[256];
	struct slice folded = { bytes, 0 }, text;
	size_t words;

	if (b->words == 0 || b->words > LINE_WORDS || b->bytes > 120 ||
	    b->marks & (MARK_HIDDEN | MARK_TABLE) ||
	    (!b->is_heading && b->link_bytes * 2 > b->bytes))
		return false;
	text = page_block_text(page, b);
	if (text.len > 0 && strchr(".!?,;\"", text.p[text.len - 1]) != NULL)
		return false;
	words = comments_fold(text, bytes, sizeof(bytes), &folded.len);
	return comments_begins(folded, &phrases_index) ||
	       (words <= 4 && comments_begins(folded, &nouns_index));
}

static bool
comments_is_action(const struct page *page, uint32_t leaf)
{
	char bytes[64];
	struct slice folded = { bytes, 0 };

	if (!(page->marks[leaf] & (MARK_LINK | MARK_BUTTON)) ||
	    page->tree.nodes[leaf].text.len > 40 ||
	    comments_fold(page->tree.nodes[leaf].text, bytes, sizeof(bytes),
		&folded.len) != 1)
		return false;
	for (size_t i = 0; i < ARRAY_LENGTH(comments_actions); i++)
		if (comments_has_word(folded, comments_actions[i]))
			return true;
	return false;
}

/* ---- places ---- */

/* Returns true if the node is after the title, and at least ARTICLE_WORDS words
 * of prose are between them. */
static bool
comments_may_begin(const struct thread *s, uint32_t node)
{
	return node > s->title &&
	       s->prose[page_block_at(s->page, node)] >= ARTICLE_WORDS;
}

/* Returns true if at most LINE_OTHERS visible words, in at most LINE_BLOCKS
 * blocks, are between two nodes. The limit on blocks avoids quadratic time on
 * pages with many such lines. */
static bool
comments_is_bare(const struct page *page, uint32_t from, uint32_t to)
{
	uint32_t words = 0, i = page_block_at(page, from), n = 0;

	for (; i < page->n_blocks && page->blocks[i].first < to; i++) {
		if (!(page->blocks[i].marks & MARK_HIDDEN))
			words += page->blocks[i].words;
		if (words > LINE_OTHERS || ++n > LINE_BLOCKS)
			return false;
	}
	return true;
}

static void
comments_mark(struct thread *s, uint32_t from, uint32_t to)
{
	struct page *page = s->page;

	for (uint32_t i = page_block_at(page, from);
	     i < page->n_blocks && page->blocks[i].first < to; i++)
		page->blocks[i].marks |= MARK_THREAD;
}

/* ---- the three signs ---- */

static void
comments_by_name(struct thread *s)
{
	const struct tree *t = &s->page->tree;

	for (uint32_t i = s->title + 1; i < t->n;) {
		if (t->nodes[i].record == TREE_NOWHERE ||
		    !tag_is(t->nodes[i].tag, TAG_IS_BLOCK) ||
		    !comments_is_named(t, i) || !comments_may_begin(s, i) ||
		    page_block_at(s->page, t->nodes[i].end) <
			page_block_at(s->page, i) + NAMED_BLOCKS) {
			i++;
			continue;
		}
		comments_mark(s, i, t->nodes[i].end);
		i = t->nodes[i].end;
	}
}

/* Marks the blocks from a heading of comments to the end of the element that
 * contains the heading. */
static void
comments_by_line(struct thread *s)
{
	struct page *page = s->page;
	const struct tree *t = &page->tree;

	for (uint32_t i = page_block_at(page, s->title + 1); i < page->n_blocks;
	     i++) {
		const struct block *b = &page->blocks[i];
		uint32_t node = b->node;

		if (b->marks & MARK_THREAD || !comments_is_line(page, b) ||
		    !comments_may_begin(s, b->first))
			continue;
		for (int up = 0;
		     up < LINE_LEVELS && node != TREE_ROOT &&
		     t->nodes[node].parent > s->title &&
		     comments_is_bare(page, t->nodes[node].parent, b->first);
		     up++)
			node = t->nodes[node].parent;
		if (node != TREE_ROOT &&
		    (node == b->node || t->nodes[node].end == b->end))
			comments_mark(
			    s, b->first, t->nodes[t->nodes[node].parent].end);
		else
			comments_mark(s, b->first, t->nodes[node].end);
	}
}

static uint32_t
comments_common(const struct tree *t, uint32_t a, uint32_t b)
{
	while (b >= t->nodes[a].end || b < a)
		a = t->nodes[a].parent;
	return a;
}

static void
comments_by_action(struct thread *s)
{
	const struct tree *t = &s->page->tree;
	uint32_t n = 0, first = 0, last = 0, common;

	for (uint32_t i = s->title + 1; i < t->n && n < MOST_ACTIONS; i++) {
		if (t->nodes[i].tag != TAG_TEXT ||
		    !comments_is_action(s->page, i) ||
		    !comments_may_begin(s, i))
			continue;
		first = n == 0 ? i : first;
		last = i;
		n++;
	}
	if (n < ACTIONS)
		return;
	common = comments_common(t, first, last);
	while (first != common && t->nodes[first].parent != common)
		first = t->nodes[first].parent;
	if (comments_may_begin(s, first))
		comments_mark(s, first, t->nodes[common].end);
}

void
features_find_comments(struct page *page)
{
	struct thread s = { .page = page };
	uint32_t words = 0, from = 0;

	pthread_once(&comments_once, comments_fill_indexes);
	if (page->title_block != PAGE_NO_BLOCK) {
		from = page->title_block;
		s.title = page->blocks[from].node;
	}
	s.prose =
	    arena_array(page->arena, page->n_blocks + 1u, sizeof(*s.prose));
	for (uint32_t i = 0; i < page->n_blocks; i++) {
		const struct block *b = &page->blocks[i];

		s.prose[i] = words;
		if (i >= from && b->words >= PROSE_WORDS &&
		    b->link_bytes * 2 < b->bytes && !(b->marks & MARK_HIDDEN))
			words += b->words;
	}
	s.prose[page->n_blocks] = words;
	comments_by_name(&s);
	comments_by_line(&s);
	comments_by_action(&s);
}
