/*
 * caption_ads.c -- recognises the words of an advertisement in the caption or
 * the alternative text of an image.
 *
 * A label ("Advertisement", "Anzeige") is recognised only at the beginning or
 * the end of the text, because most labels have another meaning inside of a
 * sentence. A call ("buy now") is recognised anywhere.
 */
#include <pthread.h>

#include "base/array.h"
#include "base/text/utf8.h"
#include "cuter/article/media/media.h"
#include "cuter/features/phrase_index.h"

#define TEXT_BYTES 1200 /* more than CAPTION_BYTES of caption.c */

/* Words in lower case, separated by one space. */
static const char *const labels[] = { "ad", "ads", "adv", "advert",
	"advertisement", "advertising", "advertorial", "advertentie", "annonce",
	"annons", "anzeige", "anuncio", "gesponsert", "gesponsord", "mainos",
	"paid content", "paid post", "patrocinado", "promoted", "promotion",
	"publicidad", "publicidade", "publicité", "pubblicità", "reklam",
	"reklama", "reklame", "reklamă", "sponsored", "sponsored content",
	"sponsorisé", "sponsorizzato", "sponzorováno", "werbung", "διαφήμιση",
	"реклама", "إعلان", "विज्ञापन", "广告", "廣告", "広告", "광고" };
static const char *const calls[] = { "acquista ora", "achetez maintenant",
	"advertisement for", "buy now", "buy one", "buy online", "buy today",
	"call now", "click here", "click to buy", "compra ahora", "compra ya",
	"compre agora", "comprar ahora", "discount code", "download now",
	"free shipping", "free trial", "get yours", "jetzt bestellen",
	"jetzt kaufen", "jetzt sichern", "koop nu", "kup teraz",
	"limited offer", "limited time offer", "offerta speciale",
	"oferta especial", "offre spéciale", "order now", "order online",
	"order today", "paid partnership", "percent off", "promo code",
	"shop now", "shop online", "sign up now", "special offer",
	"sponsored by", "subscribe now", "try it free", "% off",
	"купить сейчас", "立即购买", "今すぐ購入" };

/* Writes the words of a text to `out` in lower case, separated by one space,
 * with a space at both ends. A "%" is a word. */
static struct slice
caption_ads_fold(struct slice text, char out[TEXT_BYTES + 8])
{
	size_t n = 0;

	out[n++] = ' ';
	for (size_t i = 0; i < text.len && n < TEXT_BYTES;) {
		uint32_t rune;

		i += utf8_decode(text.p + i, text.len - i, &rune);
		if (rune == '%' && out[n - 1] != ' ')
			out[n++] = ' ';
		if (rune_is_word(rune) || rune == '%')
			n += utf8_encode(rune_lower(rune), out + n);
		else if (out[n - 1] != ' ')
			out[n++] = ' ';
	}
	if (out[n - 1] != ' ')
		out[n++] = ' ';
	return (struct slice){ out, n };
}

static struct phrase_index labels_index, calls_index;
static pthread_once_t caption_ads_once = PTHREAD_ONCE_INIT;

static void
caption_ads_fill_indexes(void)
{
	for (size_t i = 0; i < ARRAY_LENGTH(labels); i++)
		phrase_index_add(&labels_index, labels[i]);
	for (size_t i = 0; i < ARRAY_LENGTH(calls); i++)
		phrase_index_add(&calls_index, calls[i]);
}

/* True if the text contains one of the phrases. In scripts with spaces, a
 * phrase must consist of whole words. If at_end is true, the phrase must be at
 * the beginning or the end of the text. */
static bool
caption_ads_find(
    struct slice text, const struct phrase_index *phrases, bool at_end)
{
	struct phrase_match match = { 0 };

	while (phrase_index_next(phrases, text, &match)) {
		struct slice phrase = phrases->phrase[match.phrase];
		bool whole = (unsigned char)phrase.p[0] < 0xe3;
		size_t at = match.at, end = at + phrase.len;

		if ((!whole || (text.p[at - 1] == ' ' && text.p[end] == ' ')) &&
		    (!at_end || at == 1 || end + 1 == text.len))
			return true;
	}
	return false;
}

bool
caption_is_advertising(struct slice text)
{
	char folded[TEXT_BYTES + 8];
	struct slice words = caption_ads_fold(text, folded);

	pthread_once(&caption_ads_once, caption_ads_fill_indexes);
	return caption_ads_find(words, &labels_index, true) ||
	       caption_ads_find(words, &calls_index, false);
}
