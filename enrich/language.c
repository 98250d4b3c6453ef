/*
 * language.c -- the stemmers, stop words and abbreviations of languages; see
 * language.h.
 *
 * The stop words are words that occur in news on any subject and are not in the
 * function words of cuter/article/language_words.c. A new language is a new
 * row.
 */
#include "enrich/language.h"

#include "base/array.h"
#include "base/text/ascii.h"

static const struct language language_table[] = {
	{ "", NULL, 0, "", "" },
	{ "en", "english", 0,
	    "i me us he she him himself herself itself themselves myself "
	    "ourselves yourself those am being having does did doing done "
	    "until "
	    "while through during before between against above below under "
	    "again further then once why where each few both own same too very "
	    "should now may might must shall many much such than though "
	    "although "
	    "however therefore because since upon within without per via yet "
	    "still even ever never always often also every another either "
	    "neither whether whose whom these say says saying get gets got "
	    "getting make makes made making take takes took taken go goes "
	    "going "
	    "gone went come comes came know known knows think see seen use "
	    "used "
	    "using want need way ways thing things lot lots really well good "
	    "better best new first last two three four five next back around "
	    "away something anything everything nothing someone anyone "
	    "everyone "
	    "year years day days today time times week weeks month months "
	    "people "
	    "many read share click here let lets like look looks keep put give "
	    "given gives find found help right great big little long old high "
	    "don't can't isn't doesn't didn't it's that's you're i'm we're "
	    "they're i've you'll won't couldn't wouldn't wasn't aren't monday "
	    "tuesday wednesday thursday friday saturday sunday january "
	    "february "
	    "march april june july august september october november december",
	    "mr mrs ms dr prof st jr sr gen col lt sgt capt rep sen gov pres "
	    "hon "
	    "rev inc ltd co corp dept univ assn vs etc no vol fig approx est "
	    "jan feb mar apr jun jul aug sep sept oct nov dec mt ft al "
	    "e.g i.e a.m p.m u.s u.k u.n d.c" },
	{ "de", "german", LANGUAGE_NOUN_CAPITALS | LANGUAGE_ORDINAL_STOP,
	    "ihr ihre ihren ihrem ihrer sein seine seinen seinem seiner uns "
	    "unser unsere unseren euch mich mir dich dir ihm ihn ihnen wer wen "
	    "wem was wo wie warum welche welcher welches jede jeder jedes "
	    "jeden "
	    "alle allem allen aller alles andere anderen anderer viel viele "
	    "vielen wenig etwas nichts mal hier dort da dann denn doch ja nein "
	    "schon immer wieder sehr ganz ob weil damit dabei dazu dafür "
	    "darauf "
	    "davon daran darüber dazu deshalb jedoch sowie zwar etwa bereits "
	    "allerdings dagegen jetzt heute gestern morgen neue neuen neuer "
	    "neues ersten erste zwei drei vier fünf jahr jahre jahren jahres "
	    "tag "
	    "tage tagen woche wochen monat monate uhr zeit prozent euro "
	    "millionen menschen mehr weniger müssen muss sollen sollte könnte "
	    "können konnte wollen will wollte würde würden worden wurden "
	    "geworden "
	    "gibt geben gab gehen geht ging machen macht gemacht kommen kommt "
	    "kam stehen steht sagen sagt sagte lassen lässt dieser dieses "
	    "diesem "
	    "diesen jener zwischen während ohne seit hin her beim vom ins ans "
	    "weitere weiteren weiter laut teil montag dienstag mittwoch "
	    "donnerstag freitag samstag sonntag januar februar märz april mai "
	    "juni juli august september oktober november dezember gut einfach "
	    "gerade besonders natürlich eigentlich rund eines keine kein "
	    "keinen "
	    "hatte hatten hätte wäre waren wird werde bin bist hast habe "
	    "selbst "
	    "einmal deren dessen denen daher sogar oft dir deine dein deinen",
	    "dr prof hr fr st bzw ca d.h z.b u.a usw etc evtl ggf inkl exkl "
	    "max "
	    "min mio mrd nr str tel vgl abs art bd geb gest jh jr sen vs o.ä "
	    "s.o "
	    "s.u v.a i.d.r u.u z.t a.d dipl ing jan feb mär apr jun jul aug "
	    "sep "
	    "sept okt nov dez bspw sog zzgl allg" },
	{ "fr", "french", LANGUAGE_ELISION,
	    "je tu moi toi lui y cela ça celui celle ceux celles quel quelle "
	    "quels quelles quand comment pourquoi parce si alors donc car ni "
	    "jusque vers chez contre lors pendant avant sous autre autres "
	    "chaque "
	    "plusieurs certains certaines peu beaucoup moins aujourd'hui hier "
	    "demain toujours jamais déjà ainsi cependant mais fois jour jours "
	    "an "
	    "ans année années mois semaine heures notre votre nos vos leurs "
	    "mon "
	    "ma mes ton ta tes étaient avait avaient sera seront serait avoir "
	    "eu faire faut dit dire peuvent doit doivent va vont toute toutes "
	    "tous première premier deux trois quatre cinq nouveau nouvelle "
	    "nouveaux là ici cet l d c j m n s t qu lorsqu puisqu lundi mardi "
	    "mercredi jeudi vendredi samedi dimanche janvier février mars "
	    "avril "
	    "mai juin juillet août septembre octobre novembre décembre",
	    "m mm mme mmes mlle dr pr st ste etc cf p.ex env av bd art vol no "
	    "janv févr avr juil sept oct nov déc" },
	{ "es", "spanish", 0,
	    "yo tú usted ustedes nosotros ella ellas ellos nosotras esto eso "
	    "aquello aquel aquella cual cuales cuyo cuándo cómo qué cuál quién "
	    "si aunque pues entonces así aún además mientras luego antes "
	    "después "
	    "hacia bajo tanto tan otra otro otras otros cada algo alguien "
	    "alguno "
	    "algunos algunas nada nadie ningún ninguna mucho mucha muchos "
	    "muchas "
	    "poco pocos menos siempre nunca ahora hoy ayer mañana vez veces "
	    "día "
	    "días año mes meses semana semanas tiempo parte nuestro nuestra "
	    "sido "
	    "siendo estar estaba están estos estas esos esas eran será serán "
	    "sería tener tiene tienen tenía hacer hace hizo hecho decir dice "
	    "pueden podría debe deben va van ir ver dos tres cuatro cinco "
	    "primer "
	    "primera primero nuevo nueva le les te me os donde e u lunes "
	    "martes "
	    "miércoles jueves viernes sábado domingo enero febrero marzo abril "
	    "mayo junio julio agosto septiembre octubre noviembre diciembre "
	    "haber habría habrá personas gran mismo misma través",
	    "sr sra srta sres dr dra d dña ud uds etc art núm no pág av avda "
	    "p.ej ee.uu aprox tel ene feb abr jun jul ago sept oct nov dic" },
	{ "pt", "portuguese", 0,
	    "você nós eles elas isto aquilo este esta estes estas esse essa "
	    "esses essas aquele aquela qual quais onde como quando porque pois "
	    "então assim ainda além enquanto antes sobre sob outro outra "
	    "outros "
	    "outras cada algo alguém alguns algumas nada ninguém nenhum muita "
	    "muitos muitas pouco menos sempre nunca agora hoje ontem amanhã "
	    "vez "
	    "vezes dia dias mês meses semana tempo parte nosso nossa sido "
	    "sendo "
	    "estar estava estão eram será serão seria ter tem tinha fazer faz "
	    "fez feito dizer diz pode podem deve vai vão ir ver dois duas três "
	    "quatro cinco primeiro primeira novo nova segunda terça quarta "
	    "quinta sexta sábado domingo janeiro fevereiro março abril maio "
	    "junho julho agosto setembro outubro novembro dezembro",
	    "sr sra dr dra prof profa etc art nº pág av tel jan fev mar abr "
	    "mai "
	    "jun jul ago set out nov dez" },
	{ "it", "italian", LANGUAGE_ELISION,
	    "io tu lui lei noi voi essi questo questa questi queste quello "
	    "quella quelli quelle quale quali dove come quando perché poiché "
	    "allora quindi inoltre mentre poi ancora sempre mai oggi ieri "
	    "domani "
	    "altro altra altri altre ogni qualche alcuni alcune niente nulla "
	    "nessuno molta molti molte poco meno volta volte giorno giorni "
	    "anno "
	    "mese mesi settimana tempo parte nostro nostra essere avere aveva "
	    "fare fa detto dire può possono deve devono va vanno due tre "
	    "quattro "
	    "cinque primo nuovo nuova dell all nell sull dall quell c l d un "
	    "verso contro senza sotto sopra durante lunedì martedì mercoledì "
	    "giovedì venerdì sabato domenica gennaio febbraio marzo aprile "
	    "maggio giugno luglio agosto settembre ottobre novembre dicembre",
	    "sig sigg dott prof avv ing on ecc art pag tel gen feb mar apr mag "
	    "giu lug ago set ott nov dic" },
	{ "nl", "dutch", 0,
	    "ik jij u hem hen mijn jouw ons onze jullie hier daar toen dan "
	    "waar "
	    "waarom hoe welke elke elk ieder alle alles iets niets niemand "
	    "iemand veel weinig minder altijd nooit weer ook nu vandaag "
	    "gisteren "
	    "morgen jaren dag dagen week weken maand maanden tijd eerste "
	    "nieuwe "
	    "drie vier vijf had hadden kon kunnen moeten zullen willen gaan "
	    "gaat "
	    "doen doet gedaan komt komen zegt zeggen andere tussen zonder "
	    "sinds "
	    "tijdens volgens maandag dinsdag woensdag donderdag vrijdag "
	    "zaterdag "
	    "zondag januari februari maart april mei juni juli augustus "
	    "september oktober november december",
	    "dhr mevr mw dr drs ir mr prof bijv bv enz etc nr blz ca d.w.z "
	    "m.b.t "
	    "o.a t.o.v jan feb mrt apr jun jul aug sep okt nov dec" },
	{ "sv", "swedish", 0,
	    "jag du ni er oss dig mig din ditt dina min mitt mina vår våra "
	    "denna "
	    "detta dessa vilken vilket vilka varför hur där här nu då inte "
	    "också "
	    "bara alltid aldrig igen idag igår imorgon dag dagar vecka veckor "
	    "månad tid första nya ny två tre fyra fem andra utan mellan enligt "
	    "säger sa göra gör kommer kom få får fick ta går finns måndag "
	    "tisdag "
	    "onsdag torsdag fredag lördag söndag",
	    "t.ex bl.a osv m.m d.v.s s.k kl nr st ca etc jan feb mar apr jun "
	    "jul "
	    "aug sep okt nov dec" },
	{ "da", "danish", LANGUAGE_ORDINAL_STOP,
	    "du jer os min mit mine din dit dine vores denne dette disse "
	    "hvilken "
	    "hvorfor hvordan her der nu da altid aldrig igen dag dage uge uger "
	    "måned tid første nye ny to tre fire fem andre uden mellem ifølge "
	    "sige gør kommer kom få får gå går findes mandag tirsdag onsdag "
	    "torsdag fredag lørdag søndag",
	    "f.eks bl.a osv m.m dvs d.v.s kl nr ca etc mio mia jan feb mar apr "
	    "jun jul aug sep okt nov dec" },
	{ "no", "norwegian", LANGUAGE_ORDINAL_STOP,
	    "du dere oss min mitt mine din ditt dine vår våre denne dette "
	    "disse "
	    "hvilken hvorfor hvordan her der nå da alltid aldri igjen dag "
	    "dager "
	    "uke uker måned tid første nye ny to tre fire fem andre uten "
	    "mellom "
	    "ifølge si gjør kommer kom få får gå går finnes mandag tirsdag "
	    "onsdag torsdag fredag lørdag søndag",
	    "f.eks bl.a osv m.m dvs kl nr ca etc mill mrd jan feb mar apr jun "
	    "jul aug sep okt nov des" },
	{ "fi", "finnish", LANGUAGE_ORDINAL_STOP,
	    "minä sinä me te he tuo nuo nämä mikä kuka miten miksi missä "
	    "milloin "
	    "koska vaikka eli siis tässä tällä aina koskaan taas tänään eilen "
	    "päivä vuosi vuotta viikko uusi uuden kaksi kolme ensimmäinen muu "
	    "muut sanoo kertoo mukaan ole olisi",
	    "esim mm ns jne yms ym n klo nro ks vrt prof" },
	{ "pl", NULL, LANGUAGE_ORDINAL_STOP,
	    "ja ty my wy oni ona ono mnie ci mu nam wam im mój twój nasz wasz "
	    "ten ta te ci tamten kto gdzie kiedy jak dlaczego ponieważ jeśli "
	    "jeżeli lub albo oraz bez przed między nad pod dziś wczoraj jutro "
	    "dzień dni tydzień miesiąc rok roku lata dwa trzy cztery pięć nowy "
	    "nowa nowe ma mają mieć można będzie będą było byli",
	    "prof dr hab inż mgr św ul al np itd itp tzw m.in tj ok godz nr r "
	    "w "
	    "pkt ust art zł mln mld tys" },
	{ "cs", NULL, LANGUAGE_ORDINAL_STOP,
	    "já ty my vy oni ona ono mě mi tě ti mu nás vás jim můj tvůj náš "
	    "váš "
	    "ten ta to ti kdo kde proč protože pokud nebo anebo bez nad pod "
	    "dnes "
	    "včera zítra den dny týden měsíc rok dva tři čtyři pět nový nová "
	    "nové mít má mají bude budou byli byly",
	    "prof dr ing mgr bc sv ul např atd apod tzv tj mj cca č r str mil "
	    "mld tis" },
	{ "ru", "russian", 0,
	    "я ты он она мы вы они меня мне тебя его ему её ей нас нам вас их "
	    "им "
	    "мой твой наш ваш этот эта это эти тот та те кто где когда почему "
	    "потому если или без над под между сегодня вчера завтра день дней "
	    "неделя месяц год года лет два три новый новая новые был была было "
	    "были будет будут может также который которая которые",
	    "г гг ул д др проф т.е т.д т.п и.о руб тыс млн млрд см стр" },
	{ "tr", "turkish", LANGUAGE_ORDINAL_STOP | LANGUAGE_SUFFIX,
	    "ben sen o biz siz onlar bu şu bunlar şunlar kim nerede ne nasıl "
	    "neden çünkü eğer veya ya da için ile gibi kadar daha en çok az "
	    "her "
	    "bazı hiç bugün dün yarın gün hafta ay yıl iki üç ilk yeni olan "
	    "olarak oldu olduğu dedi",
	    "dr prof doç av vb vs no sn cad sok" },
	{ "ro", "romanian", 0, "", "dl dna dr prof str nr art etc" },
	{ "hu", "hungarian", LANGUAGE_ORDINAL_STOP, "",
	    "dr prof pl stb kb ill" },
	{ "ca", "catalan", LANGUAGE_ELISION, "", "sr sra dr dra etc" },
	{ "el", "greek", 0,
	    "ο η το οι τα του της των τον την τους τις στο στη στην στον "
	    "στους στις στα ένα ένας μια μία ενός μιας και κι να θα δεν δε "
	    "μη μην που πως πώς ότι αν όταν όπως επίσης ενώ αλλά ή είτε "
	    "ούτε για με σε από προς κατά μετά πριν χωρίς μέχρι έως ως "
	    "παρά αντί υπό επί μεταξύ κάτω πάνω μέσα έξω είναι ήταν έχει "
	    "έχουν είχε είχαν έχω έχουμε είμαι είμαστε αυτό αυτή αυτός "
	    "αυτοί αυτές αυτά αυτών αυτού αυτήν αυτόν εκείνο εκείνη "
	    "εκείνος ποιος ποια τι κάθε κάποιος κάποια κάποιο όλα όλοι "
	    "όλες όλη όλο όλων άλλο άλλα άλλη άλλος άλλοι πολύ πολλά "
	    "πολλές πολλοί πιο περισσότερο λίγο μόνο ήδη ακόμα ακόμη τώρα "
	    "τότε σήμερα χθες αύριο εδώ εκεί όπου οποία οποίο οποίος "
	    "οποίοι οποίες οποίων οποίας λόγω σύμφωνα ωστόσο όμως μας σας "
	    "μου σου εγώ εσύ εμείς εσείς δύο τρία μπορεί πρέπει γίνει "
	    "γίνεται έγινε κάνει",
	    "κ κκ π.χ κ.ά δηλ" },
	{ "ar", "arabic", 0, "", "" },
	{ "hi", "hindi", 0, "", "" },
	{ "id", "indonesian", 0, "", "dr prof dll tgl no" },
	{ "ga", "irish", 0, "", "" },
	{ "lt", "lithuanian", LANGUAGE_ORDINAL_STOP, "", "pvz t.y" },
	{ "hy", "armenian", 0,
	    "և եւ է են էր էին եմ ես եք ու որ որը որոնք որի համար հետ մեջ "
	    "վրա մասին նաև նաեւ բայց իսկ թե եթե կամ այս այդ այն նա նրանք "
	    "նրա մենք դուք նրանց մի մեկ երկու բոլոր ամեն շատ ավելի դեռ "
	    "արդեն հիմա այսօր երեկ ըստ մինչև մինչեւ առանց պետք կա չի չեն "
	    "չէ ոչ ինչ ինչպես երբ որտեղ ով իր իրենց մեր ձեր հետո միայն "
	    "կարող",
	    "" },
	{ "eu", "basque", 0, "", "" },
	{ "ne", "nepali", 0, "", "" },
	{ "sr", "serbian", LANGUAGE_ORDINAL_STOP, "", "" },
	{ "ta", "tamil", 0,
	    "ஒரு என்று மற்றும் இந்த அந்த என என்ன அவர் அது இது அவர்கள் நான் "
	    "நாம் நீ உள்ள உள்ளது இருந்து மேலும் ஆனால் கொண்டு வந்து போது "
	    "என்ற பின்னர் முன் தான் வரை பல சில மிக அதிக வேண்டும் இல்லை "
	    "ஆகும் இருந்த செய்து அவரது தனது இங்கு அங்கு இதனால் இதில் அதில் "
	    "எந்த எல்லா",
	    "" },
	{ "yi", "yiddish", 0,
	    "דער די דאָס דאס און איז אין אַז אז ניט נישט פֿון פון צו מיט "
	    "אויף פֿאַר פאר ער זי עס מיר איר זיי איך דו אַ אַן אָדער אדער "
	    "אָבער אבער ווי וואָס וואס ווער ווען דאָ נאָר נאר נאָך נאך זיך "
	    "האָט האט האָבן האבן געווען זענען זיין אויך שוין ביי ביז איבער "
	    "אַלע אלע",
	    "" },
	{ "sk", NULL, LANGUAGE_ORDINAL_STOP, "", "napr atď tzv" },
	{ "sl", NULL, LANGUAGE_ORDINAL_STOP, "", "npr itd dr" },
	{ "hr", NULL, LANGUAGE_ORDINAL_STOP, "", "npr itd dr" },
	{ "is", NULL, LANGUAGE_ORDINAL_STOP, "", "t.d o.fl m.a" },
	{ "uk", NULL, 0, "", "" },
	{ "bg", NULL, 0, "", "" },
	{ "zh", NULL, 0, "", "" },
	{ "ja", NULL, 0, "", "" },
	{ "ko", NULL, 0,
	    "그리고 그러나 하지만 그런데 그래서 따라서 또한 또 및 등 등의 등을 "
	    "이 그 저 것 것은 것이 것을 것으로 수 "
	    "있다 있는 있습니다 있으며 없다 없는 했다 한다 하는 하고 된다 되는 "
	    "됐다 되었다 이번 지난 오늘 어제 내일 "
	    "통해 위해 대해 대한 따르면 따라 함께 가장 더 매우 모두 모든 다른 "
	    "같은 이런 그런 이날 때문에 경우 관련 "
	    "이후 이전 현재 밝혔다 말했다 전했다",
	    "" },
	{ "th", NULL, 0, "", "" },
	{ "vi", NULL, 0, "", "" },
	{ "he", NULL, 0,
	    "של את על אל עם מן בין לפני אחרי עד כדי כי אם או גם רק לא אין "
	    "יש היה הייתה היו יהיה תהיה יהיו להיות הוא היא הם הן אני אתה "
	    "אנחנו אתם זה זו זאת אלה אלו כל כמו יותר פחות מאוד עוד כבר "
	    "עדיין אבל אך אולם כאשר מה מי איך למה מדוע איפה היכן לאחר לפי "
	    "ידי בעקבות בגלל למרות ללא בלי תוך מול נגד אצל כך כן לכן שם פה "
	    "כאן עכשיו היום אתמול מחר שנה שנים השנה יום ימים אחד אחת שני "
	    "שתי שניים שתיים כמה אשר שלא שהוא שהיא שהם לו לה לי לך לנו להם "
	    "להן אותו אותה אותם אותי שלו שלה שלהם שלנו שלי ביותר במהלך "
	    "באמצעות בתוך בו בה בהם ממנו ממנה והוא והיא ולא וגם אמר אמרה "
	    "הרבה אחר אחרת אחרים אחרות יכול יכולה ניתן צריך",
	    "" },
	{ "fa", NULL, 0, "", "" },
	{ "af", NULL, 0, "", "" },
	{ "az", NULL, 0, "", "" },
	{ "be", NULL, 0, "", "" },
	{ "ckb", NULL, 0, "", "" },
	{ "cy", NULL, LANGUAGE_ELISION, "", "" },
	{ "eo", NULL, 0, "", "" },
	{ "et", NULL, LANGUAGE_ORDINAL_STOP, "", "" },
	{ "gl", NULL, 0, "", "" },
	{ "kk", NULL, 0, "", "" },
	{ "la", NULL, 0, "", "" },
	{ "lv", NULL, LANGUAGE_ORDINAL_STOP, "", "" },
	{ "mk", NULL, 0, "", "" },
	{ "mn", NULL, 0, "", "" },
	{ "mr", NULL, 0, "", "" },
	{ "ms", NULL, 0, "", "" },
	{ "ps", NULL, 0, "", "" },
	{ "sq", NULL, 0, "", "" },
	{ "sw", NULL, 0, "", "" },
	{ "tl", NULL, 0, "", "" },
	{ "ur", NULL, 0, "", "" },
};

/* Other codes of the same languages. */
static const struct {
	const char *from, *to;
} language_same[] = { { "nb", "no" }, { "nn", "no" }, { "iw", "he" },
	{ "in", "id" }, { "fil", "tl" }, { "bs", "hr" }, { "sh", "hr" },
	{ "mo", "ro" } };

static bool
language_is(struct slice tag, const char *code)
{
	size_t n = strlen(code);

	return tag.len == n && slice_equal_nocase(tag, slice_of(code));
}

const struct language *
language_find(struct slice tag)
{
	size_t n = 0;

	while (n < tag.len && ascii_is_letter(tag.p[n]))
		n++;
	tag.len = n;
	for (size_t i = 0; i < ARRAY_LENGTH(language_same); i++)
		if (language_is(tag, language_same[i].from))
			tag = slice_of(language_same[i].to);
	for (size_t i = 1; i < ARRAY_LENGTH(language_table); i++)
		if (language_is(tag, language_table[i].code))
			return &language_table[i];
	return &language_table[0];
}

size_t
language_number(const struct language *language)
{
	return (size_t)(language - language_table);
}

size_t
language_count(void)
{
	return ARRAY_LENGTH(language_table);
}

const struct language *
language_at(size_t number)
{
	return &language_table[number];
}
