/* category_train_test.c -- training, bytes and scores of a model. */
#include <string.h>

#include "base/array.h"
#include "base/limits/limits_portal.h"
#include "enrich/category/category_train.h"
#include "enrich/enrich.h"
#include "tests/lib/tap.h"

#define TEXTS    240
#define SPORT    14
#define POLITICS 10

static const char *const words[2][8] = {
	{ "goal", "striker", "referee", "stadium", "league", "coach", "penalty",
	    "keeper" },
	{ "minister", "ballot", "parliament", "senator", "treaty", "coalition",
	    "cabinet", "mayor" },
};
static const char *const common[] = { "yesterday", "report", "city", "people",
	"number", "question", "street" };

static struct category_stems
category_train_test_stems(struct enricher *enricher, int n, int subject)
{
	static struct enrichment found;
	const struct enrich_options options = { 0 };
	struct err e = ERR_INIT;
	char title[64], body[256];

	snprintf(title, sizeof(title), "%s and %s", words[subject][n % 8],
	    common[n % 7]);
	snprintf(body, sizeof(body), "The %s of the %s saw the %s. A %s is %s.",
	    common[n % 5], common[n % 7], words[subject][n / 8 % 8],
	    words[subject][n / 3 % 8], common[n % 3]);
	enrich_text(enricher,
	    &(struct enrich_input){ .title = slice_of(title),
		.body = slice_of(body),
		.language = SLICE("en") },
	    &options, &found, &e);
	return category_stems_of(&found);
}

/* Half of the texts are about sport, the other half about politics; ten are
 * about the weather, too. */
static struct category_trainer *
category_train_test_fill(struct enricher *enricher, uint64_t n_groups)
{
	struct category_trainer *trainer = category_trainer_new();

	for (int i = 0; i < TEXTS; i++) {
		int subject = i % 2;
		struct category_stems stems =
		    category_train_test_stems(enricher, i, subject);
		uint32_t labels = subject == 0 ? 1u << SPORT : 1u << POLITICS;

		category_trainer_add(trainer, &stems,
		    i < 10 ? labels | 1u << 16 : labels,
		    (uint64_t)i / 2 % n_groups);
	}
	return trainer;
}

static void
category_train_test_bytes(struct enricher *enricher, struct buf *out,
    struct category_figures figures[CATEGORY_COUNT])
{
	struct category_trainer *trainer =
	    category_train_test_fill(enricher, 6);
	struct category_model *model = NULL;
	struct err e = ERR_INIT;

	buf_init(out, LIMIT_CATEGORY_MODEL);
	ok(category_train(trainer, &model, figures, &e) == 0, "trains: %s",
	    e.text);
	if (model != NULL)
		category_model_write(model, out);
	category_model_free(model);
	category_trainer_free(trainer);
}

static void
category_train_test_scores(struct enricher *enricher, struct slice bytes)
{
	struct category_model *model;
	struct category_stems stems;
	double scores[CATEGORY_COUNT], sum;
	struct err e = ERR_INIT;

	if (category_model_parse(bytes, &model, &e) != 0) {
		ok(false, "reads its own bytes: %s", e.text);
		return;
	}
	stems = category_train_test_stems(enricher, 1000, 0);
	category_model_scores(model, &stems, scores);
	ok(scores[SPORT] > 0.8 && scores[POLITICS] < 0.2,
	    "a new text about sport: %.3f, %.3f", scores[SPORT],
	    scores[POLITICS]);
	ok(scores[16] == 0 && scores[0] == 0,
	    "a category with few or no texts has no score");
	sum = model->lines[SPORT].bias;
	for (size_t i = 0; i < stems.n; i++)
		sum += category_model_share(model, &stems, i, SPORT);
	sum = category_logistic(sum) - scores[SPORT];
	ok(sum < 1e-9 && sum > -1e-9, "the shares of the stems give the score");
	stems = category_train_test_stems(enricher, 1001, 1);
	category_model_scores(model, &stems, scores);
	ok(scores[POLITICS] > 0.8 && scores[SPORT] < 0.2,
	    "a new text about politics: %.3f, %.3f", scores[POLITICS],
	    scores[SPORT]);
	stems = (struct category_stems){ 0 };
	category_model_scores(model, &stems, scores);
	ok(scores[SPORT] >= 0 && scores[SPORT] <= 1, "a text without stems");
	category_model_free(model);
}

static void
category_train_test_refuse(
    struct slice bytes, const char *why, const char *name)
{
	struct category_model *model = NULL;
	struct err e = ERR_INIT;
	int rc = category_model_parse(bytes, &model, &e);

	ok(rc == ERR_REFUSED && strstr(e.text, why) != NULL, "%s: %s", name,
	    e.text);
	if (rc == 0)
		category_model_free(model);
}

static void
category_train_test_damaged(struct buf *bytes)
{
	category_train_test_refuse(SLICE("garbage"), "length", "a short text");
	category_train_test_refuse(SLICE_NONE, "length", "no bytes");
	category_train_test_refuse(
	    slice_sub(buf_slice(bytes), 0, bytes->len - 1), "length",
	    "a byte is missing");
	bytes->p[bytes->len / 2] ^= 1;
	category_train_test_refuse(
	    buf_slice(bytes), "checksum", "a changed byte");
	bytes->p[0] ^= 1;
	category_train_test_refuse(
	    buf_slice(bytes), "first bytes", "another format");
}

static void
category_train_test_few_groups(struct enricher *enricher)
{
	struct category_trainer *trainer =
	    category_train_test_fill(enricher, 1);
	struct category_figures figures[CATEGORY_COUNT];
	struct category_model *model = NULL;
	struct err e = ERR_INIT;

	ok(category_train(trainer, &model, figures, &e) == ERR_REFUSED &&
		strstr(e.text, "two domains") != NULL,
	    "one domain cannot be held out: %s", e.text);
	category_trainer_free(trainer);
	trainer = category_trainer_new();
	ok(category_train(trainer, &model, figures, &e) == ERR_REFUSED,
	    "a training without texts is refused");
	category_trainer_free(trainer);
}

static void
category_train_test_figures(
    const struct category_figures figures[CATEGORY_COUNT])
{
	const struct category_figures *f = &figures[SPORT];

	ok(f->n_texts == TEXTS / 2 && f->threshold >= 0.5 &&
		f->n_right * 10 >= f->n_found * 9 && f->n_right > TEXTS / 3,
	    "sport: %zu texts, %zu of %zu right at %.3f", f->n_texts,
	    f->n_right, f->n_found, f->threshold);
	ok(figures[16].n_texts == 10 && figures[16].threshold == 0,
	    "ten texts make no model");
	ok(figures[0].n_texts == 0 && figures[0].threshold == 0,
	    "a category without texts has no model");
}

int
main(void)
{
	struct category_figures figures[CATEGORY_COUNT];
	struct enricher *enricher;
	struct err e = ERR_INIT;
	struct buf first, second;

	if (enricher_new(&enricher, &e) != 0)
		return 1;
	category_train_test_bytes(enricher, &first, figures);
	category_train_test_figures(figures);
	category_train_test_bytes(enricher, &second, figures);
	ok(first.len > 0 && slice_equal(buf_slice(&first), buf_slice(&second)),
	    "the same texts give the same bytes");
	category_train_test_scores(enricher, buf_slice(&first));
	category_train_test_damaged(&second);
	category_train_test_few_groups(enricher);
	buf_release(&first);
	buf_release(&second);
	enricher_free(enricher);
	return done_testing();
}
