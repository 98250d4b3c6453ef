/*
 * language_words.c -- function words and letters of languages.
 *
 * For each language: words that occur in any text, whatever its subject, and
 * letters that related languages do not have.  The words come from the lists of
 * function words in grammars.  If several languages have a word, it is in the
 * rows of all of them.  A new language is a new row.
 */
#include "base/array.h"
#include "cuter/article/language.h"

const struct language_row language_rows[] = {
	{ "en",
	    "the of and to in is that for it was with as on are this by "
	    "be from have not at an or his which but they you were her "
	    "has their been its had more one who about will would when "
	    "said there what can if out up all we do so how than other "
	    "some could after also our your just into over these only "
	    "most any them because like my",
	    "" },
	{ "de",
	    "der die und das den von zu mit sich des auf für ist im dem "
	    "nicht ein eine als auch es an werden aus er hat dass sie "
	    "nach wird bei einer um am sind noch wie einem über einen "
	    "so zum war haben nur oder aber vor zur bis mehr durch man "
	    "sein wurde sei wenn ich wir kann diese sowie gegen unter "
	    "seine soll schon",
	    "ßäöü" },
	{ "fr",
	    "de la le et les des en un du une que est pour qui dans par "
	    "plus pas au sur ne se ce il sont avec son cette ses mais "
	    "comme ou nous elle ont été aux leur sa être vous fait deux "
	    "aussi ils je même ces tout entre était sans après depuis "
	    "très où peut encore dont selon bien",
	    "éèêàçùœûîôë" },
	{ "es",
	    "de la que el en y los del se las por un con una su para es "
	    "al lo como más pero sus le ha este entre cuando todo esta "
	    "ser son también fue había era muy años hasta desde está "
	    "nos durante uno ni contra ese sin sobre hay donde quien "
	    "todos ya o porque según él mi tras puede han dijo",
	    "ñ¿¡" },
	{ "pt",
	    "de a o que e do da em um para é com não uma os no se na "
	    "por mais as dos como mas foi ao ele das tem à seu sua ou "
	    "ser quando muito há nos já está eu também só pelo pela até "
	    "isso ela entre era depois sem mesmo aos ter seus quem nas "
	    "me esse eles estão você são foram disse ano anos",
	    "ãõ" },
	{ "it",
	    "di e il la che in a per un del è non una i le con si da "
	    "della come dei ha al più nel anche sono gli alla lo delle "
	    "ma su dal se o ci questo dalla nella loro hanno stato "
	    "essere tra ai suo sua degli molto fatto solo dopo due "
	    "prima già era quando perché così dalle cui ancora anni chi",
	    "ìù" },
	{ "nl",
	    "de van het een en in is dat op te zijn met voor niet die "
	    "er aan om ook als dan maar bij nog naar uit door over ze "
	    "wordt heeft hij was worden meer tot kan deze dit of werd "
	    "hebben zich al geen veel na wel zou ik wat wij we je jaar "
	    "tegen onder hun haar moet omdat twee",
	    "ĳ" },
	{ "sv",
	    "och att det i som en på är av för med den till inte har de "
	    "om ett var men jag från så vi kan han när efter eller "
	    "också nu under vid man där över hade sig ska hon mot alla "
	    "då varit mycket bara mer än sin här skulle sedan blir vad "
	    "år",
	    "åäö" },
	{ "da",
	    "og i at det er en til på af den som for med de ikke der "
	    "har et om men var fra han vi så kan ved også efter eller "
	    "skal hvor nu være hun blev mere blevet havde dem over ud "
	    "op når sig noget meget mod hvad jeg deres år kun bliver "
	    "siger",
	    "æøå" },
	{ "no",
	    "og i det er på som en til av for at med har de ikke den om "
	    "et var men fra han vi så kan ved også etter eller skal "
	    "hvor nå være hun ble mer blitt hadde dem over ut opp når "
	    "seg noe mye mot hva jeg deres år bare blir sier ikkje eg "
	    "frå eit vart ein dei",
	    "æøå" },
	{ "fi",
	    "ja on ei että se oli hän mutta ovat myös kun joka niin "
	    "kuin sen mukaan jos tai vain jo ole nyt sekä jotka mitä ne "
	    "olla vielä kanssa sitä voi ollut siitä sitten kaikki tämä "
	    "minun enemmän jälkeen hänen koko aikana tämän joita vuoden "
	    "olen me hyvin ennen eivät siihen",
	    "äö" },
	{ "is",
	    "og að í er á sem um til við var með en fyrir hann það því "
	    "ekki af frá hún þar þetta eru hefur verið eftir þá hafa "
	    "voru ég upp eða yfir þeir svo út segir einnig þegar þau "
	    "hans mun sé verður",
	    "ðþ" },
	{ "pl",
	    "w i na się z nie do to że jest o jak po za co dla od przez "
	    "są tym ale tak przy które który oraz jego był również by "
	    "już może tego czy być było roku ze tylko która jej ich pod "
	    "więc także podczas tej ten zostało lat bardzo nas jednak "
	    "został",
	    "łąęśćżźń" },
	{ "cs",
	    "a se v na je že s z do o to i ve pro za jako by po k ale "
	    "jeho od který však také podle které jsou bylo si byl jsem "
	    "už tak není při která roku až jen ze co své nebo být mezi "
	    "kdy má než byla proto jejich před ještě kteří let",
	    "řůěž" },
	{ "sk",
	    "a sa v na je že s z do o to aj vo pre za ako by po k ale "
	    "jeho od ktorý však tiež podľa ktoré sú bolo si bol som už "
	    "tak nie pri ktorá roku až len zo čo svoje alebo byť medzi "
	    "keď má než bola preto ich pred ešte ktorí rokov",
	    "ľŕĺô" },
	{ "hu",
	    "a az és hogy nem is egy ez meg volt de azt csak már el még "
	    "van mint ki után kell lehet vagy szerint lesz ami aki ezt "
	    "több most pedig ha minden amely sem között nagyon így mert "
	    "majd két arra voltak lett annak számára miatt",
	    "őűáé" },
	{ "ro",
	    "de și în a la cu că nu pe este din o care să pentru un mai "
	    "sunt au se ca fi fost prin după dar sau ce le lui al său "
	    "cel acest această cele când doar între foarte fiind astfel "
	    "până potrivit avea îi sa vor anul",
	    "șțşţăâî" },
	{ "hr",
	    "i u je na se da su za od s o a koji će što nije bi kao iz "
	    "ali do koja ne po koje to samo te biti još već nakon više "
	    "može kako ili bio sve prema bila godine tako vrlo tijekom "
	    "gdje zbog treba sam sa tko",
	    "đćžč" },
	{ "sl",
	    "in je v na se da so za ki z pa o tudi s po bi ne ni kot iz "
	    "če od do še kako ter pri ali kar lahko ko med sem več bo "
	    "le kjer zaradi leta bil bila jih pred že vse ima smo",
	    "čž" },
	{ "sq",
	    "dhe në të e për me një që nga i se është u ka nuk më do "
	    "këtë kjo si por ai janë ishte edhe kanë tij saj shumë ndaj "
	    "kur pas ky ishin duke vetëm mund",
	    "ë" },
	{ "tr",
	    "ve bir bu da de için ile olarak çok olan daha en sonra "
	    "gibi kadar ne ise var ya o yeni göre olduğu her ancak "
	    "değil son iki tarafından ama ki olduğunu kendi mi diye "
	    "şekilde bin büyük dedi ilk oldu önce etti olacak",
	    "ğışİ" },
	{ "az",
	    "və bir bu ilə üçün də da olan olaraq edib deyib ki həm "
	    "daha çox sonra bildirib edilib qeyd onun belə isə görə var "
	    "olub ona öz idi məlumat",
	    "əığ" },
	{ "et",
	    "ja on ei et see oli ka mis kui ning aga ta oma seda kes "
	    "mida või nii selle siis veel välja pole juba üle eesti "
	    "pärast saab olla nende aastal kõik tema kuid",
	    "õäü" },
	{ "lv",
	    "un ir ar no par ka uz lai arī bet kas to tas kā pēc tika "
	    "vai bija gan ja pie nav vēl tiek gada šo savu kuri būs "
	    "viņš tikai ļoti gadā līdz",
	    "āēīļņģķū" },
	{ "lt",
	    "ir kad iš į su yra tai bet kaip buvo po ar nuo apie už jo "
	    "dėl jau tik ne prie jų bus taip dar būti savo metų kurie "
	    "kai per gali pat",
	    "ėųįū" },
	{ "ca",
	    "de la i que el a en els per les amb un del una és al no ha "
	    "es més va com però seu són aquest aquesta ser també des "
	    "sense als fins han pel on anys ja entre està perquè dels "
	    "quan sobre hi seva això tot molt",
	    "·ç" },
	{ "gl",
	    "de a que e o do da en os un unha para con non no na por as "
	    "dos máis como foi ao das ten súa seu se ou tamén pero esta "
	    "este nos polo pola entre xa até sobre ser são cando anos é "
	    "moi onde",
	    "ñ" },
	{ "eu",
	    "eta da ez du ere bat dute izan dira zuen egin beste baina "
	    "hori egiten dela baino zen hau bere den oso batean gero "
	    "izango bezala dituzte duela urte arte esan",
	    "" },
	{ "id",
	    "yang dan di dengan untuk ini dari dalam itu tidak pada "
	    "akan juga adalah ke oleh bisa karena ada telah saya "
	    "tersebut atau mereka kami sudah saat lebih kepada hari "
	    "para menjadi secara bahwa sebagai dapat tahun seperti "
	    "hanya harus masih kata",
	    "" },
	{ "ms",
	    "yang dan di dengan untuk ini dari dalam itu tidak pada "
	    "akan juga adalah ke oleh boleh kerana ada telah saya "
	    "tersebut atau mereka kami sudah beliau lebih kepada hari "
	    "para menjadi secara bahawa sebagai dapat tahun seperti "
	    "hanya perlu masih katanya berkata iaitu",
	    "" },
	{ "tl",
	    "ang ng sa na mga ay at ni si para hindi ito kay kung ko "
	    "siya nang may naman pa rin din lang mo ako dahil isang "
	    "niya nila sila kanyang ating",
	    "" },
	{ "vi",
	    "và của là có được cho các không trong với một những đã "
	    "người để này khi đến về từ cũng như ra tại vào sẽ năm "
	    "nhiều nhưng theo trên còn do",
	    "đơưạảấầậắằặẹẽếềệỉịọốồộớờợụủứừựỳỹ" },
	{ "sw",
	    "na ya wa kwa ni katika la za kuwa hii hiyo cha alisema "
	    "watu pia yake wake huo au hivyo lakini kama baada ambayo "
	    "nchi mwaka kutoka moja",
	    "" },
	{ "af",
	    "die van en in is het dat op te nie met vir wat sy om ook "
	    "as was aan hy by deur word kan oor na nog maar hulle daar "
	    "uit tot een meer moet dit se ons hierdie",
	    "" },
	{ "cy",
	    "y yn a i o ar ei mae yr wedi am bod fod gan eu fel oedd yw "
	    "ond hefyd gyda hyn wrth sydd rhai ac bydd nid",
	    "ŵŷ" },
	{ "ga",
	    "agus an na ar is i le a go do bhí tá ag sé ach don mar seo "
	    "sin atá siad chun ón faoi nach raibh bhfuil",
	    "" },
	{ "eo",
	    "la de kaj en estas al por kun ne mi sed el li estis ke tio "
	    "oni kiu kiel pli ili ĝi ankaŭ tiu",
	    "ĉĝĥĵŝŭ" },
	{ "la",
	    "et in est non ad cum ut qui quod sed per ex ab sunt quae "
	    "si aut enim esse de",
	    "" },
	{ "ru",
	    "и в на не что с по это как он из к но за для от так же у "
	    "все был его о то было бы мы их только быть или а года до "
	    "еще который также которые если при после может время уже "
	    "этом были она они этого когда более того",
	    "ыэ" },
	{ "uk",
	    "і в на не що з у та до це як за для від по він про але "
	    "його із року був які також бути або було ще після те так "
	    "її їх вони якщо вже який під час були через можуть більше "
	    "щодо",
	    "їієґ" },
	{ "be",
	    "і ў на не што з у да гэта як за для ад па ён пра але яго "
	    "быў якія таксама быць або было яшчэ пасля так іх яны калі "
	    "ужо які",
	    "ўі" },
	{ "bg",
	    "и на за да се от в е не с че по са като това до при си но "
	    "ще след той един бе или които все още във беше със само "
	    "има който много каза също",
	    "ъщ" },
	{ "sr",
	    "и у је на се да су за од о а који ће што није би као из "
	    "али до која не по које то само те бити још већ након више "
	    "може како или био све према била године тако",
	    "ђћјљњџ" },
	{ "mk",
	    "и на во да се од за е не со што ќе по како но до која кој "
	    "кои ги го тоа беше при или само биде повеќе меѓу",
	    "ѓќѕј" },
	{ "kk",
	    "және мен бұл үшін бір деп де да болып болды екенін "
	    "қазақстан туралы жылы өз ол бар осы сол",
	    "әқңөұүһі" },
	{ "mn",
	    "нь энэ болон байна бол гэж юм улсын онд дээр ба байгаа "
	    "тухай хийж",
	    "өү" },
	{ "ar",
	    "في من على إلى أن التي عن الذي مع هذا ما هذه كان لا بعد قد "
	    "بين كما ذلك لم أو كانت وقد خلال وفي هو هي كل",
	    "ةأإ" },
	{ "fa",
	    "در به از که این را با است برای آن یک خود تا کرد بر هم شد "
	    "می ها گفت شده ایران بود نیز اما کرده",
	    "پچژگی" },
	{ "ur",
	    "کے کی میں ہے کا سے اور کو نے پر کہ ہیں اس یہ بھی تھا کر "
	    "نہیں گیا ان ایک ہو جو کیا",
	    "ٹڈڑںےہ" },
	{ "ps", "د په چې او له دی کې هم سره ته شوی دا یې ده کړي وي څخه نه",
	    "ټډړښځڅ" },
	{ "ckb", "لە و بە کە بۆ ئەو ئەم لەگەڵ هەر دەکات", "ەێۆڵڕ" },
	{ "hi",
	    "के में की है और से का को ने पर कि यह हैं भी एक नहीं लिए हो "
	    "इस कर था गया रहा साथ",
	    "" },
	{ "mr",
	    "आणि आहे या ते हे व मध्ये आहेत नाही तर की होते एक केली "
	    "करण्यात यांनी झाली म्हणून",
	    "ळ" },
	{ "ne",
	    "र छ को मा ले गर्ने यो भएको पनि हो छन् गरेको लागि एक नेपाल "
	    "तथा",
	    "" },
};
const size_t language_n_rows = ARRAY_LENGTH(language_rows);

/* Scripts that are mostly used by one language. */
const struct language_script language_scripts[] = {
	{ "el", 0x370, 0x3FF },
	{ "hy", 0x530, 0x58F },
	{ "he", 0x590, 0x5FF },
	{ "bn", 0x980, 0x9FF },
	{ "pa", 0xA00, 0xA7F },
	{ "gu", 0xA80, 0xAFF },
	{ "or", 0xB00, 0xB7F },
	{ "ta", 0xB80, 0xBFF },
	{ "te", 0xC00, 0xC7F },
	{ "kn", 0xC80, 0xCFF },
	{ "ml", 0xD00, 0xD7F },
	{ "si", 0xD80, 0xDFF },
	{ "th", 0xE00, 0xE7F },
	{ "lo", 0xE80, 0xEFF },
	{ "bo", 0xF00, 0xFFF },
	{ "my", 0x1000, 0x109F },
	{ "ka", 0x10A0, 0x10FF },
	{ "am", 0x1200, 0x137F },
	{ "km", 0x1780, 0x17FF },
	{ "el", 0x1F00, 0x1FFF },
	{ "ja", 0x3040, 0x30FF },
	{ "zh", 0x3400, 0x9FFF },
	{ "ko", 0xAC00, 0xD7AF },
};
const size_t language_n_scripts = ARRAY_LENGTH(language_scripts);
