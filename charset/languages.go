package charset

// languages are the letters of each language, the most frequent first.
var languages = [...]language{
	{tag: "en", order: english + "é"},
	{tag: "fr", order: "esaitnrulodcpmévqfbghjàxyèêzçôùâûîœwkïëüÿæ"},
	{tag: "de", order: "enisratdhulcgmobwfkzvpüäßjöyxqé"},
	{tag: "es", order: "eaosrnidlctumpbgvyqóíhfzjéáñxúükw¿¡ªº"},
	{tag: "pt", order: "aeosridntmculpvgqbfhãçéáíjzxóêõâôúàkwyüªº"},
	{tag: "it", order: "eaionlrtscdupmvghfbqzòàùèìéxjkwyîª"},
	{tag: "nl", order: "enatirodslghvkmubpwjczfyxëéïöüqèê"},
	{tag: "sv", order: "eantrslidomgkvähfupåöbcyjxwzéqüà"},
	{tag: "da", order: "enritasdlogkmfvubhpåøæyjczwxqéö"},
	{tag: "no", order: "enrtasildogkmvfpuhbåyøjæcéwzxqòô"},
	{tag: "fi", order: "aintesloukämrvjhypdögbfcåwxzqšž"},
	{tag: "is", order: "arniestulðgmkfhvoáþíydjbóæúöpéýxcwz"},
	{tag: "ca", order: "eaisrlntoducmpvgbfqhàóéíèjxòçúzyïkw·ü"},

	{tag: "pl", order: "iaeoznrwsctykdplumjłbgęążóhśćfńźvxq"},
	{tag: "cs", order: "eoantivlsrdkupímchzyájbřěéčžýšůgfúňxťóďwq"},
	{tag: "sk", order: "oaeinrsvtklcdmpuázybíhjéčžýšúľťôgfňäďxóŕĺwq"},
	{tag: "hu", order: "eatlsnkigrzomáéydbvhjöfupőócüíúűxwqä"},
	{tag: "sl", order: "aeinorjsltvdkpmzbučghšcžfyxwqćđ"},
	{tag: "hr", order: "aionesrjtuvdkmlpgzbčcšžćhđfywxq"},
	{tag: "ro", order: "eiartnulcsopdăîmfvgâbșțşţzjhxkywq"},

	{tag: "ru", order: "оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё"},
	{tag: "uk", order: "оанивтіерсклдумпязьбгчйхжїшцющєфґ"},
	{tag: "bg", order: "аиоетнрсвлдпкмзугябъчжйщхцюшфь"},
	{tag: "sr", order: "аиоенсртјувдкмлпгзбцшчжхћњљђфџ"},
	{tag: "be", order: "аніеоыртслвдкупмяьбзгйўэчхшцюжёф"},

	{tag: "el", order: "αοιετσνρηυκπμλςάόίέήδγχθύώφξβζψϊϋΐΰ"},
	{tag: "tr", order: "aeinrlıdkymustbüoşzğgcçhvöpfjâîûwxq"},
	{tag: "he", order: "יוהלארתבמשםנעדקפחגטכזסצןךץףְִָֹּ"},
	{tag: "ar", order: "النيمةوريبتعدسأقفحجكهشصطىخئضثزغذإءظآؤ،؟ًٌٍَُِّْ"},
	{tag: "fa", order: "ارنیيدمهتوبسشزکگكقخفعپحجلچآغژصطضذثءئؤأظ،؟"},
	{tag: "lt", order: "iasotenrukmvldpgėjbyšžčųūzcįęąfhxwq"},
	{tag: "lv", order: "aisetnrukāodlīmpvzgēbjcšņfžūļčķģhxyw"},
	{tag: "et", order: "aeistlundkomvrjäghüõpböfšzžcxyw"},
	{tag: "vi", order: "nhitgcaoum\u0301đ\u0300vl\u0323bàyưkásrdêôpạấảơ\u0309\u0303ếờộớểềâừăặậịễợúủùũòóọồốổỗýỳỷỹẽẹẻèéíìỉĩứựữửẵẳằắẫẩầõỏãừ"},
	{tag: "th", order: "านรกเ่องมยลว้ทดสัตะบปีิคหแจไพุูช์ใขำื็โถซณผศึญธฟภฐฉษฮฎฏฝฆฬ๊๋ฒฑฌๆฯ"},

	{
		tag:   "ja",
		level: levelJapanese,
		order: "のにるたいはをとがしてで、。なっれらもすりこだまさきめくあけどんえよつやそわーちみせろばお" +
			"ンスルトアイリッラクシ日一国人年大フレタドロ・「」本中カ出三時行見月後前生五間上東今ジプマテコ" +
			"じべずげほへびむごねぶぐぎひょゅゃふゆづぬ入学高円子外下来気小山話女四十二九八六七金長" +
			"サバメチキムュィニデオグョパナェウブミハエセケソダビ会社事自分者地業方新場員立開手力問代明動京" +
			"目通言理体田主題意不作用度強公持野以思家世多正安院心界教文元重近考画海売知道集別物使品計死特" +
			"私始朝運終台広住真有口少町料工建空急止送切転研足究楽起着店病質待試族銀早映親験英医仕去味写字" +
			"ァガモネボワャホピベペポノヤザゲゴズツヒヘユヨ電車書名先北南西校語水半男川土木聞食何万毎白天母火右" +
			"友左休父雨千午百読ぜぞぱぽぴぷぺぼ（）！？ぁぃぅぇぉ答夜音注帰古歌買悪図週室歩風紙黒花春赤青館屋色走" +
			"秋夏習駅洋旅服成現実関表同部取対内最合市連性発戦回化政調全定当所相軍保経県第結受数信法治産加資" +
			"次果位無進変解記情報感活神ヌゼゾヂヅヴ々",
	},
	{
		tag:   "zh-Hans",
		level: levelChinese,
		order: "，的。一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发" +
			"、后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开" +
			"“”但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并" +
			"物手应战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海" +
			"通教儿原东声提立及比员解水名真论处走义各入几口认条平系气题活尔更别打女变四神总何电数安少报才结反" +
			"受目太量再感建务做接必场件计管期市直德资命山金指克许统区保至队形社便空决治展马科司五基眼书非则听" +
			"！？：；（）《》白却界达光放强即像难且权思王象完设式色路记南品住告类求据程北边死张该交规万取拉格" +
			"望觉术领共确传师观清今切院让识候带导争运",
	},
	{
		tag:   "zh-Hant",
		level: levelTraditional,
		order: "，的。一是不了在人有我他這個們中來上大為和國地到以說時要就出會可也你對生能而子那得於著下自之年過發" +
			"、後作裡用道行所然家種事成方多經麼去法學如都同現當沒動面起看定天分還進好小部其些主樣理心她本前開" +
			"「」但因只從想實日軍者意無力它與長把機十民第公此已工使情明性知全三又關點正業外將兩高間由問很最重並" +
			"物手應戰向頭文體政美相見被利什二等產或新己制身果加西斯月話合回特代內信表化老給世位次度門任常先海" +
			"通教兒原東聲提立及比員解水名真論處走義各入幾口認條平系氣題活爾更別打女變四神總何電數安少報才結反" +
			"受目太量再感建務做接必場件計管期市直德資命山金指克許統區保至隊形社便空決治展馬科司五基眼書非則聽" +
			"！？：；（）《》白卻界達光放強即像難且權思王象完設式色路記南品住告類求據程北邊死張該交規萬取拉格" +
			"望覺術領共確傳師觀清今切院讓識候帶導爭運",
	},
	{
		tag:   "ko",
		level: levelKorean,
		order: "이다는에을의가고하은를지로한도사어기리자그나대서시아인정스라들해수일부과여보있것으제장주동전구게상" +
			"안만원오우조선성적면공소세마생신국모비드니치트때연학미관무화경중물위할용방개간문실내거유러발요명말" +
			"년행민교분회식진반당려강까르음단산본차등던업계체재력없야람작된와영운했였었습합금감결설월호통현처남" +
			"집속심약양건불입살김박른련종초울외향직후추표품권근노누늘달담데돌두딸또란래량레록론류률름터석히예점" +
			"질판평포피필함항험형환황활획",
	},
}
