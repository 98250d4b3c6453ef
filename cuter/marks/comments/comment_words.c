/*
 * comment_words.c -- recognises the words that name or announce the readers'
 * comments.
 *
 * In:  a block, a text node, or the class and id of an element.
 * Out: enum comment_sign; comments.c describes what follows from it.
 *
 * "Comment", "Réactions" and "Responses" also begin headings of articles, and
 * class names such as "comment-piece" also name articles. Only words that are
 * not used in such headings and names are sure signs.
 */
#include <pthread.h>

#include "base/array.h"
#include "base/text/ascii.h"
#include "base/text/utf8.h"
#include "cuter/features/attr_words.h"
#include "cuter/features/features.h"
#include "cuter/features/phrase_index.h"
#include "cuter/marks/comments/comments.h"

#define LINE_WORDS 8 /* maximum words in a line that announces comments */
/* Maximum number of words of a line that begins with a noun. */
#define NOUN_WORDS 4
/* Maximum number of words of a line with a number of comments. */
#define NUMBER_WORDS 2
/* Maximum number of bytes in a line besides a noun of a script without
 * spaces. */
#define UNSPACED_REST 6

/* Parts of a class or id that may denote comments, in lower case. */
static const char *const comment_words_names[] = { "comment", "disqus",
	"kommentare", "livefyre", "comentario", "commenti", "reacties",
	"hypercomments", "respond" };
/* Parts of a class or id that do not denote comments, although they contain a
 * name of the table above. */
static const char *const comment_words_not_names[] = { "commentary",
	"commentator", "nocomment", "no-comment", "comments-closed",
	"commented", "has-comment", "comment-count", "comments-count",
	"commentcount", "responds", "responde", "correspond", "responsive" };

/* Parts of a class or id that denote comments. */
static const char *const comment_words_sure_names[] = { "comments",
	"commentlist", "comment-list", "comment_list", "commentarea",
	"comment-area", "comment-section", "commentsection", "comment-thread",
	"comment-form", "commentform", "comment-container", "comment-wrap",
	"comment-body", "comment-content", "commentaires", "disqus",
	"kommentare", "livefyre", "comentarios", "commenti", "reacties",
	"hypercomments", "respond" };
/* Parts of a class that states whether an article may have comments. */
static const char *const comment_words_states[] = { "enabled", "disabled",
	"open", "allow", "active", "show", "hide", "hidden", "-off", "_off" };

/* A line of few words may be the heading of comments if it begins with one of
 * these words, possibly after one other word. A plural that is alone, or has a
 * number, is such a heading. */
static const char *const comment_words_nouns[] = { "comment", "kommentar",
	"commentaire", "comentario", "comentário", "commento", "комментарий",
	"readers say", "reader reactions", "responses to", "replies to",
	"replies", "responses", "réactions", "thoughts on", "reactions",
	"your voices", "letters from readers", "guestbook", "leserstimmen",
	"leserbriefe", "lettres de lecteurs", "courrier des lecteurs",
	"cartas de los lectores", "lezersreacties" };
static const char *const comment_words_plurals[] = { "comments", "kommentare",
	"leserkommentare", "lesermeinungen", "commentaires", "comentarios",
	"comentários", "commenti", "reacties", "kommentarer", "kommentit",
	"комментарии", "комментариев", "коментарі", "komentarze", "komentarzy",
	"komentáře", "komentari", "hozzászólások", "yorumlar", "yorum",
	"σχόλια", "التعليقات", "תגובות", "评论", "留言", "コメント", "댓글",
	"ความคิดเห็น" };
/* A line that begins with one of these phrases, possibly after one other word,
 * is the heading of comments or of their form. */
static const char *const comment_words_phrases[] = { "leave a reply",
	"leave a response", "leave a comment", "leave your comment",
	"post a comment", "add a comment", "write a comment", "add comment",
	"post comment", "join the discussion", "join the conversation",
	"reader comments", "readers comments", "user comments",
	"recent comments", "latest comments", "all comments", "no comments yet",
	"loading comments", "diskutieren sie mit", "kommentar schreiben",
	"kommentar verfassen", "kommentar hinterlassen",
	"schreibe einen kommentar", "schreiben sie einen kommentar",
	"laisser un commentaire", "ajouter un commentaire",
	"poster un commentaire", "vos commentaires", "vos réactions",
	"deja una respuesta", "deja un comentario", "dejar un comentario",
	"deixe uma resposta", "deixe um comentário", "deixe seu comentário",
	"lascia un commento", "laat een reactie achter", "plaats een reactie",
	"geef een reactie", "skriv en kommentar", "dodaj komentarz",
	"napsat komentář", "оставить комментарий", "добавить комментарий",
	"读取评论", "加载评论", "添加评论", "发表评论", "发布评论", "我要评论",
	"最新评论", "全部评论", "评论列表", "发表留言", "發表評論", "發表回應",
	"コメントする", "コメント一覧", "コメントを書く", "댓글 쓰기",
	"댓글쓰기" };

/* Parts of a class or id, and first words of a heading, of a forum. */
static const char *const comment_words_forum_names[] = { "forum", "thread",
	"discuss" };
static const char *const comment_words_forum_nouns[] = { "forum", "discussion",
	"diskussion", "discusión", "discussione", "discussie", "débat",
	"thread", "topic", "обсуждение" };

/* Texts of links and buttons that each comment has. */
static const char *const comment_words_actions[] = { "reply", "antworten",
	"répondre", "responder", "rispondi", "beantwoorden", "svar", "svara",
	"vastaa", "ответить", "відповісти", "odpowiedz", "odpovědět", "válasz",
	"yanıtla", "回复", "回覆", "返信", "답글", "report", "melden",
	"signaler", "denunciar", "segnala", "rapportera", "zgłoś",
	"пожаловаться", "举报", "檢舉", "通報", "신고" };

static struct phrase_index names_index, not_names_index, sure_names_index,
    states_index, nouns_index, plurals_index, phrases_index, forum_names_index,
    forum_nouns_index, actions_index;
/* The names of comments and of forums. */
static struct phrase_index any_names_index;
/* The nouns, plurals and phrases. */
static struct phrase_index lines_index;
static pthread_once_t comment_words_once = PTHREAD_ONCE_INIT;

static void
comment_words_fill(
    struct phrase_index *index, const char *const *words, size_t n)
{
	for (size_t i = 0; i < n; i++)
		phrase_index_add(index, words[i]);
}

static void
comment_words_fill_indexes(void)
{
	comment_words_fill(&names_index, comment_words_names,
	    ARRAY_LENGTH(comment_words_names));
	comment_words_fill(&not_names_index, comment_words_not_names,
	    ARRAY_LENGTH(comment_words_not_names));
	comment_words_fill(&sure_names_index, comment_words_sure_names,
	    ARRAY_LENGTH(comment_words_sure_names));
	comment_words_fill(&states_index, comment_words_states,
	    ARRAY_LENGTH(comment_words_states));
	comment_words_fill(&nouns_index, comment_words_nouns,
	    ARRAY_LENGTH(comment_words_nouns));
	comment_words_fill(&plurals_index, comment_words_plurals,
	    ARRAY_LENGTH(comment_words_plurals));
	comment_words_fill(&phrases_index, comment_words_phrases,
	    ARRAY_LENGTH(comment_words_phrases));
	comment_words_fill(&forum_names_index, comment_words_forum_names,
	    ARRAY_LENGTH(comment_words_forum_names));
	comment_words_fill(&any_names_index, comment_words_names,
	    ARRAY_LENGTH(comment_words_names));
	comment_words_fill(&any_names_index, comment_words_forum_names,
	    ARRAY_LENGTH(comment_words_forum_names));
	comment_words_fill(&forum_nouns_index, comment_words_forum_nouns,
	    ARRAY_LENGTH(comment_words_forum_nouns));
	comment_words_fill(&actions_index, comment_words_actions,
	    ARRAY_LENGTH(comment_words_actions));
	comment_words_fill(&lines_index, comment_words_forum_nouns,
	    ARRAY_LENGTH(comment_words_forum_nouns));
	comment_words_fill(&lines_index, comment_words_nouns,
	    ARRAY_LENGTH(comment_words_nouns));
	comment_words_fill(&lines_index, comment_words_plurals,
	    ARRAY_LENGTH(comment_words_plurals));
	comment_words_fill(&lines_index, comment_words_phrases,
	    ARRAY_LENGTH(comment_words_phrases));
}

static bool
comment_words_has_any(struct slice s, const struct phrase_index *words)
{
	return phrase_index_next(words, s, &(struct phrase_match){ 0 });
}

static enum comment_sign
comment_words_read_value(struct slice value)
{
	struct slice rest = value, name;
	enum comment_sign sign = COMMENT_SIGN_NONE;

	if (value.len == 0 || !comment_words_has_any(value, &any_names_index))
		return COMMENT_SIGN_NONE;
	if (!comment_words_has_any(value, &names_index) ||
	    comment_words_has_any(value, &not_names_index))
		return comment_words_has_any(value, &forum_names_index)
			   ? COMMENT_SIGN_FORUM
			   : COMMENT_SIGN_NONE;
	while (slice_next(&rest, ' ', &name)) {
		if (attr_words_is_topic(name) && attr_words_is_post(value))
			continue;
		if (comment_words_has_any(name, &sure_names_index) &&
		    !comment_words_has_any(name, &states_index))
			return COMMENT_SIGN_SURE;
		if (comment_words_has_any(name, &names_index))
			sign = COMMENT_SIGN_WEAK;
	}
	return sign;
}

enum comment_sign
comment_words_read_name(const struct tree *t, uint32_t node)
{
	enum comment_sign class, id;

	pthread_once(&comment_words_once, comment_words_fill_indexes);
	class = comment_words_read_value(tree_attr(t, node, ATTR_CLASS));
	id = comment_words_read_value(tree_attr(t, node, ATTR_ID));
	return class > id ? class : id;
}

/* Writes the words of a short line in lower case, separated by single spaces,
 * without digits and punctuation, with a space at both ends. Returns the number
 * of words. */
static size_t
comment_words_fold(struct slice line, char *out, size_t cap, size_t *ret_len)
{
	size_t n = 0, words = 0;
	bool in_word = false;

	out[n++] = ' ';
	for (size_t i = 0; i < line.len && n + 6 < cap;) {
		uint32_t rune;
		size_t took = utf8_decode(line.p + i, line.len - i, &rune);

		i += took;
		if (rune_is_word(rune) && !(rune >= '0' && rune <= '9')) {
			words += !in_word;
			in_word = true;
			n += utf8_encode(rune_lower(rune), out + n);
		} else if (in_word) {
			in_word = false;
			out[n++] = ' ';
		}
	}
	if (in_word)
		out[n++] = ' ';
	*ret_len = n;
	return words;
}

static size_t
comment_words_count_spaces(struct slice s, size_t end)
{
	size_t n = 0;

	for (size_t i = 0; i < end; i++)
		n += s.p[i] == ' ';
	return n;
}

/* Returns true if a folded line has one of the words. In scripts without
 * spaces, the word may be anywhere in the line. */
static bool
comment_words_has_word(struct slice folded, const struct phrase_index *words)
{
	struct phrase_match match = { 0 };

	while (phrase_index_next(words, folded, &match)) {
		struct slice word = words->phrase[match.phrase];

		if ((unsigned char)word.p[0] >= 0xe0 ||
		    (folded.p[match.at - 1] == ' ' &&
			folded.p[match.at + word.len] == ' '))
			return true;
	}
	return false;
}

/* Returns true if a folded line begins with one of these words, possibly after
 * one other word. In scripts without spaces, the word may be anywhere in the
 * line. Only the first occurrence of each word is examined. */
static bool
comment_words_begins(struct slice folded, const struct phrase_index *words)
{
	uint64_t seen[PHRASE_INDEX_MAX / 64] = { 0 };
	struct phrase_match match = { 0 };

	while (phrase_index_next(words, folded, &match)) {
		struct slice word = words->phrase[match.phrase];
		uint64_t *bits = &seen[match.phrase / 64];
		uint64_t bit = UINT64_C(1) << match.phrase % 64;

		if ((*bits & bit) != 0)
			continue;
		*bits |= bit;
		if ((unsigned char)word.p[0] >= 0xe0)
			return true; /* this script has no spaces between words
				      */
		if (folded.p[match.at - 1] == ' ' &&
		    folded.p[match.at + word.len] == ' ' &&
		    comment_words_count_spaces(folded, match.at) <= 2)
			return true;
	}
	return false;
}

/* Returns true if a line has a number before its words, or after at most
 * NUMBER_WORDS words: "3 responses to the plan", "Comments (3)". */
static bool
comment_words_has_number(struct slice text, size_t words)
{
	size_t end = text.len;

	while (end > 0 && (text.p[end - 1] == ')' || text.p[end - 1] == ']'))
		end--;
	return end > 0 &&
	       (ascii_is_digit(text.p[0]) ||
		   (words <= NUMBER_WORDS && ascii_is_digit(text.p[end - 1])));
}

/* Returns true if a folded line is only a plural. Lines of scripts without
 * spaces may have a few other characters. */
static bool
comment_words_is_plural(struct slice folded)
{
	struct phrase_match match = { 0 };

	while (phrase_index_next(&plurals_index, folded, &match)) {
		struct slice word = plurals_index.phrase[match.phrase];
		size_t rest = folded.len - word.len;

		if (rest <= 2 ||
		    ((unsigned char)word.p[0] >= 0xe0 && rest <= UNSPACED_REST))
			return true;
	}
	return false;
}

/* Returns true for a heading "Re: ..." of a forum, which has the title of the
 * article or of another post. */
static bool
comment_words_is_answer(const struct page *page, const struct block *b)
{
	struct slice text;

	if (!b->is_heading || b->words < 2 || b->marks & MARK_HIDDEN)
		return false;
	text = page_block_text(page, b);
	return slice_starts_nocase(text, SLICE("Re: ")) ||
	       slice_starts_nocase(text, SLICE("AW: "));
}

enum comment_sign
comment_words_read_line(const struct page *page, const struct block *b)
{
	char bytes[256];
	struct slice folded = { bytes, 0 }, text;
	size_t words;

	if (comment_words_is_answer(page, b))
		return COMMENT_SIGN_FORUM;
	if (b->words == 0 || b->words > LINE_WORDS || b->bytes > 120 ||
	    b->marks & (MARK_HIDDEN | MARK_TABLE) ||
	    (!b->is_heading && b->link_bytes * 2 > b->bytes))
		return COMMENT_SIGN_NONE;
	pthread_once(&comment_words_once, comment_words_fill_indexes);
	text = page_block_text(page, b);
	if (text.len > 0 && strchr(".!?,;\"", text.p[text.len - 1]) != NULL)
		return COMMENT_SIGN_NONE;
	words = comment_words_fold(text, bytes, sizeof(bytes), &folded.len);
	if (!comment_words_has_any(folded, &lines_index))
		return COMMENT_SIGN_NONE; /* as nearly all lines */
	if (comment_words_is_plural(folded))
		return COMMENT_SIGN_SURE;
	if (comment_words_begins(folded, &phrases_index))
		return words <= NOUN_WORDS ? COMMENT_SIGN_SURE
					   : COMMENT_SIGN_LIKELY;
	if (!comment_words_begins(folded, &nouns_index) &&
	    !comment_words_begins(folded, &plurals_index))
		return words <= NOUN_WORDS &&
			       comment_words_begins(folded, &forum_nouns_index)
			   ? COMMENT_SIGN_FORUM
			   : COMMENT_SIGN_NONE;
	if (comment_words_has_number(text, words))
		return words == 1 ? COMMENT_SIGN_SURE : COMMENT_SIGN_LIKELY;
	return words <= NOUN_WORDS ? COMMENT_SIGN_WEAK : COMMENT_SIGN_NONE;
}

bool
comment_words_is_action(const struct page *page, uint32_t leaf)
{
	char bytes[64];
	struct slice folded = { bytes, 0 };

	if (!(page->marks[leaf] & (MARK_LINK | MARK_BUTTON)) ||
	    page->tree.nodes[leaf].text.len > 40 ||
	    comment_words_fold(page->tree.nodes[leaf].text, bytes,
		sizeof(bytes), &folded.len) != 1)
		return false;
	pthread_once(&comment_words_once, comment_words_fill_indexes);
	return comment_words_has_word(folded, &actions_index);
}
