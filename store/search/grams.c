/*
 * grams.c -- search tokens for scripts that do not separate words: pairs of
 * characters; see grams.h.
 *
 * The tokens of a text must not change between versions: FTS5 needs the old
 * tokens of a text to remove it from the index.  If they have to change, a
 * migration must empty the index and fill it again.
 */
#include "store/search/grams.h"

#include <stdlib.h>
#include <string.h>

#include <sqlite3.h>

#include "base/text/utf8.h"

/* True for characters that are indexed as pairs.  Hangul is included: Korean
 * separates words by spaces, but appends particles to words. */
static bool
grams_is_gram(uint32_t rune)
{
	return (rune >= 0xAC00 && rune <= 0xD7A3) || rune_is_unspaced(rune);
}

/* Returns the end of the groups of eight bytes from `at` on that contain no
 * byte of 0xE0 or more, which is a byte with the three highest bits set. */
static size_t
grams_skip_groups(struct slice text, size_t at)
{
	uint64_t group;

	for (; at + sizeof(group) <= text.len; at += sizeof(group)) {
		memcpy(&group, text.p + at, sizeof(group));
		if ((group & group << 1 & group << 2 &
			UINT64_C(0x8080808080808080)) != 0)
			break;
	}
	return at;
}

bool
grams_has(struct slice text)
{
	for (size_t at = 0; at < text.len;) {
		uint32_t rune;

		at = grams_skip_groups(text, at);
		if (at == text.len)
			break;
		/* All these characters are at or above U+0E00, so smaller bytes
		 * are skipped. */
		if ((unsigned char)text.p[at] < 0xE0) {
			at++;
			continue;
		}
		at += utf8_decode(text.p + at, text.len - at, &rune);
		if (grams_is_gram(rune))
			return true;
	}
	return false;
}

/* An iterator over the tokens of a text. */
struct walk {
	struct slice text;
	size_t at;
	bool in_run; /* the next rune continues a run of these scripts */
};

struct token {
	uint32_t runes[2];
	int n_runes; /* runes in the token: 2 for a pair, 1 for the last rune of
			a run */
	bool is_last;  /* the token is the last of its run */
	bool is_first; /* the token is the first of its run; if is_last is set,
			  too, it is the only one */
	struct slice word; /* the token, if it is a word of another script */
};

static size_t
grams_peek(const struct walk *walk, size_t at, uint32_t *ret_rune)
{
	if (at >= walk->text.len) {
		*ret_rune = ' ';
		return 0;
	}
	return utf8_decode(walk->text.p + at, walk->text.len - at, ret_rune);
}

static void
grams_take_word(struct walk *walk, struct token *ret)
{
	size_t from = walk->at, n;
	uint32_t rune;

	while ((n = grams_peek(walk, walk->at, &rune)) > 0 &&
	       !grams_is_gram(rune) && rune_is_word(rune))
		walk->at += n;
	ret->word = slice_sub(walk->text, from, walk->at);
}

static void
grams_take_gram(struct walk *walk, uint32_t rune, struct token *ret)
{
	uint32_t next;

	ret->is_first = !walk->in_run;
	ret->runes[0] = rune;
	grams_peek(walk, walk->at, &next);
	walk->in_run = grams_is_gram(next);
	ret->is_last = !walk->in_run;
	ret->runes[1] = next;
	ret->n_runes = walk->in_run ? 2 : 1;
}

static bool
grams_next_token(struct walk *walk, struct token *ret)
{
	uint32_t rune;
	size_t n;

	*ret = (struct token){ 0 };
	while ((n = grams_peek(walk, walk->at, &rune)) > 0) {
		if (grams_is_gram(rune)) {
			walk->at += n;
			grams_take_gram(walk, rune, ret);
			return true;
		}
		if (rune_is_word(rune) && rune != RUNE_BAD) {
			grams_take_word(walk, ret);
			return true;
		}
		walk->at += n;
	}
	return false;
}

static void
grams_append_token(struct buf *out, const struct token *token)
{
	for (int i = 0; i < token->n_runes; i++)
		buf_append_rune(out, token->runes[i]);
	for (size_t at = 0; at < token->word.len;) {
		uint32_t rune;

		at += utf8_decode(
		    token->word.p + at, token->word.len - at, &rune);
		buf_append_rune(out, rune_lower(rune));
	}
	buf_append_char(out, ' ');
}

void
grams_of_text(struct buf *out, struct slice text)
{
	struct walk walk = { .text = text };
	struct token token;

	while (grams_next_token(&walk, &token))
		grams_append_token(out, &token);
}

/* Each token of a run is a pair of characters, except the last token, which is
 * the last character alone.  If the query ends with a run, this last token is
 * not searched, because a text may continue the run.  If the run has one
 * character only, the character is searched as a prefix.  The prefix finds the
 * character alone, and each pair that begins with it. */
bool
grams_of_query(struct buf *out, struct slice text, bool prefix)
{
	struct walk walk = { .text = text }, ahead;
	struct token token, next;
	bool any = false, open = false;

	while (grams_next_token(&walk, &token)) {
		bool ends;

		ahead = walk;
		ends = !grams_next_token(&ahead, &next);
		if (ends && token.is_last && !token.is_first)
			break;
		if (!any)
			buf_append_char(out, '"');
		any = true;
		grams_append_token(out, &token);
		open = ends && (token.is_last || prefix);
	}
	if (any)
		buf_append_string(out, open ? "\" *" : "\"");
	return any;
}

/* ---- for SQL ---- */

static struct slice
grams_text_of(sqlite3_value *value)
{
	const unsigned char *text = sqlite3_value_text(value);

	return (struct slice){ (const char *)text,
		text != NULL ? (size_t)sqlite3_value_bytes(value) : 0 };
}

static void
grams_sql_has(sqlite3_context *context, int n, sqlite3_value **values)
{
	(void)n;
	sqlite3_result_int(context, grams_has(grams_text_of(values[0])));
}

static void
grams_sql(sqlite3_context *context, int n, sqlite3_value **values)
{
	struct slice text = grams_text_of(values[0]);
	struct buf out;
	size_t n_bytes;

	(void)n;
	/* From each character, at most two characters and a space are made. */
	buf_init(&out, 3 * text.len + 1);
	grams_of_text(&out, text);
	if (buf_failed(&out)) {
		buf_release(&out);
		sqlite3_result_error_nomem(context);
		return;
	}
	if (out.len == 0) {
		buf_release(&out);
		return;
	}
	n_bytes = out.len;
	sqlite3_result_text64(
	    context, buf_detach(&out), n_bytes, free, SQLITE_UTF8);
}

int
grams_register(sqlite3 *db)
{
	static const int flags =
	    SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY;
	int rc = sqlite3_create_function(
	    db, "grams", 1, flags, NULL, grams_sql, NULL, NULL);

	if (rc == SQLITE_OK)
		rc = sqlite3_create_function(
		    db, "has_grams", 1, flags, NULL, grams_sql_has, NULL, NULL);
	return rc;
}
