/*
 * category_model.c -- derives the categories of a text from its stems; see
 * category_model.h.
 *
 * The bytes of a model: MAGIC; for each category the unit (in 2^-24), the bias
 * and the threshold (in 2^-16) as integers of 32 bits; the weights by bucket
 * and category; a checksum of all bytes before it (FNV-1a, 64 bits). All
 * integers are little-endian.
 */
#include "enrich/category/category_model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MAGIC      "GleanCM1"
#define MAGIC_LEN  8
#define LINE_BYTES 12
#define SUM_BYTES  8
#define WEIGHTS_AT (MAGIC_LEN + CATEGORY_COUNT * LINE_BYTES)
#define SUM_AT     (WEIGHTS_AT + CATEGORY_BUCKETS * CATEGORY_COUNT)
#define ALL_BYTES  (SUM_AT + SUM_BYTES)

#define UNIT_ONE      (1 << 24)
#define BIAS_ONE      (1 << 16)
#define THRESHOLD_ONE (1 << 16)

struct category_stems
category_stems_of(const struct enrichment *found)
{
	size_t n_title = found->n_title_stems;

	return (struct category_stems){ found->stems, found->n_stems,
		n_title < found->n_stems ? n_title : found->n_stems };
}

uint32_t
category_bucket(uint32_t stem)
{
	return (stem * UINT32_C(2654435761)) >> (32 - CATEGORY_BUCKET_BITS);
}

double
category_stem_value(const struct category_stems *stems)
{
	size_t square =
	    stems->n - stems->n_title +
	    stems->n_title * CATEGORY_TITLE_VALUE * CATEGORY_TITLE_VALUE;

	return square > 0 ? 1 / sqrt((double)square) : 0;
}

/* exp(x) is computed as (1 + x / 2^10) to the power of 2^10. */
double
category_logistic(double x)
{
	double power;

	if (x > 30 || x < -30)
		return x > 0 ? 1 : 0;
	power = 1 + (x < 0 ? -x : x) / 1024;
	for (int i = 0; i < 10; i++)
		power *= power;
	return x < 0 ? 1 / (1 + power) : power / (1 + power);
}

/* ---- bytes ---- */

static uint64_t
category_model_read_number(const char *p, size_t bytes)
{
	uint64_t n = 0;

	for (size_t i = bytes; i-- > 0;)
		n = n << 8 | (unsigned char)p[i];
	return n;
}

static void
category_model_write_number(struct buf *out, uint64_t n, size_t bytes)
{
	for (size_t i = 0; i < bytes; i++)
		buf_append_char(out, (char)(n >> 8 * i & 0xff));
}

static uint64_t
category_model_sum(struct slice bytes)
{
	uint64_t sum = UINT64_C(0xcbf29ce484222325);

	for (size_t i = 0; i < bytes.len; i++)
		sum =
		    (sum ^ (unsigned char)bytes.p[i]) * UINT64_C(0x100000001b3);
	return sum;
}

static double
category_model_read_fraction(const char *p, int one)
{
	return (double)(int32_t)(uint32_t)category_model_read_number(p, 4) /
	       one;
}

static bool
category_model_read_line(const char *p, struct category_line *ret)
{
	*ret = (struct category_line){
		.unit = category_model_read_fraction(p, UNIT_ONE),
		.bias = category_model_read_fraction(p + 4, BIAS_ONE),
		.threshold = category_model_read_fraction(p + 8, THRESHOLD_ONE),
	};
	return ret->unit >= 0 && ret->threshold >= 0 && ret->threshold <= 1;
}

/* Checks the length, the first bytes and the checksum of a model. Returns what
 * is wrong, or NULL if nothing is wrong. */
static const char *
category_model_complain(struct slice bytes)
{
	if (bytes.len != ALL_BYTES)
		return "the length is wrong";
	if (memcmp(bytes.p, MAGIC, MAGIC_LEN) != 0)
		return "the first bytes are wrong";
	if (category_model_read_number(bytes.p + SUM_AT, SUM_BYTES) !=
	    category_model_sum(slice_sub(bytes, 0, SUM_AT)))
		return "the checksum is wrong";
	return NULL;
}

int
category_model_parse(
    struct slice bytes, struct category_model **ret, struct err *e)
{
	const char *fault = category_model_complain(bytes);
	struct category_model *model;

	if (fault != NULL)
		return err_set(e, ERR_REFUSED,
		    "the model of categories is damaged: %s; `gleaner "
		    "categories train` replaces it",
		    fault);
	if ((model = malloc(sizeof(*model))) == NULL)
		return err_set(
		    e, ERR_MEMORY, "no memory for a model of categories");
	for (size_t i = 0; i < CATEGORY_COUNT; i++)
		if (!category_model_read_line(
			bytes.p + MAGIC_LEN + i * LINE_BYTES,
			&model->lines[i])) {
			free(model);
			return err_set(e, ERR_REFUSED,
			    "the model of categories is damaged: the numbers "
			    "of category \"%s\" are invalid; `gleaner "
			    "categories train` "
			    "replaces it",
			    categories[i].name);
		}
	memcpy(model->weights, bytes.p + WEIGHTS_AT, sizeof(model->weights));
	*ret = model;
	return 0;
}

static void
category_model_write_fraction(struct buf *out, double value, int one)
{
	double scaled = floor(value * one + 0.5);

	scaled = fmax(INT32_MIN, fmin(INT32_MAX, scaled));
	category_model_write_number(out, (uint32_t)(int32_t)scaled, 4);
}

void
category_model_write(const struct category_model *model, struct buf *out)
{
	size_t from = out->len;

	buf_append(out, MAGIC, MAGIC_LEN);
	for (size_t i = 0; i < CATEGORY_COUNT; i++) {
		const struct category_line *line = &model->lines[i];

		category_model_write_fraction(out, line->unit, UNIT_ONE);
		category_model_write_fraction(out, line->bias, BIAS_ONE);
		category_model_write_fraction(
		    out, line->threshold, THRESHOLD_ONE);
	}
	buf_append(out, model->weights, sizeof(model->weights));
	if (!buf_failed(out))
		category_model_write_number(out,
		    category_model_sum(
			slice_sub(buf_slice(out), from, out->len)),
		    SUM_BYTES);
}

void
category_model_free(struct category_model *model)
{
	free(model);
}

/* ---- scores ---- */

void
category_model_scores(const struct category_model *model,
    const struct category_stems *stems, double ret[CATEGORY_COUNT])
{
	int32_t sums[CATEGORY_COUNT] = { 0 };
	double value = category_stem_value(stems);

	for (size_t i = 0; i < stems->n; i++) {
		const int8_t *weights =
		    model->weights[category_bucket(stems->stems[i])];
		int32_t times = i < stems->n_title ? CATEGORY_TITLE_VALUE : 1;

		for (size_t k = 0; k < CATEGORY_COUNT; k++)
			sums[k] += times * weights[k];
	}
	for (size_t k = 0; k < CATEGORY_COUNT; k++) {
		const struct category_line *line = &model->lines[k];

		ret[k] = line->threshold > 0
			     ? category_logistic(
				   line->bias + sums[k] * value * line->unit)
			     : 0;
	}
}

double
category_model_share(const struct category_model *model,
    const struct category_stems *stems, size_t n, size_t category)
{
	uint32_t bucket = category_bucket(stems->stems[n]);

	return (n < stems->n_title ? CATEGORY_TITLE_VALUE : 1) *
	       category_stem_value(stems) * model->weights[bucket][category] *
	       model->lines[category].unit;
}
