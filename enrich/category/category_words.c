/*
 * category_words.c -- sections and tags of publishers, by language and
 * category. The words are in small letters, with a space in place of "-" and
 * "_"; category_labels.h describes the lists.
 *
 * A word that several categories use ("world", "local", "opinion") is in no
 * list.
 */
#include "enrich/category/category_labels.h"

const struct category_words category_words[CATEGORY_LANGUAGES] = {
	{ "en",
	    { "|arts|art|culture|entertainment|music|film|films|movie|movies|"
	      "books|book|tv|television|tv & radio|theatre|theater|celebrity|"
	      "celebrities|art and design|stage|dance|museums|media|"
	      "entertainment & arts|arts & culture|comedy|photography|games|"
	      "gaming|video games|showbiz|hollywood|literature|poetry|opera|",
		"|crime|law|justice|courts|court|police|legal|crime & justice|"
		"crime and justice|prisons|law & order|trial|murder|fraud|",
		"|disaster|disasters|accident|accidents|earthquake|earthquakes|"
		"wildfire|wildfires|floods|flood|flooding|natural disasters|"
		"emergency|hurricane|hurricanes|tsunami|plane crash|",
		"|business|economy|economics|finance|markets|money|companies|"
		"personal finance|stocks|stock market|investing|banking|banks|"
		"real estate|property|industry|trade|energy|retail|inflation|"
		"business & economy|entrepreneurship|startups|cryptocurrency|"
		"earnings|taxes|autos|automotive|agriculture|",
		"|education|schools|school|universities|university|students|"
		"higher education|teaching|colleges|",
		"|environment|climate|climate change|climate crisis|nature|"
		"wildlife|conservation|pollution|sustainability|green|"
		"biodiversity|global warming|endangered species|",
		"|health|medicine|coronavirus|covid 19|covid|pandemic|"
		"mental health|healthcare|health "
		"care|nutrition|diseases|cancer|"
		"vaccines|medical|hospitals|nhs|wellbeing|",
		"|human interest|people|obituaries|obituary|royals|royal "
		"family|"
		"animals|offbeat|odd news|weird news|viral|awards|good news|",
		"|labour|labor|employment|jobs|work|unions|trade "
		"unions|strikes|"
		"workplace|careers|unemployment|wages|",
		"|lifestyle|life & style|life and style|life|food|food & drink|"
		"travel|fashion|style|home & garden|gardening|recipes|"
		"beauty|leisure|hobbies|wine|restaurants|tourism|cooking|pets|"
		"living|",
		"|politics|government|elections|election|parliament|congress|"
		"white house|senate|us politics|uk politics|policy|"
		"foreign policy|diplomacy|president|democracy|republicans|"
		"democrats|supreme court|brexit|european union|",
		"|religion|faith|church|islam|christianity|catholic church|"
		"judaism|pope|pope francis|vatican|buddhism|hinduism|",
		"|science|technology|tech|space|physics|biology|archaeology|"
		"science & technology|science and "
		"technology|computing|internet|"
		"artificial "
		"intelligence|ai|software|hardware|gadgets|astronomy|"
		"cybersecurity|nasa|mobile|apps|robotics|innovation|science & "
		"environment|smartphones|research|genetics|",
		"|society|family|women|gender|race|immigration|migration|"
		"refugees|human rights|poverty|inequality|lgbt|lgbtq|children|"
		"social issues|welfare|housing|discrimination|racism|feminism|"
		"demographics|parenting|",
		"|sport|sports|football|soccer|cricket|tennis|rugby|"
		"rugby union|golf|basketball|baseball|nfl|nba|nhl|mlb|olympics|"
		"formula 1|formula one|f1|boxing|cycling|athletics|hockey|"
		"ice hockey|premier league|champions league|world cup|"
		"motorsport|horse racing|swimming|wrestling|ufc|mma|racing|",
		"|war|conflict|military|terrorism|defence|defense|peace|"
		"ukraine war|war in ukraine|russia ukraine war|israel gaza war|"
		"weapons|army|nato|war crimes|",
		"|weather|weather news|forecast|weather forecast|storms|" } },
	{ "de",
	    { "|kultur|feuilleton|kunst|musik|film|filme|kino|bücher|literatur|"
	      "fernsehen|tv|medien|unterhaltung|theater|kultur & medien|"
	      "promis|stars|streaming|serien|spiele|games|ausstellungen|oper|"
	      "festivals|konzerte|",
		"|kriminalität|justiz|recht|polizei|gericht|verbrechen|krimi|"
		"prozess|urteil|urteile|recht & justiz|blaulicht|",
		"|unfall|unfälle|katastrophen|katastrophe|unglücke|erdbeben|"
		"hochwasser|waldbrand|waldbrände|feuerwehr|überschwemmung|",
		"|wirtschaft|finanzen|börse|geld|unternehmen|märkte|konjunktur|"
		"immobilien|energie|handel|banken|inflation|auto|industrie|"
		"verbraucher|aktien|geldanlage|steuern|wirtschaft & finanzen|"
		"landwirtschaft|mittelstand|firmen|",
		"|bildung|schule|schulen|hochschule|uni|universität|studium|"
		"beruf & chance|campus|ausbildung|bildung & wissen|lernen|",
		"|umwelt|klima|klimawandel|natur|naturschutz|umweltschutz|"
		"klimaschutz|nachhaltigkeit|klimakrise|artenschutz|",
		"|gesundheit|medizin|corona|coronavirus|covid 19|pandemie|"
		"psychologie|ernährung|krankheiten|pflege|impfung|krankenhaus|",
		"|menschen|leute|panorama|vermischtes|buntes|nachruf|nachrufe|"
		"tiere|kurioses|royals|adel|aus aller welt|",
		"|arbeit|beruf|karriere|arbeitsmarkt|gewerkschaften|"
		"gewerkschaft|streik|streiks|tarifverhandlungen|job|jobs|"
		"arbeitslosigkeit|tarifstreit|",
		"|leben|lifestyle|stil|mode|reise|reisen|essen|"
		"essen & trinken|genuss|wohnen|garten|freizeit|rezepte|kochen|"
		"urlaub|haustiere|leben & stil|haus & garten|tourismus|",
		"|politik|innenpolitik|außenpolitik|bundestag|wahlen|wahl|"
		"bundestagswahl|regierung|parteien|landespolitik|europapolitik|"
		"bundesregierung|landtag|bundespolitik|landtagswahl|europawahl|"
		"kommunalpolitik|cdu|spd|afd|fdp|csu|die grünen|",
		"|religion|kirche|glaube|islam|kirchen|papst|christentum|"
		"judentum|vatikan|katholische kirche|",
		"|wissenschaft|wissen|technik|technologie|digital|netzwelt|"
		"forschung|raumfahrt|weltraum|internet|computer|it|physik|"
		"künstliche intelligenz|ki|digitales|netz|software|smartphones|"
		"wissen & technik|astronomie|archäologie|innovation|",
		"|gesellschaft|familie|soziales|migration|flüchtlinge|frauen|"
		"rassismus|integration|kinder|jugend|rente|zusammenleben|asyl|"
		"armut|gleichberechtigung|senioren|",
		"|sport|fußball|fussball|bundesliga|tennis|formel 1|handball|"
		"eishockey|wintersport|basketball|olympia|radsport|"
		"leichtathletik|"
		"2. bundesliga|champions league|motorsport|skispringen|wm|em|"
		"dfb pokal|lokalsport|regionalsport|boxen|golf|",
		"|krieg|konflikt|konflikte|militär|bundeswehr|terror|"
		"terrorismus|"
		"ukraine krieg|krieg in der "
		"ukraine|verteidigung|nato|nahostkonflikt|",
		"|wetter|unwetter|wettervorhersage|" } },
	{ "fr",
	    { "|culture|cinéma|cinema|musique|livres|arts|art|télévision|"
	      "médias|"
	      "medias|théâtre|spectacles|divertissement|people|littérature|"
	      "expositions|séries|jeux vidéo|festivals|culture & loisirs|",
		"|justice|police|police justice|faits "
		"divers|criminalité|procès|"
		"police et justice|droit|tribunal|",
		"|catastrophes|catastrophe|accidents|accident|séisme|"
		"inondations|"
		"incendies|incendie|intempéries|",
		"|économie|economie|finance|finances|entreprises|bourse|argent|"
		"marchés|immobilier|énergie|consommation|conso|industrie|"
		"banque|"
		"commerce|éco|automobile|auto|agriculture|inflation|impôts|",
		"|éducation|education|école|université|enseignement|campus|"
		"étudiants|lycée|",
		"|environnement|climat|planète|planete|nature|écologie|"
		"ecologie|"
		"biodiversité|réchauffement climatique|pollution|transition "
		"écologique|",
		"|santé|sante|médecine|coronavirus|covid 19|pandémie|"
		"bien être|hôpital|psychologie|vaccination|",
		"|insolite|carnet|nécrologie|disparitions|disparition|animaux|"
		"royauté|portraits|",
		"|emploi|travail|social|syndicats|grève|grèves|chômage|"
		"carrière|"
		"vie de bureau|retraites|",
		"|style|mode|voyage|voyages|cuisine|gastronomie|loisirs|"
		"art de vivre|tourisme|maison|lifestyle|beauté|recettes|jardin|"
		"vins|vie quotidienne|",
		"|politique|élections|gouvernement|parlement|présidentielle|"
		"assemblée nationale|législatives|union européenne|diplomatie|"
		"municipales|européennes|emmanuel macron|",
		"|religion|religions|église|islam|pape|vatican|laïcité|",
		"|sciences|science|technologie|technologies|high tech|tech|"
		"pixels|numérique|espace|internet|intelligence artificielle|"
		"informatique|recherche|astronomie|sciences & tech|",
		"|société|societe|famille|immigration|migrations|femmes|"
		"discriminations|racisme|logement|parents|féminisme|pauvreté|"
		"banlieues|jeunesse|",
		"|sport|sports|football|foot|rugby|tennis|cyclisme|basket|"
		"ligue 1|formule 1|jeux olympiques|tour de france|handball|"
		"équipe de france|transferts|voile|roland garros|",
		"|guerre|conflits|armée|défense|terrorisme|guerre en ukraine|"
		"conflit israélo palestinien|attentats|otan|",
		"|météo|meteo|" } },
	{ "es",
	    { "|cultura|cine|música|musica|libros|arte|televisión|tv|"
	      "espectáculos|espectaculos|entretenimiento|teatro|gente y "
	      "televisión|farándula|literatura|series|medios|videojuegos|",
		"|justicia|policía|policiales|sucesos|crimen|tribunales|"
		"seguridad|judiciales|judicial|delitos|",
		"|desastres|accidentes|terremoto|terremotos|inundaciones|"
		"incendios|incendio|catástrofes|",
		"|economía|economia|negocios|finanzas|mercados|empresas|dinero|"
		"bolsa|vivienda|energía|industria|inflación|banca|motor|"
		"impuestos|consumo|agricultura|campo|",
		"|educación|educacion|universidad|universidades|escuelas|"
		"colegios|estudiantes|",
		"|medio ambiente|medioambiente|clima|naturaleza|"
		"cambio climático|ecología|sostenibilidad|clima y medio "
		"ambiente|",
		"|salud|sanidad|medicina|coronavirus|covid "
		"19|pandemia|bienestar|"
		"nutrición|salud mental|",
		"|gente|obituarios|obituario|mascotas|animales|casa real|"
		"curiosidades|virales|famosos|",
		"|empleo|trabajo|laboral|sindicatos|huelga|huelgas|paro|"
		"desempleo|",
		"|estilo|estilo de vida|moda|viajes|gastronomía|gastronomia|"
		"cocina|recetas|turismo|belleza|ocio|el viajero|hogar|"
		"tendencias|estilos|comida|",
		"|política|politica|elecciones|gobierno|congreso|parlamento|"
		"partidos políticos|senado|unión europea|pp|psoe|vox|"
		"presidencia|diplomacia|",
		"|religión|religion|iglesia|papa|papa francisco|vaticano|islam|"
		"iglesia católica|semana santa|",
		"|ciencia|tecnología|tecnologia|ciencia y tecnología|espacio|"
		"internet|inteligencia artificial|astronomía|investigación|"
		"informática|innovación|",
		"|sociedad|familia|migración|inmigración|mujeres|igualdad|"
		"derechos humanos|feminismo|pobreza|racismo|niños|pensiones|",
		"|deportes|deporte|fútbol|futbol|tenis|baloncesto|ciclismo|"
		"fórmula 1|motogp|la liga|laliga|champions league|atletismo|"
		"béisbol|boxeo|juegos olímpicos|real madrid|barcelona|liga mx|"
		"copa libertadores|mundial|",
		"|guerra|conflictos|ejército|defensa|terrorismo|"
		"guerra en ucrania|guerra de ucrania|fuerzas armadas|otan|",
		"|el tiempo|tiempo|meteorología|pronóstico|" } },
	{ "it",
	    { "|cultura|cinema|musica|libri|arte|spettacoli|spettacolo|"
	      "televisione|tv|teatro|serie tv|media|letteratura|mostre|"
	      "videogiochi|",
		"|giustizia|cronaca "
		"nera|polizia|criminalità|tribunale|processi|"
		"mafia|giudiziaria|",
		"|incidenti|incidente|terremoto|alluvione|disastri|incendi|"
		"maltempo|",
		"|economia|finanza|mercati|aziende|imprese|borsa|soldi|lavoro "
		"e "
		"finanza|affari|immobiliare|energia|industria|motori|auto|"
		"fisco|"
		"risparmio|agricoltura|inflazione|",
		"|scuola|istruzione|università|universita|studenti|formazione|",
		"|ambiente|clima|natura|ecologia|cambiamento climatico|"
		"sostenibilità|green|crisi climatica|",
		"|salute|sanità|medicina|coronavirus|covid 19|covid|pandemia|"
		"benessere|vaccini|",
		"|persone|necrologi|animali|curiosità|royal|gossip|vip|",
		"|lavoro|sindacati|sciopero|scioperi|occupazione|"
		"disoccupazione|",
		"|moda|viaggi|cucina|stile|lifestyle|casa|ricette|turismo|"
		"bellezza|food|tempo libero|gusto|cibo|design|vini|",
		"|politica|governo|elezioni|parlamento|partiti|senato|"
		"unione europea|elezioni politiche|giorgia meloni|politica "
		"interna|",
		"|religione|chiesa|vaticano|papa|papa francesco|islam|",
		"|scienza|scienze|tecnologia|tecnologie|spazio|internet|"
		"ricerca|"
		"intelligenza artificiale|digitale|hi tech|innovazione|"
		"astronomia|",
		"|società|societa|famiglia|migranti|immigrazione|donne|diritti|"
		"diritti umani|giovani|figli|pensioni|razzismo|",
		"|sport|calcio|tennis|formula 1|motogp|basket|ciclismo|serie a|"
		"champions league|pallavolo|juventus|inter|milan|roma calcio|"
		"calciomercato|olimpiadi|rugby|atletica|sci|",
		"|guerra|conflitti|esercito|difesa|terrorismo|"
		"guerra in ucraina|guerra ucraina|nato|",
		"|meteo|previsioni meteo|" } },
	{ "nl",
	    { "|cultuur|kunst|muziek|film|boeken|televisie|tv|media|theater|"
	      "entertainment|cultuur & media|showbizz|literatuur|series|games|",
		"|misdaad|justitie|politie|rechtspraak|criminaliteit|recht|"
		"rechtszaak|",
		"|ongeval|ongevallen|ramp|rampen|brand|aardbeving|overstroming|"
		"ongeluk|112|",
		"|economie|financiën|financieel|beurs|geld|bedrijven|markten|"
		"ondernemen|energie|handel|wonen|huizenmarkt|inflatie|banken|"
		"zakelijk|landbouw|auto|",
		"|onderwijs|school|scholen|universiteit|studenten|hoger "
		"onderwijs|",
		"|milieu|klimaat|natuur|duurzaamheid|klimaatverandering|"
		"stikstof|",
		"|gezondheid|zorg|geneeskunde|coronavirus|corona|covid 19|"
		"psychologie|gezond|",
		"|mensen|opmerkelijk|dieren|royalty|koningshuis|in memoriam|"
		"achterklap|",
		"|werk|arbeid|vakbond|vakbonden|staking|werkloosheid|carrière|"
		"cao|",
		"|lifestyle|mode|reizen|eten|koken|eten & drinken|leven|tuin|"
		"recepten|vrije tijd|vakantie|stijl|",
		"|politiek|verkiezingen|regering|kabinet|tweede kamer|overheid|"
		"partijen|europese unie|provinciale staten|",
		"|religie|geloof|kerk|islam|paus|religie & filosofie|",
		"|wetenschap|technologie|tech|techniek|ruimtevaart|internet|"
		"kunstmatige intelligentie|wetenschap & techniek|onderzoek|"
		"astronomie|",
		"|samenleving|maatschappij|gezin|migratie|asiel|vluchtelingen|"
		"vrouwen|racisme|discriminatie|kinderen|armoede|pensioen|",
		"|sport|voetbal|wielrennen|tennis|formule 1|schaatsen|hockey|"
		"eredivisie|olympische spelen|atletiek|wk|ek|darts|champions "
		"league|",
		"|oorlog|conflict|leger|defensie|terrorisme|"
		"oorlog in oekraïne|oorlog oekraïne|navo|",
		"|weer|weerbericht|het weer|" } },
	{ "pt",
	    { "|cultura|cinema|música|musica|livros|arte|televisão|tv|"
	      "entretenimento|teatro|famosos|ilustrada|séries|media|pop & arte|"
	      "celebridades|literatura|ípsilon|",
		"|justiça|polícia|crime|segurança pública|tribunais|policial|"
		"segurança|violência|",
		"|desastres|acidentes|acidente|terramoto|incêndios|enchentes|"
		"inundações|",
		"|economia|negócios|finanças|mercado|mercados|empresas|"
		"dinheiro|"
		"bolsa|agronegócio|imóveis|energia|indústria|carros|auto|"
		"impostos|agricultura|inflação|",
		"|educação|escola|escolas|universidade|universidades|ensino|"
		"vestibular|enem|",
		"|meio ambiente|ambiente|clima|natureza|"
		"alterações climáticas|mudanças climáticas|amazônia|azul|",
		"|saúde|medicina|coronavírus|covid 19|pandemia|bem estar|"
		"equilíbrio e saúde|viva bem|vacina|",
		"|gente|pessoas|obituário|mortes|animais|curiosidades|realeza|",
		"|emprego|trabalho|sindicatos|greve|greves|desemprego|"
		"concursos|",
		"|estilo|estilo de vida|moda|viagem|viagens|gastronomia|comida|"
		"receitas|turismo|beleza|lazer|casa|fugas|",
		"|política|politica|eleições|governo|congresso|parlamento|"
		"partidos|senado|eleições 2022|união europeia|presidência|",
		"|religião|igreja|papa|papa francisco|vaticano|islão|",
		"|ciência|tecnologia|ciência e saúde|espaço|internet|"
		"inteligência artificial|astronomia|tec|inovação|pesquisa|",
		"|sociedade|família|migração|imigração|mulheres|direitos "
		"humanos|"
		"racismo|cotidiano|desigualdade|feminismo|pensões|pobreza|",
		"|desporto|esporte|esportes|futebol|ténis|tênis|basquetebol|"
		"fórmula 1|copa do mundo|brasileirão|benfica|sporting|fc porto|"
		"jogos olímpicos|ciclismo|atletismo|libertadores|flamengo|",
		"|guerra|conflito|conflitos|militar|exército|defesa|terrorismo|"
		"guerra na ucrânia|nato|otan|",
		"|meteorologia|previsão do tempo|" } },
	{ "zh",
	    { "|文化|娱乐|娛樂|音乐|音樂|电影|電影|艺术|藝術|影视|影視|明星|"
	      "读书|文学|文學|游戏|遊戲|综艺|戏剧|影劇|藝文|",
		"|法治|法律|司法|犯罪|警方|法院|社會治安|案件|",
		"|灾害|災害|事故|地震|灾难|災難|洪水|火灾|火災|",
		"|财经|財經|经济|經濟|金融|商业|商業|股市|股票|证券|證券|公司|"
		"产业|產業|房产|房產|地产|地產|汽车|汽車|投资|投資|理财|理財|"
		"能源|贸易|貿易|产经|產經|银行|",
		"|教育|高考|大学|大學|学校|學校|校园|校園|",
		"|环境|環境|环保|環保|气候|氣候|生态|生態|自然|",
		"|健康|医疗|醫療|卫生|衛生|医学|醫學|疫情|新冠|新冠肺炎|养生|"
		"養生|",
		"|人物|趣闻|奇闻|讣告|萌宠|寵物|",
		"|就业|就業|劳动|勞動|职场|職場|招聘|工会|勞工|",
		"|生活|时尚|時尚|旅游|旅遊|美食|休闲|休閒|家居|美容|时装|",
		"|政治|时政|時政|政府|选举|選舉|外交|两岸|兩岸|议会|党建|政務|",
		"|宗教|佛教|基督教|伊斯兰教|教会|",
		"|科技|科学|科學|技术|技術|互联网|互聯網|人工智能|航天|数码|"
		"數碼|"
		"ai|太空|手机|手機|",
		"|社会|社會|民生|家庭|女性|移民|公益|妇女|性别|",
		"|体育|體育|足球|篮球|籃球|nba|网球|網球|奥运|奧運|世界杯|中超|"
		"cba|运动|運動|棒球|",
		"|军事|軍事|战争|戰爭|国防|國防|冲突|俄乌冲突|俄烏戰爭|"
		"恐怖主义|",
		"|天气|天氣|气象|氣象|台风|颱風|" } },
	{ "ja",
	    { "|文化|芸能|エンタメ|音楽|映画|アート|芸術|文芸|テレビ|ゲーム|"
	      "アニメ|漫画|読書|書評|演劇|美術|カルチャー|",
		"|事件|裁判|司法|犯罪|警察|事件・裁判|法律|",
		"|災害|事故|地震|防災|事件・事故|火災|豪雨|津波|",
		"|経済|ビジネス|金融|マネー|企業|産業|株式|株価|市場|不動産|"
		"自動車|エネルギー|投資|経済・ビジネス|農業|物価|",
		"|教育|学校|大学|入試|受験|教育・受験|",
		"|環境|気候変動|自然|気候|脱炭素|環境・エネルギー|",
		"|健康|医療|医療・健康|新型コロナ|新型コロナウイルス|病気|介護|"
		"ヘルスケア|コロナ|",
		"|人物|訃報|おくやみ|動物|皇室|ペット|",
		"|労働|働き方|雇用|就職|就活|労働組合|賃金|春闘|",
		"|暮らし|くらし|ライフ|ファッション|旅行|グルメ|レシピ|料理|"
		"ライフスタイル|生活|趣味|美容|観光|",
		"|政治|選挙|国会|政府|行政|外交|首相|内閣|自民党|参院選|"
		"衆院選|",
		"|宗教|キリスト教|仏教|ローマ教皇|旧統一教会|",
		"|科学|テクノロジー|ｉｔ|技術|宇宙|サイエンス|ネット|"
		"人工知能|ai|ａｉ|スマホ|科学・技術|テック|",
		"|社会|家族|子育て|女性|移民|福祉|人権|少子化|ジェンダー|年金|",
		"|スポーツ|サッカー|野球|プロ野球|テニス|相撲|大相撲|五輪|"
		"オリンピック|ゴルフ|ラグビー|高校野球|バスケ|"
		"フィギュアスケート|"
		"陸上|ｊリーグ|",
		"|戦争|紛争|軍事|防衛|自衛隊|ウクライナ侵攻|テロ|安全保障|",
		"|天気|気象|天気予報|台風|" } },
	{ "pl", { "|kultura|film|muzyka|książki|telewizja|rozrywka|media|"
		  "gwiazdy|teatr|seriale|gry|sztuka|kino|",
		    "|prawo|kryminalne|przestępczość|policja|sąd|sądy|"
		    "kronika kryminalna|kryminalna|",
		    "|wypadki|wypadek|katastrofy|pożar|powódź|",
		    "|gospodarka|biznes|ekonomia|finanse|pieniądze|giełda|"
		    "firma|rynki|nieruchomości|podatki|energetyka|motoryzacja|"
		    "handel|rolnictwo|banki|",
		    "|edukacja|szkoła|studia|oświata|matura|",
		    "|środowisko|klimat|ekologia|przyroda|natura|",
		    "|zdrowie|medycyna|koronawirus|covid 19|psychologia|",
		    "|ludzie|ciekawostki|zwierzęta|royals|plotki|",
		    "|praca|kariera|rynek pracy|strajk|związki zawodowe|",
		    "|styl życia|lifestyle|moda|podróże|kuchnia|turystyka|"
		    "uroda|dom|przepisy|kulinaria|ogród|",
		    "|polityka|wybory|sejm|rząd|senat|wybory prezydenckie|"
		    "unia europejska|samorząd|",
		    "|religia|kościół|wiara|papież|",
		    "|nauka|technologia|technologie|tech|kosmos|internet|"
		    "sztuczna inteligencja|nauka i technika|cyfryzacja|",
		    "|społeczeństwo|rodzina|migracje|uchodźcy|kobiety|"
		    "prawa człowieka|dzieci|emerytury|",
		    "|sport|piłka nożna|tenis|żużel|siatkówka|koszykówka|"
		    "ekstraklasa|formuła 1|skoki narciarskie|liga mistrzów|"
		    "lekkoatletyka|",
		    "|wojna|wojsko|wojna w ukrainie|konflikty zbrojne|"
		    "obronność|terroryzm|armia|",
		    "|pogoda|prognoza pogody|" } },
	{ "sv",
	    { "|kultur|nöje|kultur & nöje|kultur och nöje|film|musik|"
	      "böcker|tv|medier|teater|konst|spel|litteratur|"
	      "melodifestivalen|",
		"|brott|brott & straff|krim|polisen|rättegång|kriminalitet|",
		"|olyckor|olycka|brand|översvämning|",
		"|ekonomi|näringsliv|börs|privatekonomi|bostad|pengar|"
		"företag|bil|motor|energi|lantbruk|",
		"|utbildning|skola|skolan|universitet|",
		"|miljö|klimat|natur|klimatförändringar|",
		"|hälsa|vård|sjukvård|coronaviruset|covid 19|medicin|",
		"|människor|kungligt|familjenytt|dödsfall|djur|kungahuset|",
		"|arbete|jobb|arbetsmarknad|fack|karriär|strejk|",
		"|livsstil|resor|mat|mat & dryck|mode|trädgård|inredning|"
		"recept|resa|",
		"|politik|valet|val|riksdagen|regeringen|inrikespolitik|eu|",
		"|religion|kyrkan|tro|svenska kyrkan|",
		"|vetenskap|teknik|tech|rymden|digitalt|internet|ai|"
		"forskning|",
		"|samhälle|familj|migration|integration|barn|pension|"
		"flyktingar|",
		"|sport|fotboll|ishockey|hockey|allsvenskan|shl|golf|"
		"tennis|friidrott|skidor|trav|innebandy|handboll|",
		"|krig|försvar|militär|terrorism|kriget i ukraina|"
		"ukrainakriget|nato|",
		"|väder|vädret|" } },
	{ "da",
	    { "|kultur|underholdning|film|musik|bøger|tv|medier|teater|"
	      "kunst|kendte|spil|litteratur|",
		"|krimi|kriminalitet|politi|retten|112|jura|",
		"|ulykker|ulykke|brand|",
		"|økonomi|erhverv|business|penge|finans|bolig|"
		"privatøkonomi|biler|bil|virksomheder|energi|landbrug|børs|",
		"|uddannelse|skole|universitet|skoler|", "|miljø|klima|natur|",
		"|sundhed|sygdom|coronavirus|corona|medicin|",
		"|mennesker|royale|kongehuset|dyr|navne|royalt|",
		"|arbejde|arbejdsmarked|job|karriere|strejke|",
		"|livsstil|mad|rejser|mode|bolig & have|opskrifter|have|",
		"|politik|folketinget|valg|regeringen|eu|kommunalvalg|",
		"|religion|tro|kirke|kirken|",
		"|videnskab|teknologi|tech|viden|rummet|digital|internet|"
		"forskning|",
		"|samfund|familie|indvandring|børn|flygtninge|pension|",
		"|sport|fodbold|håndbold|cykling|superligaen|tennis|"
		"badminton|",
		"|krig|forsvar|terror|krigen i ukraine|ukraine krigen|nato|",
		"|vejr|vejret|" } },
	{ "no",
	    { "|kultur|underholdning|film|musikk|bøker|tv|medier|teater|"
	      "kunst|kjendis|spill|litteratur|",
		"|krim|kriminalitet|politi|rettssak|politiet|",
		"|ulykker|ulykke|brann|ras|",
		"|økonomi|næringsliv|børs|penger|finans|bolig|e24|bil|"
		"motor|energi|landbruk|",
		"|utdanning|skole|universitet|",
		"|miljø|klima|natur|klimaendringer|",
		"|helse|sykdom|koronaviruset|korona|medisin|",
		"|mennesker|kongelige|kongehuset|dyr|dødsfall|",
		"|arbeidsliv|jobb|karriere|arbeid|streik|",
		"|livsstil|mat|reise|mote|interiør|oppskrifter|hage|reiser|",
		"|politikk|stortinget|valg|regjeringen|stortingsvalget|",
		"|religion|tro|kirke|kirken|",
		"|vitenskap|teknologi|tech|romfart|digital|internett|"
		"forskning|kunstig intelligens|",
		"|samfunn|familie|innvandring|barn|flyktninger|",
		"|sport|fotball|ski|langrenn|håndball|eliteserien|"
		"skiskyting|friidrett|tennis|",
		"|krig|forsvar|terror|krigen i ukraina|ukraina krigen|nato|",
		"|vær|været|" } },
	{ "tr",
	    { "|kültür|kültür sanat|sanat|sinema|müzik|magazin|kitap|"
	      "televizyon|medya|dizi|tiyatro|",
		"|suç|yargı|adliye|asayiş|hukuk|polis adliye|",
		"|kaza|deprem|afet|yangın|",
		"|ekonomi|finans|borsa|iş dünyası|para|emlak|enerji|"
		"otomotiv|piyasalar|şirketler|",
		"|eğitim|okul|üniversite|", "|çevre|iklim|doğa|",
		"|sağlık|koronavirüs|tıp|", "|insan|hayvanlar|ilginç|",
		"|çalışma hayatı|kariyer|iş|emek|çalışma|",
		"|yaşam|yaşam tarzı|moda|seyahat|yemek|turizm|gezi|"
		"tarifler|",
		"|siyaset|politika|seçim|meclis|hükümet|", "|din|islam|",
		"|bilim|teknoloji|bilim teknoloji|uzay|internet|yapay zeka|",
		"|toplum|aile|kadın|göç|insan hakları|mülteciler|",
		"|spor|futbol|basketbol|tenis|süper lig|voleybol|skor|",
		"|savaş|savunma|terör|savunma sanayi|", "|hava durumu|" } },
	{ "ru",
	    { "|культура|кино|музыка|книги|искусство|телевидение|сми|"
	      "шоу бизнес|театр|развлечения|литература|игры|",
		"|криминал|право|суд|преступность|силовые структуры|законы|",
		"|происшествия|чп|катастрофы|аварии|дтп|пожары|",
		"|экономика|бизнес|финансы|деньги|рынки|компании|"
		"недвижимость|банки|энергетика|авто|промышленность|",
		"|образование|школа|наука и образование|",
		"|экология|климат|природа|", "|здоровье|медицина|коронавирус|",
		"|люди|светская хроника|животные|знаменитости|",
		"|работа|карьера|труд|",
		"|стиль|путешествия|еда|мода|туризм|дом|рецепты|"
		"стиль жизни|дача|",
		"|политика|выборы|власть|госдума|правительство|",
		"|религия|церковь|православие|",
		"|наука|технологии|космос|интернет|наука и техника|гаджеты|"
		"искусственный интеллект|",
		"|общество|семья|миграция|дети|права человека|",
		"|спорт|футбол|хоккей|теннис|биатлон|бокс|фигурное катание|"
		"баскетбол|формула 1|",
		"|война|армия|оборона|терроризм|безопасность|военное дело|"
		"спецоперация|",
		"|погода|" } },
};
