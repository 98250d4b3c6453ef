/*
 * announced.c -- finds lines and elements that announce other stories.
 *
 * In:  a block, or a node of the tree.
 * Out: whether it announces other stories.
 */
#include "cuter/marks/story/announced.h"

#include <pthread.h>

#include "base/array.h"
#include "base/text/utf8.h"
#include "cuter/features/attr_words.h"
#include "cuter/features/phrase_index.h"

/* Maximum number of words of such a line. */
#define LINE_WORDS 6
#define LINE_BYTES 120 /* of such a line that are compared */

/* Beginnings of lines that announce teasers, in lower case. */
static const char *const announced_leads[] = { "read also", "also read",
	"read more", "more on this", "more on the", "more about", "see also",
	"related stories", "related articles", "lesen sie auch",
	"lesen sie mehr", "mehr zum thema", "auch interessant",
	"das könnte sie", "lire aussi", "à lire aussi", "a lire aussi",
	"lire également", "à lire également", "a lire également",
	"sur le même sujet", "lee también", "lea también", "te puede interesar",
	"más sobre", "leia também", "leia mais", "veja também", "leggi anche",
	"potrebbe interessarti", "lees ook", "lees meer", "läs också",
	"läs även", "les også", "læs også", "zobacz też", "zobacz także",
	"czytaj też", "czytaj także", "читайте также", "смотрите также",
	"читайте також", "lue myös", "čtěte také", "přečtěte si", "相关阅读",
	"延伸閱讀", "関連記事", "あわせて読みたい", "관련기사" };

/* Further beginnings of lines that announce other stories after an article. In
 * an article, such lines also begin its sections. */
static const char *const announced_labels[] = { "related", "more from",
	"more stories", "more news", "more in ", "more on ", "most read",
	"most popular", "recommended", "read next", "up next", "next up",
	"next article", "next story", "next post", "you may also",
	"you might also", "you may like", "trending", "latest news",
	"latest stories", "latest from", "from our archive", "other stories",
	"don't miss", "don’t miss", "weitere artikel", "weitere beiträge",
	"weitere meldungen", "weitere nachrichten", "mehr aus", "mehr von",
	"mehr zu", "mehr nachrichten", "meistgelesen", "ähnliche artikel",
	"ähnliche beiträge", "verwandte artikel", "verwandte beiträge",
	"interessante artikel", "empfohlene artikel", "neueste artikel",
	"nächster artikel", "nächster beitrag", "articles similaires",
	"articles liés", "articles associés", "articles recommandés",
	"dans la même rubrique", "à découvrir", "plus d'articles",
	"les plus lus", "vous aimerez aussi", "article suivant", "ces articles",
	"artículos relacionados", "noticias relacionadas", "notas relacionadas",
	"contenido relacionado", "te recomendamos", "más noticias",
	"más leídas", "más leídos", "lo más leído", "también te puede",
	"también te interesa", "siguiente artículo", "notícias relacionadas",
	"artigos relacionados", "mais notícias", "mais lidas",
	"você também pode", "articoli correlati", "notizie correlate",
	"potrebbero interessarti", "ti potrebbe", "altre notizie",
	"i più letti", "le più lette", "gerelateerd", "meer nieuws",
	"meer over", "meer van", "meest gelezen", "volgend artikel",
	"relaterade", "relaterede", "relaterte", "fler artiklar", "mer från",
	"mest läst", "mest lest", "mest læst", "lue lisää", "luetuimmat",
	"podobne", "powiązane", "polecane", "polecamy", "najczęściej czytane",
	"související", "další články", "ďalšie články", "похожие", "по теме",
	"другие новости", "ещё по теме", "еще по теме", "рекомендуем",
	"ilgili haberler", "benzer haberler", "diğer haberler", "kapcsolódó",
	"további cikkek", "σχετικά", "διαβάστε", "اقرأ أيضا", "مقالات ذات صلة",
	"مواضيع ذات صلة", "संबंधित", "यह भी पढ़ें", "相关新闻", "相关文章",
	"推荐阅读", "更多新闻", "相關新聞", "相關文章", "推薦閱讀", "猜你喜欢",
	"おすすめ記事", "関連ニュース", "他の記事", "次の記事", "관련 기사",
	"추천 기사" };

static struct phrase_index leads_index, labels_index;
static pthread_once_t announced_once = PTHREAD_ONCE_INIT;

static void
announced_fill_indexes(void)
{
	for (size_t i = 0; i < ARRAY_LENGTH(announced_leads); i++)
		phrase_index_add(&leads_index, announced_leads[i]);
	for (size_t i = 0; i < ARRAY_LENGTH(announced_labels); i++)
		phrase_index_add(&labels_index, announced_labels[i]);
}

/* Returns the beginning of a block's text in lower case; in `bytes`. The
 * indexes ignore case only in ASCII letters. */
static struct slice
announced_lower(
    const struct page *page, const struct block *b, char bytes[LINE_BYTES + 4])
{
	struct slice text = slice_trim(page_block_text(page, b));
	size_t n = 0;

	for (size_t i = 0; i < text.len && n < LINE_BYTES;) {
		uint32_t rune;

		i += utf8_decode(text.p + i, text.len - i, &rune);
		n += utf8_encode(rune_lower(rune), bytes + n);
	}
	return (struct slice){ bytes, n };
}

bool
announced_is_lead(const struct page *page, const struct block *b)
{
	char bytes[LINE_BYTES + 4];

	if (b->words == 0 || b->words > LINE_WORDS || b->link_bytes > 0)
		return false;
	pthread_once(&announced_once, announced_fill_indexes);
	return phrase_index_begins(
	    &leads_index, announced_lower(page, b, bytes));
}

bool
announced_is_label(const struct page *page, const struct block *b)
{
	char bytes[LINE_BYTES + 4];
	struct slice text;

	if (b->words == 0 || b->bytes > LINE_BYTES ||
	    words_are_many(b->words, b->bytes, LINE_WORDS))
		return false;
	pthread_once(&announced_once, announced_fill_indexes);
	text = announced_lower(page, b, bytes);
	return phrase_index_begins(&leads_index, text) ||
	       phrase_index_begins(&labels_index, text);
}

bool
announced_is_declared(const struct page *page, uint32_t node, uint32_t title)
{
	const struct tree *t = &page->tree;

	for (; node != TREE_ROOT &&
	       !(node <= title && title < t->nodes[node].end);
	     node = t->nodes[node].parent)
		if (next_stories_is_article(t, node) ||
		    (attr_words_read(tree_attr(t, node, ATTR_CLASS)) |
			attr_words_read(tree_attr(t, node, ATTR_ID))) &
			1u << ATTR_WORD_RELATED)
			return true;
	return false;
}
