/*
 * credit_read.c -- reads a text as one credit.
 *
 * In:  "本报记者 张三 北京报道", "时间：5月4日 作者：李四 编辑：王五".
 * Out: the authors and editors; whether all of the text was understood.
 *
 * The text is split at spaces and punctuation. Each run of characters between
 * separators consists of roles, names, places and words for "reports". A role
 * determines whether the names after it are those of authors, editors or other
 * persons. If no role precedes the names, they belong to the role after them,
 * as in "张三 摄影". If no role follows either, they are names of authors. If a
 * run is not understood, the list of names ends.
 */
#include "base/array.h"
#include "base/text/ascii.h"
#include "base/text/utf8.h"
#include "cuter/article/author/credit.h"
#include "cuter/article/author/han_name.h"

#define CREDIT_BYTES 512 /* number of bytes that are read */
#define HAN_BYTES    3   /* bytes of one Han character */
#define LOOSE_RUNES  4   /* maximum characters in a name after a role */
#define LOOSE_KANA   6   /* maximum characters if the name is Japanese */
/* maximum characters if a dot is inside: "安娜·霍尔姆" */
#define FOREIGN_RUNES 16
#define PLACE_BYTES   24 /* largest place before a word for "reports" */
#define FIRST_BYTES   12 /* largest unknown word before the first role */
#define PIECES_MAX    16 /* maximum words in a run without separators */

/* The separator between two runs. If there are several separators, the one with
 * the greatest value counts. */
enum gap { GAP_NONE, GAP_SPACE, GAP_LIST, GAP_SLASH, GAP_COLON, GAP_BREAK };

static const struct {
	const char *sign;
	enum gap is;
} signs[] = {
	{ " ", GAP_SPACE },
	{ "\t", GAP_SPACE },
	{ "\n", GAP_SPACE },
	{ "\xC2\xA0", GAP_SPACE },
	{ "\xE2\x80\x82", GAP_SPACE },
	{ "\xE2\x80\x83", GAP_SPACE },
	{ "\xE3\x80\x80", GAP_SPACE },
	{ "、", GAP_LIST },
	{ "，", GAP_LIST },
	{ ",", GAP_LIST },
	{ "；", GAP_LIST },
	{ ";", GAP_LIST },
	{ "&", GAP_LIST },
	{ "/", GAP_SLASH },
	{ "／", GAP_SLASH },
	{ "|", GAP_SLASH },
	{ "｜", GAP_SLASH },
	{ "丨", GAP_SLASH },
	{ "・", GAP_SLASH },
	{ "·", GAP_SLASH },
	{ "●", GAP_SLASH },
	{ ":", GAP_COLON },
	{ "：", GAP_COLON },
	{ "=", GAP_COLON },
	{ "＝", GAP_COLON },
	{ "(", GAP_BREAK },
	{ ")", GAP_BREAK },
	{ "（", GAP_BREAK },
	{ "）", GAP_BREAK },
	{ "[", GAP_BREAK },
	{ "]", GAP_BREAK },
	{ "［", GAP_BREAK },
	{ "］", GAP_BREAK },
	{ "【", GAP_BREAK },
	{ "】", GAP_BREAK },
	{ "〔", GAP_BREAK },
	{ "〕", GAP_BREAK },
	{ "。", GAP_BREAK },
	{ "□", GAP_BREAK },
	{ "■", GAP_BREAK },
	{ "◎", GAP_BREAK },
	{ "◆", GAP_BREAK },
	{ "▲", GAP_BREAK },
	{ "★", GAP_BREAK },
	{ "—", GAP_BREAK },
	{ "-", GAP_BREAK },
};

struct reader {
	struct arena *arena;
	struct slice rest;
	struct credit *credit;
	struct names waiting; /* names before which there is no role */
	enum credit_word role;
	/* A run was not understood; names are ignored until the next role. */
	bool is_lost;
	bool is_japanese, is_closed;
	bool is_labelled; /* a colon or slash follows the role */
	bool has_colon;   /* a colon follows the role */
	bool has_names;   /* names or other words follow the role */
	/* separators before and after the current run */
	enum gap gap, next_gap;
};

/* ---- runs ---- */

static size_t
credit_read_sign(struct slice s, enum gap *ret)
{
	for (size_t i = 0; i < ARRAY_LENGTH(signs); i++)
		if (slice_starts(s, slice_of(signs[i].sign))) {
			*ret = signs[i].is;
			return strlen(signs[i].sign);
		}
	return 0;
}

/* Removes the separators at the start of *rest; returns the greatest of them.
 */
static enum gap
credit_read_gap(struct slice *rest)
{
	enum gap greatest = GAP_NONE, is;
	size_t took;

	while ((took = credit_read_sign(*rest, &is)) > 0) {
		if (is > greatest)
			greatest = is;
		*rest = slice_sub(*rest, took, rest->len);
	}
	return greatest;
}

static bool
credit_read_is_letter(uint32_t rune)
{
	return han_is(rune) || han_is_kana(rune);
}

/* True if the middle dot at the start of s is inside a foreign name:
 * "安娜·霍尔姆". `before` is the text before the dot. */
static bool
credit_read_is_point(struct slice s, struct slice before)
{
	size_t at, len;
	bool wants;
	uint32_t rune;

	if (!slice_starts(s, SLICE("·")) || before.len < 2 * HAN_BYTES ||
	    credit_word_find(before, &at, &len, &wants) != CREDIT_UNKNOWN)
		return false;
	s = slice_sub(s, strlen("·"), s.len);
	return s.len > 0 && utf8_decode(s.p, s.len, &rune) > 0 && han_is(rune);
}

/* Removes a run of Han characters and kana. */
static struct slice
credit_read_letters(struct slice *rest)
{
	size_t at = 0;
	struct slice run;

	while (at < rest->len) {
		uint32_t rune;
		size_t took = utf8_decode(rest->p + at, rest->len - at, &rune);

		if (credit_read_is_point(slice_sub(*rest, at, rest->len),
			slice_sub(*rest, 0, at)))
			took = strlen("·");
		else if (!credit_read_is_letter(rune) || rune == '|' ||
			 slice_starts(
			     slice_sub(*rest, at, rest->len), SLICE("丨")))
			break;
		at += took;
	}
	run = slice_sub(*rest, 0, at);
	*rest = slice_sub(*rest, at, rest->len);
	return run;
}

/* ---- names ---- */

static void
credit_read_add(struct names *names, struct slice name)
{
	for (size_t i = 0; i < names->n; i++)
		if (slice_equal(names->items[i], name))
			return;
	if (names->n < NAMES_MAX)
		names->items[names->n++] = name;
}

static void
credit_read_assign(struct reader *r, enum credit_word role, struct slice name)
{
	if (role == CREDIT_AUTHOR)
		credit_read_add(&r->credit->authors, name);
	if (role == CREDIT_AUTHOR && r->is_labelled)
		credit_read_add(&r->credit->labelled, name);
	if (role == CREDIT_EDITOR)
		credit_read_add(&r->credit->editors, name);
	if (role == CREDIT_UNKNOWN)
		credit_read_add(&r->waiting, name);
	r->has_names = true;
}

static bool
credit_read_is_name(const struct reader *r, struct slice run)
{
	if (credit_place(run) == run.len || credit_is_prose(run))
		return false;
	return r->is_japanese ? han_name_is_japanese(run) : han_name_is(run);
}

/* True for a run that does not begin with a common surname, but is a name
 * because a role precedes it. If only a space separates the run from another
 * name, the result is true only in brackets, because in a line other words may
 * follow the names. */
static bool
credit_read_may_be_name(const struct reader *r, struct slice run)
{
	size_t n = utf8_length(run);
	size_t most = r->is_japanese ? LOOSE_KANA : LOOSE_RUNES;

	if (slice_find(run, SLICE("·"), 0) != SLICE_NOT_FOUND)
		most = FOREIGN_RUNES;
	if (r->role != CREDIT_AUTHOR && r->role != CREDIT_EDITOR)
		return false;
	if (r->has_names && r->gap < GAP_LIST && !r->is_closed)
		return false;
	return n >= 2 && n <= most && !credit_is_prose(run) &&
	       !han_is_organisation(run) && credit_place(run) == 0;
}

/* Joins the two parts of a name that a space separates: "张 三", "山田 太郎".
 * Returns false if the run is not the first part of such a name. */
static bool
credit_read_join(struct reader *r, struct slice run)
{
	struct slice rest = r->rest, next, name;
	size_t n = utf8_length(run);
	bool chinese = !r->is_japanese && n == 1 && han_surname(run) > 0;

	if (r->next_gap != GAP_SPACE ||
	    !(chinese || (r->is_japanese && han_is_japanese_surname(run))))
		return false;
	next = credit_read_letters(&rest);
	n = utf8_length(next);
	if (n == 0 || n > (chinese ? 1u : 3u) || credit_is_filler(next) ||
	    credit_is_prose(next))
		return false;
	name =
	    arena_format(r->arena, "%.*s%.*s", SLICE_ARG(run), SLICE_ARG(next));
	r->rest = rest;
	r->next_gap = credit_read_gap(&r->rest);
	credit_read_assign(r, r->role, name);
	return true;
}

/* Reads a name and a place without a space, "王小明台北". Returns false if the
 * run is not understood. is_report: a word for "reports" follows the run; then
 * any short run after a name is accepted as a place. */
static bool
credit_read_name_and_place(struct reader *r, struct slice run, bool is_report)
{
	for (size_t n = 4; n >= 2; n--) {
		struct slice name = slice_sub(run, 0, n * HAN_BYTES);
		struct slice place = slice_sub(run, name.len, run.len);

		if (credit_read_is_name(r, name) && credit_place(place) > 0) {
			credit_read_assign(r, r->role, name);
			return true;
		}
	}
	return is_report && r->has_names && run.len <= PLACE_BYTES &&
	       !credit_is_prose(run);
}

/* ---- words ---- */

static void
credit_read_lose(struct reader *r)
{
	r->has_names = true;
	if (r->role == CREDIT_OTHER)
		return;
	r->credit->is_complete = false;
	r->is_lost = true;
}

/* Reads a run, or a part of a run, that has no role. */
static void
credit_read_plain(struct reader *r, struct slice run)
{
	size_t report = credit_report_at_end(run);

	if (run.len == 0 || credit_is_filler(run))
		return;
	if (r->role == CREDIT_OTHER || r->is_lost) {
		r->has_names = true;
		return;
	}
	r->credit->has_report |= report > 0;
	run = slice_sub(run, 0, run.len - report);
	if (run.len == 0 || credit_place(run) == run.len ||
	    (report > 0 && credit_place(run) > 0))
		return;
	if (slice_ends(run, SLICE("摄")) || slice_ends(run, SLICE("攝"))) {
		run = slice_sub(run, 0, run.len - HAN_BYTES);
		if (!credit_read_is_name(r, run))
			credit_read_lose(r);
		return;
	}
	if (credit_read_is_name(r, run) || credit_read_may_be_name(r, run)) {
		credit_read_assign(r, r->role, run);
		return;
	}
	if (credit_read_join(r, run) ||
	    credit_read_name_and_place(r, run, report > 0))
		return;
	/* In text without brackets, the name of the medium or a short word may
	 * precede the name of the reporter. */
	if (r->role == CREDIT_UNKNOWN && r->waiting.n == 0 && !r->is_closed &&
	    (han_is_organisation(run) || run.len <= FIRST_BYTES) &&
	    !credit_is_prose(run))
		return;
	credit_read_lose(r);
}

/* Assigns the names that wait for a role to this role: "张三 摄影". */
static void
credit_read_give(struct reader *r, enum credit_word role)
{
	for (size_t i = 0; i < r->waiting.n; i++)
		credit_read_assign(r, role, r->waiting.items[i]);
	r->waiting.n = 0;
}

static void
credit_read_role(
    struct reader *r, enum credit_word role, bool wants_label, enum gap after)
{
	bool labelled = after == GAP_SLASH || after == GAP_COLON;

	r->credit->has_role |= role == CREDIT_AUTHOR;
	if (!labelled && r->waiting.n > 0 && r->role == CREDIT_UNKNOWN) {
		r->is_labelled = false;
		credit_read_give(r, role);
		return;
	}
	/* Some roles need a label, because the word has other meanings. Such a
	 * role is accepted in "文/图" before names, and in "/文 图" after a
	 * name. */
	if (wants_label && !labelled && after != GAP_NONE &&
	    (r->gap != GAP_SLASH || r->has_names) && !r->is_closed) {
		credit_read_lose(r);
		return;
	}
	if (!r->has_names && !r->has_colon && r->role != CREDIT_UNKNOWN &&
	    !r->is_lost && r->gap >= GAP_SPACE && r->role < role)
		role = r->role; /* "文/图：张三" */
	r->role = role;
	r->is_lost = false;
	r->is_labelled = labelled;
	r->has_colon = after == GAP_COLON;
	r->has_names = false;
}

/* Reads a run of characters without separators: "本报记者张三". */
static void
credit_read_run(struct reader *r, struct slice run)
{
	for (size_t pieces = 0; pieces < PIECES_MAX; pieces++) {
		size_t at, len, report = credit_report_at_end(run);
		bool wants_label;
		enum credit_word role =
		    credit_word_find(slice_sub(run, 0, run.len - report), &at,
			&len, &wants_label);
		struct slice before, after;

		if (role == CREDIT_UNKNOWN)
			break;
		before = slice_sub(run, 0, at);
		after = slice_sub(run, at + len, run.len);
		if (wants_label && after.len > 0)
			break;
		if (credit_read_is_name(r, before) && !r->is_lost)
			credit_read_assign(r, r->role, before);
		else if (!credit_is_prefix(before))
			credit_read_lose(r);
		if (before.len > 0)
			r->gap = GAP_SPACE;
		credit_read_role(r, role, wants_label,
		    after.len > 0 ? GAP_NONE : r->next_gap);
		run = after;
		r->gap = GAP_NONE;
	}
	credit_read_plain(r, run);
}

/* Skips digits, which belong to dates, and other characters that do not occur
 * in credits. */
static void
credit_read_other(struct reader *r)
{
	uint32_t rune;
	bool digits = true;
	size_t at = 0;
	enum gap gap;

	while (
	    at < r->rest.len &&
	    credit_read_sign(slice_sub(r->rest, at, r->rest.len), &gap) == 0) {
		size_t took =
		    utf8_decode(r->rest.p + at, r->rest.len - at, &rune);

		if (credit_read_is_letter(rune))
			break;
		digits &= ascii_is_digit(r->rest.p[at]);
		at += took;
	}
	r->rest = slice_sub(r->rest, at, r->rest.len);
	r->next_gap = credit_read_gap(&r->rest);
	if (!digits)
		credit_read_lose(r);
}

void
credit_read(struct arena *arena, struct slice text, bool is_japanese,
    bool is_closed, struct credit *ret)
{
	struct reader r = { .arena = arena,
		.rest = utf8_prefix(text, CREDIT_BYTES),
		.credit = ret,
		.is_japanese = is_japanese,
		.is_closed = is_closed };

	memset(ret, 0, sizeof(*ret));
	ret->is_complete = r.rest.len == text.len;
	r.next_gap = credit_read_gap(&r.rest);
	while (r.rest.len > 0) {
		struct slice run;

		r.gap = r.next_gap;
		if (r.gap == GAP_BREAK) {
			r.role = CREDIT_UNKNOWN;
			r.is_lost = false;
		}
		run = credit_read_letters(&r.rest);
		if (run.len == 0) {
			credit_read_other(&r);
			continue;
		}
		r.next_gap = credit_read_gap(&r.rest);
		credit_read_run(&r, run);
	}
	if (r.waiting.n > 0 && ret->is_complete) {
		r.is_labelled = false;
		credit_read_give(&r, CREDIT_AUTHOR);
	}
}
