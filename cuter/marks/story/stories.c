/*
 * stories.c -- marks the parts of a page that are other articles.
 *
 * In:  tree, blocks, the title's block.
 * Out: MARK_OTHER_STORY on blocks.
 *
 * Some sites append the next article to the end of this one, as an <article>
 * with an <h1> of its own. Such an <article> is only marked if this article's
 * title is also in an <h1> and outside of that <article>. This condition
 * excludes sections of one article and posts of a live blog.
 *
 * story_topics_mark() marks other stories in elements of any kind,
 * story_insets_mark() those in boxes between paragraphs.
 */
#include "cuter/marks/story/story_topics.h"

/* Least number of unlinked words of an <article> that has a text of its own. */
#define OWN_ARTICLE_WORDS 100

/* Returns the outermost <article> around a node, or the node itself if there is
 * none. */
static uint32_t
stories_outermost_article(const struct tree *t, uint32_t node)
{
	uint32_t found = node;

	for (; node != TREE_ROOT; node = t->nodes[node].parent)
		if (t->nodes[node].tag == TAG_ARTICLE)
			found = node;
	return found;
}

static bool
stories_is_in_heading(const struct tree *t, uint32_t node)
{
	for (; node != TREE_ROOT; node = t->nodes[node].parent)
		if (t->nodes[node].tag == TAG_H1)
			return true;
	return false;
}

/* Returns the first <h1> with text in an <article>; TREE_NOWHERE if there is
 * none. */
static uint32_t
stories_find_heading(const struct page *page, uint32_t article)
{
	const struct tree *t = &page->tree;

	for (uint32_t i = article + 1; i < t->nodes[article].end; i++)
		if (t->nodes[i].tag == TAG_H1 && page->bytes[i] > 0)
			return i;
	return TREE_NOWHERE;
}

/* Returns true if an <article> has an <h1> of its own, which does not belong to
 * a section of this article.  prose: story_topics_first_prose(). */
static bool
stories_has_headline(const struct page *page, uint32_t article, uint32_t prose)
{
	uint32_t heading = stories_find_heading(page, article);

	return heading != TREE_NOWHERE &&
	       !story_topics_continues(
		   page, article, page_block_at(page, heading), prose);
}

/* An element with most of the page's unlinked text is the article, even if the
 * title is outside of it and it has another heading.  Exception: the title is
 * in an <article> with a text of its own. */
static bool
stories_is_most(const struct page *page, uint32_t node)
{
	return 2 * (page->bytes[node] - page->link_bytes[node]) >
	       page->bytes[TREE_ROOT] - page->link_bytes[TREE_ROOT];
}

static void
stories_mark_article(struct page *page, uint32_t *at, uint32_t article)
{
	uint32_t end = page->tree.nodes[article].end;

	for (; *at < page->n_blocks && page->blocks[*at].first < end; (*at)++)
		if (page->blocks[*at].first >= article)
			page->blocks[*at].marks |= MARK_OTHER_STORY;
}

void
features_mark_stories(struct page *page)
{
	const struct tree *t = &page->tree;
	uint32_t own, title, prose, at = 0;
	bool may_be_most;

	if (page->title_block == PAGE_NO_BLOCK)
		return;
	story_insets_mark(page);
	story_topics_mark(page);
	title = page->blocks[page->title_block].node;
	if (!stories_is_in_heading(t, title))
		return;
	own = stories_outermost_article(t, title);
	prose = story_topics_first_prose(page);
	may_be_most = t->nodes[own].tag != TAG_ARTICLE ||
		      story_topics_words(page, own, true) < OWN_ARTICLE_WORDS;
	for (uint32_t i = 1; i < t->n;) {
		if (i == own) {
			i = t->nodes[own].end;
			continue;
		}
		if (t->nodes[i].tag != TAG_ARTICLE) {
			i++;
			continue;
		}
		if (stories_has_headline(page, i, prose) &&
		    !(may_be_most && stories_is_most(page, i)))
			stories_mark_article(page, &at, i);
		i = t->nodes[i].end;
	}
}
