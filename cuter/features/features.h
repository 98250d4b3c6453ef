/*
 * features.h -- the values and marks that a method reads, and the classes that
 * are derived from its decisions. The files that are named below are in
 * cuter/features/ and cuter/marks/.
 */
#ifndef CUTER_FEATURES_FEATURES_H
#define CUTER_FEATURES_FEATURES_H

#include "cuter/page.h"

/* marks.c: sets page->marks from elements, roles and the words of class and id.
 * O(n). */
void features_mark(struct page *);
/* revealed.c: true if a script or the reader will show a node that is hidden in
 * the source, so that its text counts. O(bytes of class and id). */
bool features_is_revealed(const struct tree *, uint32_t node);
/* revealed.c: true if a hidden node contains the heading with the feed's title,
 * and no visible heading has this title (page->shows_title). False inside of
 * another hidden node. O(nodes). */
bool features_has_hidden_story(struct page *, uint32_t node);
/* region_pre.c: shortens the text of a <pre> with several stories to the story
 * of the feed's title. O(bytes of the <pre>). */
void features_choose_pre_story(struct page *);
/* block.c: sets page->blocks, bytes, link_bytes, text_bytes. O(n). */
void features_count(struct page *);
/* split_lines.c: divides blocks that contain several stories at the
 * headlines. O(n). */
void features_split_lines(struct page *);
/* title_block.c: sets page->title_block, title_score, has_hint_title.
 * O(text). */
void features_find_title(struct page *);
/* stories.c: sets MARK_OTHER_STORY. O(n). */
void features_mark_stories(struct page *);
/* next_stories.c: sets MARK_OTHER_STORY on articles without headlines that
 * follow the article of the page. O(nodes). */
void features_mark_next_stories(struct page *);
/* next_stories.c: true for an <article>, and for a block element whose class
 * names an article. */
bool next_stories_is_article(const struct tree *t, uint32_t node);
/* regions.c: sets MARK_OTHER_STORY on the blocks outside of the story that the
 * feed's title or summary names; sets page->has_no_story. O(nodes * depth). */
void features_find_region(struct page *);
/* teasers.c: sets MARK_OTHER_STORY on teasers between paragraphs, and on the
 * teasers of a page that shows no headline. O(nodes). */
void features_mark_teasers(struct page *);
/* comments.c: sets MARK_THREAD. O(nodes * depth). */
void features_find_comments(struct page *);
/* meta_lines.c: sets MARK_META_LINE. O(text near the title). */
void features_mark_meta_lines(struct page *);
/* meta_lines.c: true if a block contains only a date, byline, reading time or
 * agency, anywhere on the page. O(bytes of short blocks). */
bool features_is_meta_line(const struct page *, const struct block *);
/* meta_stamps.c: true for a line with only a date or a byline in a script
 * without capitals, or in a language that writes such lines in lower case.
 * O(bytes). */
bool meta_stamps_is_line(struct slice text);
/* notices.c: sets MARK_NOTICE. O(short blocks * phrases). */
void features_mark_notices(struct page *);
/* consent.c: sets MARK_NOTICE on dialogs that ask to allow cookies. O(bytes of
 * the blocks). */
void features_mark_consent(struct page *);
/* boilerplate.c: removes lines of the site from the blocks that a method chose.
 * At least one chosen block remains. O(short blocks * rows). */
void features_remove_boilerplate(struct page *);
/* pull_quotes.c: removes chosen blocks whose text is part of another chosen
 * block. O(bytes of the text). */
void features_remove_pull_quotes(struct page *);
/* closing.c: removes what follows the text of a press release from the chosen
 * blocks. O(bytes of the chosen blocks). */
void features_remove_closing(struct page *);
/* classes.c: derives the class of each node from the decisions for the blocks.
 * O(n). */
void features_classify(struct page *);
/* Changes the class of one block, and the class of its ancestors if the new
 * class has a greater weight. */
void features_class_block(
    struct page *, const struct block *, enum cuter_class);
/* kinds.c: sets page->kinds; call after the standfirst is found. O(text). */
void features_find_kinds(struct page *);
/* True if a block belongs to the article but not to the body: a byline, a date
 * or a caption. */
bool features_is_text_aside(const struct page *, uint32_t block);

/* words.c: texts as sets of folded words. */
#define WORDS_MAX 64
/* Weight of a character of a script without spaces; a word has the weight 1.
 * Words of these scripts have about two characters. */
#define CHARACTER_WEIGHT 0.5

struct words {
	uint64_t hash[WORDS_MAX];
	/* set by words_read_terms(): the term is a pair of characters */
	bool is_pair[WORDS_MAX];
	/* the term is a pair that begins with the last character of the
	 * previous pair */
	bool is_next[WORDS_MAX];
	size_t n;
	size_t n_total; /* number of words, including repeated words and those
			   beyond WORDS_MAX */
};

/* Reads words: lower case, letters and digits only; scripts without spaces are
 * read by character. */
void words_read(struct words *, struct slice);
/* Like words_read(). Returns false after more than most_foreign different words
 * that are not in `other`; the set is then incomplete. */
bool words_read_similar(struct words *, struct slice, const struct words *other,
    size_t most_foreign);
/* Reads the terms of a text, which differ between texts on different subjects.
 * A term is a word that has at least least_bytes bytes or ends with a character
 * outside of ASCII, or a pair of adjacent characters of a script without
 * spaces. Single characters are not terms, because most of them are in each
 * long text. */
void words_read_terms(struct words *, struct slice, size_t least_bytes);
/* Calls visit() for each term of a text, in order, also for repeated terms. */
void words_visit_terms(struct slice, size_t least_bytes,
    void (*visit)(void *arg, uint64_t term), void *arg);
/* Sets seen[i] if the text has term i of the set. O(text * set). */
void words_find_terms(const struct words *, struct slice text, bool *seen);
/* Returns the share of the terms for which seen[] is true, 0 .. 1. The terms
 * were read with words_read_terms(). A word counts as 1. A character counts as
 * CHARACTER_WEIGHT, and only once if it is in two pairs. */
double words_share(const struct words *, const bool *seen);
/* Like words_read() and words_find_terms(), but for pairs of adjacent words of
 * any script. Texts on different subjects have few pairs in common. */
void words_read_pairs(struct words *, struct slice);
void words_find_pairs(const struct words *, struct slice text, bool *seen);
/* words_covered(): share of a's distinct words that are in b. words_overlap():
 * share of common words in the union (Jaccard). */
double words_covered(const struct words *a, const struct words *b);
double words_overlap(const struct words *a, const struct words *b);
/* A title of fewer words is not compared as a part of a longer one. */
#define WORDS_FEW 3
/* Returns the similarity of a title and a headline, 0 .. 1. Feeds shorten
 * titles and append the name of the site, so the title may be a part of the
 * headline, or the headline a part of the title. This is not considered if one
 * of the two is much shorter than the other. */
double words_agree(const struct words *title, const struct words *line);
/* Returns true if a line with these numbers of words and bytes is longer than
 * `most` words. Each character of a script without spaces counts as a word, so
 * the line must have many bytes, too. */
bool words_are_many(uint32_t words, uint32_t bytes, uint32_t most);
/* Returns the number of words of a text; each character of a script without
 * spaces is a word. */
uint32_t words_count(struct slice);
/* Like words_count(), but a character counts as CHARACTER_WEIGHT. This function
 * is slower, and is used for lines. */
double words_weigh(struct slice);

#endif
