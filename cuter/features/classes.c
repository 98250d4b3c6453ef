/*
 * classes.c -- gives every node a class, from the method's decision for each
 * block.
 *
 * "Four possible characterizations exist in CUTER: (a) advertisement, (b)
 * navigation, (c) information, which is further separated into (c1) text and
 * (c2) multimedia nodes, and (d) empty" (Adam, Bouras, Poulopoulos, section
 * III).
 *
 * In:  decisions, tree, marks.
 * Out: page->classes, page->first_text, page->last_text.
 *
 * A text node has the class of its block; bylines, dates and captions of the
 * article are text, although they are not part of the body. Images and players
 * are multimedia inside of the article's text. Other images and players are
 * advertisement if their address or marks indicate this, else navigation. The
 * class of an element is the first of the following classes that one of its
 * children has: text, multimedia, advertisement, navigation, empty.
 */
#include <pthread.h>

#include "base/array.h"
#include "cuter/features/features.h"
#include "cuter/features/phrase_index.h"

static const char *const reasons[REASON_COUNT] = {
	[REASON_NONE] = "not judged",
	[REASON_CHOSEN] = "in the article's group",
	[REASON_EMPTY] = "no text",
	[REASON_HIDDEN] = "hidden",
	[REASON_LINKS] = "link percentage of 50 % or more",
	[REASON_LINK_REGION] = "inside a region of links",
	[REASON_SMALL] = "text percentage too small",
	[REASON_FAR] = "no neighbour of the article",
	[REASON_BEFORE_TITLE] = "before the title",
	[REASON_TITLE] = "the title",
	[REASON_NAVIGATION] = "marked as navigation",
	[REASON_ADVERTISEMENT] = "marked as advertisement",
	[REASON_CAPTION] = "a caption",
	[REASON_BYLINE] = "a byline or date",
	[REASON_COMMENTS] = "comments",
	[REASON_BUTTON] = "a button",
	[REASON_READ_MORE] = "a pointer to another page",
	[REASON_LEAD] = "the standfirst",
	[REASON_MEDIA] = "an image or player",
	[REASON_REPEATED] = "said before",
	[REASON_UNLIKE] = "unlike an article's text",
	[REASON_OTHER_STORY] = "another story on the same page",
	[REASON_NOTICE] = "asks to subscribe or to log in",
	[REASON_SITE] = "on other pages of the site, too",
	[REASON_OUTSIDE_RULE] = "outside of the body that a rule names",
	[REASON_LABEL] = "a label of the site",
};

const char *
reason_text(enum reason reason)
{
	return reasons[reason];
}

/* Addresses of video and audio players in frames. */
static const char *const players[] = { "youtube.com/", "youtube-nocookie.com/",
	"player.vimeo.com/", "dailymotion.com/", "brightcove", "jwplayer",
	"jwplatform.com/", "facebook.com/plugins/video", "player.twitch.tv/",
	"rumble.com/embed", "ted.com/", "soundcloud.com/", "open.spotify.com/",
	"omny.fm/", "megaphone.fm/", "podcasts.apple.com/" };

/* Addresses of advertisements in frames and images. */
static const char *const ad_servers[] = { "doubleclick.net/",
	"googlesyndication.com/", "googleadservices.com/", "adnxs.com/",
	"amazon-adsystem.com/", "taboola.com/", "outbrain.com/", "criteo.",
	"adservice.", "googletagmanager.com/", "/adserver/", "/banners/" };

static struct phrase_index players_index, ad_servers_index;
static pthread_once_t classes_once = PTHREAD_ONCE_INIT;

static void
classes_fill_indexes(void)
{
	for (size_t i = 0; i < ARRAY_LENGTH(players); i++)
		phrase_index_add(&players_index, players[i]);
	for (size_t i = 0; i < ARRAY_LENGTH(ad_servers); i++)
		phrase_index_add(&ad_servers_index, ad_servers[i]);
}

/* Respects the case of letters, which the index ignores. */
static bool
classes_url_has_any(struct slice url, const struct phrase_index *words)
{
	struct phrase_match match = { 0 };

	while (phrase_index_next(words, url, &match))
		if (slice_starts(slice_sub(url, match.at, url.len),
			words->phrase[match.phrase]))
			return true;
	return false;
}

static enum cuter_class
classes_of_media(const struct page *page, uint32_t node, bool in_text)
{
	struct slice src = tree_attr(&page->tree, node, ATTR_SRC);
	enum tag tag = page->tree.nodes[node].tag;
	uint32_t marks = page->marks[node];

	if (marks & MARK_ADVERTISEMENT ||
	    classes_url_has_any(src, &ad_servers_index))
		return CUTER_ADVERTISEMENT;
	/* A figure inside of a button is a picture that is enlarged when the
	 * button is pressed. */
	if (marks & MARK_FIGURE)
		marks &= ~(uint32_t)MARK_BUTTON;
	if (marks &
	    (MARK_NAVIGATION | MARK_COMMENTS | MARK_HIDDEN | MARK_BUTTON))
		return CUTER_NAVIGATION;
	if (tag == TAG_IFRAME && !classes_url_has_any(src, &players_index))
		return CUTER_ADVERTISEMENT; /* most frames of other kinds are
					       advertisements */
	return in_text ? CUTER_MULTIMEDIA : CUTER_NAVIGATION;
}

/* A node that contains a part of the article is text; therefore text has the
 * greatest weight. */
static const uint8_t weight[CUTER_CLASS_COUNT] = {
	[CUTER_EMPTY] = 0,
	[CUTER_NAVIGATION] = 1,
	[CUTER_ADVERTISEMENT] = 2,
	[CUTER_MULTIMEDIA] = 3,
	[CUTER_TEXT] = 4,
};

static void
classes_find_text_range(struct page *page)
{
	page->first_text = page->last_text = PAGE_NO_BLOCK;
	for (uint32_t i = 0; i < page->n_blocks; i++) {
		if (page->blocks[i].reason != REASON_CHOSEN)
			continue;
		if (page->first_text == PAGE_NO_BLOCK)
			page->first_text = i;
		page->last_text = i;
	}
}

static void
classes_set_leaves(struct page *page)
{
	const struct tree *t = &page->tree;

	for (uint32_t i = 0; i < page->n_blocks; i++) {
		const struct block *b = &page->blocks[i];
		uint8_t class = b->class;

		if (features_is_text_aside(page, i))
			class = CUTER_TEXT;
		for (uint32_t k = b->first; k < b->end; k++)
			if (t->nodes[k].tag == TAG_TEXT)
				page->classes[k] = class;
	}
}

/* Returns the node after the last node that may be an image of the article. An
 * image may follow the last paragraph. The result is therefore the end of the
 * paragraph's parent, unless the parent is the root of the tree. */
static uint32_t
classes_media_end(const struct page *page)
{
	const struct block *last = &page->blocks[page->last_text];
	uint32_t parent = page->tree.nodes[last->node].parent;

	if (last->node == TREE_ROOT || parent == TREE_ROOT)
		return last->end;
	return page->tree.nodes[parent].end;
}

/* An image belongs to the article if it is before classes_media_end(), and
 * after the title or the first text, whichever comes first. */
static void
classes_set_media(struct page *page)
{
	const struct tree *t = &page->tree;
	uint32_t from = TREE_NOWHERE, to = 0;

	if (page->first_text != PAGE_NO_BLOCK) {
		uint32_t first = page->first_text;

		if (page->title_block < first)
			first = page->title_block;
		from = page->blocks[first].first;
		to = classes_media_end(page);
	}
	for (uint32_t i = 1; i < t->n; i++)
		if (tag_is(t->nodes[i].tag, TAG_IS_MEDIA))
			page->classes[i] = (uint8_t)classes_of_media(
			    page, i, i >= from && i < to);
}

void
features_class_block(
    struct page *page, const struct block *b, enum cuter_class class)
{
	const struct tree *t = &page->tree;

	for (uint32_t k = b->first; k < b->end; k++) {
		if (t->nodes[k].tag != TAG_TEXT)
			continue;
		page->classes[k] = (uint8_t) class;
		for (uint32_t i = t->nodes[k].parent;
		     i != TREE_NOWHERE &&
		     weight[page->classes[i]] < weight[class];
		     i = t->nodes[i].parent)
			page->classes[i] = (uint8_t) class;
	}
}

void
features_classify(struct page *page)
{
	const struct tree *t = &page->tree;

	pthread_once(&classes_once, classes_fill_indexes);
	page->classes = arena_array(page->arena, t->n, sizeof(uint8_t));
	classes_find_text_range(page);
	classes_set_leaves(page);
	classes_set_media(page);
	for (uint32_t i = t->n; i-- > 1;) {
		uint32_t parent = t->nodes[i].parent;

		if (weight[page->classes[i]] > weight[page->classes[parent]])
			page->classes[parent] = page->classes[i];
	}
}
