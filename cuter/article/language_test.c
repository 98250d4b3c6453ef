/*
 * language_test.c -- languages of texts and pages.
 */
#include <stdlib.h>

#include "base/array.h"
#include "cuter/article/language.h"
#include "tests/lib/cuter.h"

/* These texts were written for this test. */
static const struct {
	const char *code, *text;
} texts[] = {
	{ "en", "The bridge that the city has been waiting for will be open "
		"by the end of the year, said the mayor, but not for cars." },
	{ "de", "Die Brücke, auf die die Stadt seit Jahren wartet, wird "
		"noch in diesem Jahr fertig, aber nicht für Autos." },
	{ "fr", "Le pont que la ville attend depuis des années sera ouvert à "
		"la fin de l'été, mais il ne sera pas pour les voitures." },
	{ "es", "El puente que la ciudad espera desde hace años estará abierto "
		"a finales de verano, pero no para los coches." },
	{ "pt", "A ponte que a cidade espera há anos não será aberta ao "
		"trânsito, mas também não ficará fechada para as pessoas." },
	{ "it", "Il ponte che la città aspetta da anni sarà aperto alla fine "
		"dell'estate, ma non per le automobili della gente." },
	{ "nl", "De brug waar de stad al jaren op wacht is aan het eind van "
		"het jaar klaar, maar niet voor auto's, zegt men." },
	{ "sv", "Bron som staden har väntat på i många år ska vara klar efter "
		"sommaren, men inte för bilar, och det är bra." },
	{ "da", "Broen, som byen har ventet på i mange år, bliver færdig efter "
		"sommeren, men ikke til biler, og det er meget godt." },
	{ "fi", "Silta, jota kaupunki on odottanut, on valmis ensi vuoden "
		"aikana, mutta se ei ole autoille, kun niin on päätetty." },
	{ "pl", "Most, na który miasto czeka od lat, będzie gotowy pod koniec "
		"roku, ale nie dla samochodów, jak się mówi." },
	{ "cs", "Most, na který město čeká už řadu let, bude hotov do konce "
		"roku, ale není určen pro auta, jak se říká." },
	{ "sk", "Most, na ktorý mesto čaká už veľa rokov, bude hotový do konca "
		"roka, ale nie je určený pre autá, ako sa hovorí." },
	{ "hu", "A híd, amelyre a város évek óta vár, az év végére kész lesz, "
		"de nem az autók számára, és ezt már csak így kell." },
	{ "ro", "Podul pe care orașul îl așteaptă de ani va fi gata până la "
		"sfârșitul verii, dar nu este pentru mașini." },
	{ "tr", "Şehrin yıllardır beklediği köprü bu yaz için hazır olacak, "
		"ama otomobiller için değil, ve bu daha iyi." },
	{ "id", "Jembatan yang sudah lama ditunggu oleh kota itu akan selesai "
		"pada akhir tahun ini, tetapi tidak untuk mobil." },
	{ "vi", "Cây cầu mà thành phố đã chờ trong nhiều năm sẽ được mở vào "
		"cuối năm, nhưng không cho ô tô." },
	{ "ru", "Мост, который город ждёт уже много лет, будет готов к концу "
		"года, но не для машин, и это было уже не раз." },
	{ "uk", "Міст, на який місто чекає вже багато років, буде готовий до "
		"кінця року, але не для машин, і це вже було." },
	{ "bg", "Мостът, който градът чака от години, ще бъде готов до края "
		"на лятото, но не за коли, и това не е всичко." },
	{ "el", "Η γέφυρα που περιμένει η πόλη θα είναι έτοιμη." },
	{ "ar", "الجسر الذي تنتظره المدينة منذ سنوات سوف يكون جاهزا في نهاية "
		"العام لكن ليس من أجل السيارات" },
	{ "fa", "پلی که شهر سال‌ها است در انتظار آن بود "
		"تا "
		"پایان "
		"سال "
		"آماده "
		"می "
		"شود اما برای خودرو نیست و این را گفت" },
	{ "he", "הגשר שהעיר מחכה לו כבר שנים יהיה מוכן." },
	{ "hi", "शहर जिस पुल का इंतज़ार कर रहा था वह साल के अंत में तैयार होगा और "
		"यह कारों के लिए नहीं है" },
	{ "ja", "市が長年待っていた橋は、夏の終わりに開通します。" },
	{ "zh", "这座城市等待多年的大桥将于夏末开放，但不供汽车使用。" },
	{ "ko", "도시가 오랫동안 기다려 온 다리가 여름 끝에 열립니다." },
	{ "th", "สะพานที่เมืองรอมาหลายปีจะเปิดในปลายฤดูร้อน" },
};

#define DE                                                                     \
	"<p>Die Brücke, auf die die Stadt seit Jahren wartet, wird noch in "  \
	"diesem Jahr fertig, aber nicht für Autos, wie man jetzt hört. Das " \
	"sagte die Bürgermeisterin, als sie nach den Kosten gefragt "         \
	"wurde.</p>"
#define TITLE "Die neue Brücke"
#define PAGE  "<h1>" TITLE "</h1><div>" DE DE DE DE "</div>"

static void
language_test_texts(struct languages *l)
{
	for (size_t i = 0; i < ARRAY_LENGTH(texts); i++) {
		struct language_guess guess =
		    language_detect(l, slice_of(texts[i].text));

		ok(guess.code != NULL &&
			strcmp(guess.code, texts[i].code) == 0 &&
			guess.confidence > 0.5,
		    "%s: %s, %.2f", texts[i].code,
		    guess.code == NULL ? "none" : guess.code, guess.confidence);
	}
}

static void
language_test_nothing(struct languages *l)
{
	static const char *const none[] = { "", " ", "12:30", "FC 3 - 2 FC",
		"\xFF\xFE", "Qxz Wrt Plk" };

	for (size_t i = 0; i < ARRAY_LENGTH(none); i++)
		ok(language_detect(l, slice_of(none[i])).confidence < 0.5,
		    "the language of this text is not guessed: \"%s\"",
		    none[i]);
	ok(language_detect(
	       l, SLICE("Iindaba zakutshanje ezimnandi ngakulutsha oluthwaxwa "
			"yentswela ngqesho zezo zinge Sebe lezeKhaya"))
		    .confidence < 0.5,
	    "a language without a row in the table is not guessed");
	ok(language_detect(l, SLICE("die")).confidence <
		language_detect(l, SLICE("die und der ist nicht für"))
		    .confidence,
	    "more words raise the confidence");
}

static void
language_test_same(void)
{
	ok(cuter_same_language(SLICE("en-GB"), SLICE("en")),
	    "en-GB and en are the same language");
	ok(cuter_same_language(SLICE("nb"), SLICE("no")),
	    "nb and no are the same language");
	ok(!cuter_same_language(SLICE("en"), SLICE("de")),
	    "en and de are different languages");
	ok(!cuter_same_language(SLICE("eng"), SLICE("en")),
	    "eng and en are not compared");
}

static void
language_test_pages(void)
{
	static const struct {
		const char *html, *lang, *declared, *what;
		enum cuter_source source;
	} rows[] = {
		{ "<html lang=de>" PAGE, "de", "de", "as declared",
		    CUTER_SOURCE_HTML },
		{ "<html lang=en-US>" PAGE, "de", "en", "declared wrongly",
		    CUTER_SOURCE_WORDS },
		{ PAGE, "de", "", "not declared", CUTER_SOURCE_WORDS },
		{ "<meta property=og:locale content=de_DE>" PAGE, "de", "de",
		    "in the head", CUTER_SOURCE_META },
		{ "<html lang=fr><h1>" TITLE "</h1><p>Oslo 1:0 Bergen</p>",
		    "fr", "fr", "too short to contradict", CUTER_SOURCE_HTML },
	};

	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++) {
		struct cuter_article a = testing_cut(rows[i].html, TITLE);

		ok(slice_equal(a.language, slice_of(rows[i].lang)) &&
			slice_equal(
			    a.declared_language, slice_of(rows[i].declared)) &&
			a.fields[CUTER_FIELD_LANGUAGE].source == rows[i].source,
		    "%s: %.*s, by %s", rows[i].what, SLICE_ARG(a.language),
		    cuter_source_name(a.fields[CUTER_FIELD_LANGUAGE].source));
	}
}

static void
language_test_fields(void)
{
	struct cuter_article a = testing_cut(
	    "<html lang=en><meta property=article:published_time "
	    "content=2026-05-04T10:00:00Z><meta name=author content='Ada "
	    "Field'><link rel=canonical href=/a>" PAGE "<p>Text: Ada Field</p>",
	    TITLE);
	struct buf out;

	buf_init(&out, 4096);
	cuter_fields_write(&a, &out);
	has(buf_slice(&out), "\"title\":{\"source\":\"feed\"",
	    "the source of the title is written");
	has(buf_slice(&out), "\"authors\":{\"source\":\"line\"",
	    "the source of the authors is written");
	has(buf_slice(&out), "\"published_at\":{\"source\":\"meta\"",
	    "the source of the date is written");
	has(buf_slice(&out), "\"canonical_url\":{\"source\":\"link\"",
	    "the source of the canonical address is written");
	has(buf_slice(&out),
	    "\"lang\":{\"source\":\"words\",\"confidence\":1,\"declared\":"
	    "\"en\",\"detected\":\"de\",\"detected_confidence\":1}",
	    "the sources of the language are written");
	lacks(buf_slice(&out), "license", "none that nobody said");
	ok(a.fields[CUTER_FIELD_AUTHORS].confidence > 0.95,
	    "two agreeing sources are trusted");
	buf_release(&out);
}

int
main(void)
{
	struct languages *l = calloc(1, sizeof(*l));

	if (l == NULL)
		return 1;
	testing_begin();
	languages_fill(l);
	language_test_texts(l);
	language_test_nothing(l);
	language_test_same();
	language_test_pages();
	language_test_fields();
	free(l);
	return testing_end();
}
