/*
 * sequence_diff.c -- finds the common subsequence of two sequences of numbers.
 *
 * Source: Myers, "An O(ND) Difference Algorithm and Its Variations"
 * (Algorithmica 1, 1986), section 4b: the search starts from both ends until
 * the paths meet, then both halves are searched, in linear space.
 *
 * The time is the length times the number of differences, which is too slow for
 * two long texts with little in common. Therefore the steps of each search are
 * limited, so that all searches together take at most STEPS. If the limit is
 * reached, the sequences are divided at the farthest point that was reached.
 */
#include "base/diff/sequence_diff.h"

#include <stdlib.h>

#define STEPS        ((int64_t)1 << 27) /* about 0.3 s */
#define LEAST_ROUNDS 32

struct search {
	struct sequence *a, *b;
	int32_t *forward,
	    *backward;  /* for each diagonal, the position in sequence a that
			   was reached */
	int32_t rounds; /* maximum number of rounds of one search */
};

/* The ranges a[a0 .. a1) and b[b0 .. b1). */
struct box {
	int32_t a0, a1, b0, b1;
};

static bool
sequence_diff_same(const struct search *s, int32_t x, int32_t y)
{
	return s->a->items[x] == s->b->items[y];
}

/* ---- one round: each path is extended by one difference ---- */

struct front {
	int32_t low, high; /* diagonals that were reached */
};

/* Extends the range of diagonals, and sets the diagonals next to the range to
 * invalid values. */
static void
sequence_diff_widen(struct front *f, int32_t *reach, int32_t least,
    int32_t most, int32_t nowhere)
{
	if (f->low > least)
		reach[--f->low - 1] = nowhere;
	else
		f->low++;
	if (f->high < most)
		reach[++f->high + 1] = nowhere;
	else
		f->high--;
}

/* Moves the forward path one step. Returns true if it met the backward path, at
 * *ret_x, *ret_y. */
static bool
sequence_diff_go_forward(struct search *s, const struct box *box,
    struct front *f, const struct front *other, bool odd, int32_t *ret_x,
    int32_t *ret_y)
{
	for (int32_t d = f->high; d >= f->low; d -= 2) {
		int32_t under = s->forward[d - 1], over = s->forward[d + 1];
		int32_t x = under < over ? over : under + 1, y = x - d;

		while (
		    x < box->a1 && y < box->b1 && sequence_diff_same(s, x, y))
			x++, y++;
		s->forward[d] = x;
		if (odd && other->low <= d && d <= other->high &&
		    s->backward[d] <= x) {
			*ret_x = x;
			*ret_y = y;
			return true;
		}
	}
	return false;
}

static bool
sequence_diff_go_backward(struct search *s, const struct box *box,
    struct front *f, const struct front *other, bool odd, int32_t *ret_x,
    int32_t *ret_y)
{
	for (int32_t d = f->high; d >= f->low; d -= 2) {
		int32_t under = s->backward[d - 1], over = s->backward[d + 1];
		int32_t x = under < over ? under : over - 1, y = x - d;

		while (x > box->a0 && y > box->b0 &&
		       sequence_diff_same(s, x - 1, y - 1))
			x--, y--;
		s->backward[d] = x;
		if (!odd && other->low <= d && d <= other->high &&
		    x <= s->forward[d]) {
			*ret_x = x;
			*ret_y = y;
			return true;
		}
	}
	return false;
}

/* Sets *ret_x, *ret_y to the farthest point of the forward path. Called when
 * the limit of the search is reached. */
static void
sequence_diff_take_farthest(struct search *s, const struct box *box,
    const struct front *f, int32_t *ret_x, int32_t *ret_y)
{
	int64_t best = INT64_MIN;

	for (int32_t d = f->high; d >= f->low; d -= 2) {
		int32_t x = s->forward[d] < box->a1 ? s->forward[d] : box->a1;
		int32_t y = x - d;

		if (y > box->b1) {
			y = box->b1;
			x = y + d;
		}
		if (x < box->a0 || y < box->b0 || (int64_t)x + y <= best)
			continue;
		best = (int64_t)x + y;
		*ret_x = x;
		*ret_y = y;
	}
}

/* Finds a point of a short path through the box, which is a part of sequence a
 * and a part of sequence b. Neither sequence of the box is empty. The sequences
 * differ in their first items and in their last items. */
static void
sequence_diff_find_middle(
    struct search *s, const struct box *box, int32_t *ret_x, int32_t *ret_y)
{
	const int32_t least = box->a0 - box->b1, most = box->a1 - box->b0;
	struct front forward = { box->a0 - box->b0, box->a0 - box->b0 };
	struct front backward = { box->a1 - box->b1, box->a1 - box->b1 };
	const bool odd = ((forward.low - backward.low) & 1) != 0;

	s->forward[forward.low] = box->a0;
	s->backward[backward.low] = box->a1;
	for (int32_t round = 1;; round++) {
		sequence_diff_widen(&forward, s->forward, least, most, -1);
		if (sequence_diff_go_forward(
			s, box, &forward, &backward, odd, ret_x, ret_y))
			return;
		sequence_diff_widen(
		    &backward, s->backward, least, most, INT32_MAX);
		if (sequence_diff_go_backward(
			s, box, &backward, &forward, odd, ret_x, ret_y))
			return;
		if (round >= s->rounds) {
			sequence_diff_take_farthest(
			    s, box, &forward, ret_x, ret_y);
			return;
		}
	}
}

/* ---- public function ---- */

static void
sequence_diff_trim(const struct search *s, struct box *box)
{
	while (box->a0 < box->a1 && box->b0 < box->b1 &&
	       sequence_diff_same(s, box->a0, box->b0))
		box->a0++, box->b0++;
	while (box->a0 < box->a1 && box->b0 < box->b1 &&
	       sequence_diff_same(s, box->a1 - 1, box->b1 - 1))
		box->a1--, box->b1--;
}

static void
sequence_diff_mark(bool *changed, int32_t from, int32_t to)
{
	for (int32_t i = from; i < to; i++)
		changed[i] = true;
}

/* Only the smaller half is searched recursively, so that the depth is O(log
 * n). */
static void
sequence_diff_compare(struct search *s, struct box box)
{
	for (;;) {
		int32_t x = box.a0, y = box.b0;
		struct box left, right;
		int64_t size_left, size_right;

		sequence_diff_trim(s, &box);
		if (box.a0 == box.a1 || box.b0 == box.b1)
			break;
		sequence_diff_find_middle(s, &box, &x, &y);
		left = (struct box){ box.a0, x, box.b0, y };
		right = (struct box){ x, box.a1, y, box.b1 };
		size_left = (int64_t)x - box.a0 + y - box.b0;
		size_right = (int64_t)box.a1 - x + box.b1 - y;
		if (size_left == 0 || size_right == 0)
			break; /* the sequences have no item in common:
				  everything differs */
		sequence_diff_compare(s, size_left < size_right ? left : right);
		box = size_left < size_right ? right : left;
	}
	sequence_diff_mark(s->a->changed, box.a0, box.a1);
	sequence_diff_mark(s->b->changed, box.b0, box.b1);
}

bool
sequence_diff(struct sequence *a, struct sequence *b)
{
	/* The diagonals go from -b->n to a->n. The search reads one more
	 * diagonal at each end.
	 */
	const size_t n_diagonals = a->n + b->n + 3;
	struct search s = { .a = a, .b = b };
	int32_t *reach = calloc(2 * n_diagonals, sizeof(*reach));
	int64_t rounds = STEPS / (int64_t)n_diagonals / 2;

	if (reach == NULL)
		return false;
	s.forward = reach + b->n + 1;
	s.backward = s.forward + n_diagonals;
	s.rounds = (int32_t)(rounds < LEAST_ROUNDS ? LEAST_ROUNDS : rounds);
	sequence_diff_compare(
	    &s, (struct box){ 0, (int32_t)a->n, 0, (int32_t)b->n });
	free(reach);
	return true;
}
