/*
 * comment_posts.c -- recognises the lines of a forum that name the author of a
 * post.
 *
 * In:  a block.
 * Out: true if the block is such a line.
 *
 * Forums have lines such as "Posts: 312", "Joined: 3 May 2019", "Anna wrote:",
 * "#3 Anna" and "by Anna » 3 May 2026". Each may also be in an article, so the
 * callers require several similar lines with texts between them.
 */
#include "base/array.h"
#include "base/text/ascii.h"
#include "base/text/utf8.h"
#include "cuter/marks/comments/comments.h"

#define LINE_WORDS 10 /* maximum number of words of a line */
#define LINE_BYTES 160
#define VERB_WORDS 6 /* maximum number of words of a line "Anna wrote:" */
#define NAME_WORDS 3 /* maximum number of words of a name */
#define TIME_WORDS 5 /* maximum number of words of "3 hours ago" */

/* Words of a forum before a colon and a number or date of a member. */
static const char *const comment_posts_profile[] = { "posts", "joined",
	"registered", "member since", "messages", "beiträge", "registriert",
	"dabei seit", "mitglied seit", "inscrit le", "inscription", "mensajes",
	"registrado", "mensagens", "messaggi", "iscritto dal", "berichten",
	"lid geworden op", "posty", "dołączył", "příspěvky", "Сообщений",
	"Сообщения", "Регистрация", "注册", "帖子" };
/* Last words of a line before a colon and the text of a post. */
static const char *const comment_posts_verbs[] = { "wrote", "writes", "says",
	"said", "schrieb", "schreibt", "sagt", "écrit", "escribió", "dijo",
	"dice", "escreveu", "disse", "scritto", "schreef", "skrev", "skriver",
	"napisał", "napisała", "napsal", "írta", "yazdı", "написал", "пишет",
	"写道" };

/* Returns true if a profile's word and a colon are in a line. */
static bool
comment_posts_has_profile(struct slice text)
{
	for (size_t i = 0; i < ARRAY_LENGTH(comment_posts_profile); i++) {
		struct slice word = slice_of(comment_posts_profile[i]);
		size_t at = slice_find_nocase(text, word, 0), end;

		if (at == SLICE_NOT_FOUND || (at > 0 && text.p[at - 1] != ' '))
			continue;
		end = at + word.len;
		while (end < text.len && text.p[end] == ' ')
			end++;
		if (slice_starts_nocase(
			slice_sub(text, end, text.len), SLICE(":")) ||
		    slice_starts_nocase(
			slice_sub(text, end, text.len), SLICE("\xEF\xBC\x9A")))
			return true;
	}
	return false;
}

/* Returns true if a line ends with a verb and a colon. */
static bool
comment_posts_has_verb(struct slice text)
{
	if (slice_ends(text, SLICE(":")))
		text = slice_sub(text, 0, text.len - 1);
	else if (slice_ends(text, SLICE("\xEF\xBC\x9A")))
		text = slice_sub(text, 0, text.len - 3);
	else
		return false;
	text = slice_trim(text);
	for (size_t i = 0; i < ARRAY_LENGTH(comment_posts_verbs); i++) {
		struct slice verb = slice_of(comment_posts_verbs[i]);

		if (slice_ends(text, verb) && text.len > verb.len &&
		    ((unsigned char)verb.p[0] >= 0xe0 ||
			text.p[text.len - verb.len - 1] == ' '))
			return true;
	}
	return false;
}

/* Returns true if a line has the number of a post before a name, or an arrow
 * before a date with a year. */
static bool
comment_posts_is_numbered(struct slice text, uint32_t words)
{
	size_t at = 1, digits = 0;

	if (text.len > 2 && text.p[0] == '#' && ascii_is_digit(text.p[1])) {
		while (at < text.len && ascii_is_digit(text.p[at]))
			at++;
		return at < text.len && text.p[at] == ' ';
	}
	at = slice_find(text, SLICE(" \xC2\xBB "), 0);
	if (at == SLICE_NOT_FOUND || words < 3)
		return false;
	for (; at < text.len && digits < 4; at++)
		digits = ascii_is_digit(text.p[at]) ? digits + 1 : 0;
	return digits == 4;
}

bool
comment_posts_is_line(const struct page *page, const struct block *b)
{
	struct slice text;

	if (b->words == 0 || b->words > LINE_WORDS || b->bytes > LINE_BYTES ||
	    b->is_heading || b->marks & MARK_HIDDEN)
		return false;
	text = slice_trim(page_block_text(page, b));
	/* most lines have none of these characters */
	if (slice_find(text, SLICE(":"), 0) == SLICE_NOT_FOUND &&
	    slice_find(text, SLICE("\xEF\xBC\x9A"), 0) == SLICE_NOT_FOUND)
		return comment_posts_is_numbered(text, b->words);
	return comment_posts_has_profile(text) ||
	       (b->words <= VERB_WORDS && comment_posts_has_verb(text)) ||
	       comment_posts_is_numbered(text, b->words);
}

/* Returns the number of bytes of the words with capitals at the beginning of a
 * text. */
static size_t
comment_posts_skip_name(struct slice text, size_t *ret_words)
{
	size_t i = 0, end = 0;
	bool in_word = false;

	*ret_words = 0;
	while (i < text.len) {
		uint32_t rune;
		size_t took = utf8_decode(text.p + i, text.len - i, &rune);

		if (rune_is_word(rune)) {
			if (!in_word && rune_lower(rune) == rune)
				break;
			*ret_words += !in_word;
			in_word = true;
			end = i + took;
		} else if (rune == ' ' || rune == '.' || rune == '-' ||
			   rune == '\'') {
			in_word = false;
		} else {
			break;
		}
		i += took;
	}
	return end;
}

bool
comment_posts_is_name(const struct page *page, const struct block *b)
{
	struct slice text;
	size_t words, at;

	if (b->words == 0 || b->words > LINE_WORDS || b->bytes > LINE_BYTES ||
	    b->is_heading || b->marks & MARK_HIDDEN ||
	    page->tree.nodes[b->node].tag == TAG_P)
		return false;
	text = slice_trim(page_block_text(page, b));
	at = comment_posts_skip_name(text, &words);
	if (words == 0 || words > NAME_WORDS)
		return false;
	if (at == text.len)
		return true;
	while (at < text.len && !ascii_is_digit(text.p[at]))
		at++;
	return at < text.len && b->words <= words + TIME_WORDS;
}
