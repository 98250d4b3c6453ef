/*
 * json_ld_choose.c -- implements json_ld_choose.h.
 */
#include "cuter/article/json_ld_choose.h"

/* Minimum similarity of two headlines of one article; one of them may be
 * shortened. */
#define SAME_HEADLINE 0.6
/* Minimum similarity of a headline and a title of the page. */
#define LIKE_TITLE 0.5
#define H1_BYTES   512
#define H1_MOST    4

static bool
json_ld_choose_has_headline(
    const struct json_ld_story *story, const struct words *headline)
{
	return words_overlap(&story->headline, headline) >= SAME_HEADLINE ||
	       words_agree(&story->headline, headline) >= SAME_HEADLINE ||
	       words_agree(headline, &story->headline) >= SAME_HEADLINE;
}

bool
json_ld_story_is_same(
    const struct json_ld_story *a, const struct json_ld_story *b)
{
	return (a->id.len > 0 && slice_equal(a->id, b->id)) ||
	       json_ld_choose_has_headline(a, &b->headline);
}

void
json_ld_story_add(
    struct json_ld_stories *stories, const struct json_ld_story *story)
{
	if (stories->n == JSON_LD_STORIES)
		return;
	for (size_t i = 0; i < stories->n; i++)
		if (json_ld_choose_has_headline(
			&stories->items[i], &story->headline))
			return;
	stories->items[stories->n++] = *story;
}

/* Sets scores[i] to the similarity of a title and the headline of article i, if
 * this similarity is greater. */
static void
json_ld_choose_compare(
    const struct json_ld_stories *stories, struct slice title, double *scores)
{
	struct words words;

	words_read(&words, title);
	for (size_t i = 0; words.n > 0 && i < stories->n; i++) {
		double score = words_agree(&words, &stories->items[i].headline);

		if (score > scores[i])
			scores[i] = score;
	}
}

static void
json_ld_choose_compare_h1(const struct page *page,
    const struct json_ld_stories *stories, double *scores)
{
	const struct tree *t = &page->tree;
	char text[H1_BYTES];
	unsigned found = 0;

	for (uint32_t i = 0; i < t->n && found < H1_MOST; i++) {
		size_t n = 0;

		if (t->nodes[i].tag != TAG_H1)
			continue;
		for (uint32_t k = i; k < t->nodes[i].end; k++) {
			struct slice leaf = t->nodes[k].text;

			if (n + leaf.len + 1 > sizeof(text))
				break;
			if (leaf.len > 0)
				memcpy(text + n, leaf.p, leaf.len);
			n += leaf.len;
		}
		json_ld_choose_compare(
		    stories, (struct slice){ text, n }, scores);
		found++;
	}
}

/* Returns the first article with the highest score; n if no score is high
 * enough. */
static size_t
json_ld_choose_best(const struct json_ld_stories *stories, const double *scores)
{
	size_t best = stories->n;

	for (size_t i = 0; i < stories->n; i++)
		if (scores[i] >= LIKE_TITLE &&
		    (best == stories->n || scores[i] > scores[best]))
			best = i;
	return best;
}

/* Returns an address without its fragment and the slash at its end. */
static struct slice
json_ld_choose_address(struct slice url)
{
	url = slice_sub(url, 0, slice_find_char(url, '#', 0));
	return slice_ends(url, SLICE("/")) ? slice_sub(url, 0, url.len - 1)
					   : url;
}

static bool
json_ld_choose_has_address(const struct json_ld_story *story, struct slice url)
{
	url = json_ld_choose_address(url);
	return url.len > 0 &&
	       (slice_equal(json_ld_choose_address(story->url), url) ||
		   slice_equal(json_ld_choose_address(story->id), url));
}

size_t
json_ld_story_choose(
    const struct page *page, const struct json_ld_stories *stories)
{
	double scores[JSON_LD_STORIES] = { 0 };
	size_t best;

	json_ld_choose_compare(stories, page->input->hint_title, scores);
	best = json_ld_choose_best(stories, scores);
	if (best < stories->n)
		return best;
	json_ld_choose_compare(
	    stories, page_head_meta(page->head, "og:title"), scores);
	json_ld_choose_compare_h1(page, stories, scores);
	best = json_ld_choose_best(stories, scores);
	if (best < stories->n)
		return best;
	for (size_t i = 0; i < stories->n; i++)
		if (json_ld_choose_has_address(
			&stories->items[i], page->input->url) ||
		    json_ld_choose_has_address(
			&stories->items[i], page->head->canonical))
			return i;
	return 0;
}
