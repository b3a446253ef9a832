package charset

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/pct-encoded/percent/internal/growth"
)

// detectTexts were written for this test; nothing in languages.go was
// counted from them.
var detectTexts = []struct {
	language string
	charsets []*Charset
	text     string
}{
	{"fr", []*Charset{Windows1252}, "Après avoir traversé la forêt, nous sommes arrivés à une petite maison où habitait une vieille dame très âgée. Elle nous a préparé du thé et des crêpes, puis elle a raconté comment son frère aîné avait été emporté par la rivière pendant l'été de sa première année d'école. Ça nous a bouleversés."},
	{"de", []*Charset{Windows1252, Windows1250}, "Früher fuhren die Züge viel häufiger über die Brücke, doch seit der Schließung des Bahnhofs müssen die Schüler größere Umwege machen. Für die Bürger wäre es natürlich schöner, wenn künftig wieder mehr öffentliche Verkehrsmittel verfügbar wären. Der Bürgermeister möchte das prüfen und nächste Woche äußern."},
	{"es", []*Charset{Windows1252}, "El próximo año iremos otra vez a la montaña con los niños, porque allí el otoño es más tranquilo y además el señor Núñez nos prestará su cabaña. ¿Quién sabe cuánto tardaremos en llegar? El autobús sale mañana por la mañana y después habrá que caminar según el camión que esté en la estación."},
	{"pt", []*Charset{Windows1252}, "Não há razão para pensar que a situação vá melhorar amanhã, mas também não é possível dizer que tudo está perdido. As crianças já estão na escola, a avó cozinha o feijão e o avô lê a edição de domingo do jornal. Só faltam os irmãos, que estão a caminho da estação com as maçãs e o pão."},
	{"it", []*Charset{Windows1252}, "Perché non c'è più nessuno in città? La verità è che lunedì sarà una giornata di festa e già da venerdì molti sono partiti. Così la libertà di chi è rimasto è quella di passeggiare dove può, finché la tranquillità durerà. Però il caffè è chiuso, e ciò non è piaciuto a nessuno, né a me né a te."},
	{"nl", []*Charset{Windows1252}, "Mijn zus kreeg vorige week haar tweede baby, een meisje dat ze Zoë hebben genoemd. De hele familie kwam op visite, zelfs onze neef uit België. Er was één probleem: de taart was beëindigd voordat opa er was, en hij is nu eenmaal dol op slagroom en crème brûlée. Gelukkig had tante Renée nog koekjes in de auto liggen."},
	{"sv", []*Charset{Windows1252}, "På våren brukar vi åka till sjön där mormor har en liten stuga. Först måste vi städa, för möss och fåglar har varit där över vintern, men sedan är allt så skönt. Bröderna fångar gäddor från bryggan och syster läser sagor för de små barnen när kvällen kommer och det börjar bli mörkt."},
	{"da", []*Charset{Windows1252}, "Når det sner om vinteren, går børnene ud på isen på den lille sø bag gården. Den gamle mand siger altid, at de skal være forsigtige, men de hører ikke efter. Bagefter får de varm kakao og æbleskiver, og så sætter de sig foran kaminen og læser højt af en bog om bjørne, ræve og løver."},
	{"no", []*Charset{Windows1252}, "Det blåser kraftig på fjellet i dag, så vi må vente på hytta til været blir bedre. Broren min har kjøpt brød, smør og syltetøy, og søstera mi lager kaffe på bålet utenfor døra. Når sola står opp i morgen, går vi ned til sjøen igjen og ser om båten fortsatt ligger der vi lot den være."},
	{"fi", []*Charset{Windows1252}, "Äiti ja isä lähtivät eilen hyvin aikaisin metsään keräämään sieniä, mutta löysivät vain mätäneitä kärpässieniä. Päivällä alkoi sitten sataa, ja he kävelivät läpimärkinä kylään, jossa ystävällinen mies tarjosi heille lämmintä mehua ja näytti tien bussipysäkille. Yöllä he pääsivät kotiin."},
	{"is", []*Charset{Windows1252}, "Í gær fórum við út að ganga meðfram ströndinni þótt veðrið væri ekki gott. Það var mikill vindur og öldurnar voru háar, en börnin höfðu gaman af því að leita að skeljum. Þegar við komum aftur heim var orðið dimmt og amma hafði búið til súpu handa öllum sem vildu borða með okkur þetta kvöld."},
	{"ca", []*Charset{Windows1252}, "Això és el que va passar l'última vegada que vam anar a la platja: feia molt de vent i l'àvia va perdre el barret. Després vam menjar arròs amb peix i el meu germà petit es va adormir sota una figuera. Quan es va despertar no recordava on érem, però la cançó que cantàvem li va semblar bonica. Què més podíem fer-hi?"},

	{"pl", []*Charset{Windows1250, ISO8859_2}, "Wczoraj wieczorem padał śnieg, więc zostaliśmy w domu i piliśmy gorącą herbatę. Mój brat próbował naprawić żarówkę w łazience, ale się potknął i stłukł lustro. Babcia powiedziała, że to przynosi nieszczęście, lecz nikt jej nie uwierzył. Później położyliśmy się spać, ponieważ następnego dnia czekała nas długa podróż."},
	{"cs", []*Charset{Windows1250, ISO8859_2}, "Příští týden pojedeme na výlet do hor, protože předpověď slibuje hezké počasí. Děti se už těší na lyžování a babička peče koláče, abychom měli něco k jídlu. Doufám, že nám cestou nedojde benzín jako minulý rok, kdy jsme museli čekat několik hodin na pomoc. Večer budeme sedět u ohně a zpívat staré písně."},
	{"sk", []*Charset{Windows1250, ISO8859_2}, "Včera sme boli v meste kúpiť nové topánky, pretože staré sú už celkom roztrhané. Najprv sme však stretli suseda, ktorý nám dlho rozprával o svojej chorej mačke. Keď sme konečne prišli do obchodu, bolo už zatvorené. Tak sme si dali kávu a koláč a čakali na večerný vlak, ktorý opäť meškal. Ľudia boli veľmi nahnevaní."},
	{"hu", []*Charset{Windows1250, ISO8859_2}, "Tegnap este a szüleim elmentek a színházba, én pedig otthon maradtam a húgommal. Először főztünk egy kis levest, aztán megnéztük a kedvenc műsorunkat. Később kiderült, hogy elfelejtettük bezárni az ajtót, és a macska kiszökött az udvarra. Szerencsére a szomszéd néni észrevette, és visszahozta, mielőtt eleredt volna az eső."},
	{"sl", []*Charset{Windows1250, ISO8859_2}, "Včeraj zvečer smo šli na večerjo k sosedom, ki živijo na koncu vasi. Njihov najstarejši sin študira v tujini in pride domov le dvakrat na leto. Pripovedoval je, kako težko je najti poceni stanovanje in da pogreša domačo hrano. Ko smo se vračali, je začelo močno deževati, zato smo tekli čez polje in se smejali kot otroci."},
	{"hr", []*Charset{Windows1250, ISO8859_2}, "Jučer smo išli na tržnicu kupiti svježe povrće i voće, ali je već sve bilo rasprodano. Žena koja prodaje sir rekla nam je da dođemo ranije sljedeći put. Kući smo se vraćali pješice jer je autobus kasnio više od pola sata. Otac je na kraju ispekao palačinke s džemom i svi smo bili zadovoljni, čak i najmlađi među nama."},
	{"ro", []*Charset{Windows1250, ISO8859_2}, "În fiecare dimineaţă bunica se trezeşte înaintea tuturor şi pregăteşte cafeaua. După aceea iese în grădină, unde hrăneşte găinile şi culege câteva roşii pentru masa de prânz. Copiii încă dorm, iar câinele stă lângă uşă şi aşteaptă să primească o bucată de pâine. Aşa începe vara la ţară, fără grabă şi fără griji."},

	{"ru", []*Charset{Windows1251, KOI8R, IBM866}, "Вчера вечером мы долго гуляли по набережной и смотрели на проходящие корабли. Было тепло, дети ели мороженое, а старики играли в шахматы под липами. Потом неожиданно пошёл дождь, и все побежали прятаться в ближайшее кафе, где уже не осталось свободных мест. Домой мы вернулись мокрые, но очень довольные этой прогулкой."},
	{"uk", []*Charset{Windows1251, KOI8U}, "Минулого літа ми їздили до бабусі в село, де навколо хати росте великий вишневий сад. Щоранку дідусь ішов на річку ловити рибу, а ми допомагали збирати ягоди. Найбільше мені подобалося сидіти ввечері біля вогню і слухати його оповіді про давні часи. Цього року знову поїдемо туди, якщо батько матиме відпустку."},
	{"bg", []*Charset{Windows1251, KOI8R}, "Миналата седмица пътувахме с влак до морето, защото колата ни се повреди. По пътя децата гледаха през прозореца и брояха кравите по ливадите. Когато пристигнахме, вече беше тъмно и хотелът беше пълен. За щастие един възрастен човек ни предложи стая в къщата си, а сутринта ни почерпи с чай и топла баница."},
	{"sr", []*Charset{Windows1251}, "Јуче смо цео дан радили у башти јер је коначно престала киша. Деда је окопавао кромпир, а ми смо скупљали суво лишће и носили га иза куће. Увече је бака испекла питу са вишњама и позвала комшије да дођу. Причали су о томе како је некада живот био тежи, али да су се људи више дружили него данас."},
	{"be", []*Charset{Windows1251}, "Учора мы хадзілі ў лес па грыбы, але знайшлі толькі некалькі лісічак. Затое нарвалі шмат чарніц, і маці зварыла з іх смачнае варэнне. Увечары прыйшоў сусед і доўга расказваў пра сваю працу ў горадзе. Потым усе разам пілі гарбату і глядзелі, як за ракой заходзіць сонца. Такія дні запамінаюцца надоўга."},

	{"el", []*Charset{Windows1253}, "Χθες το απόγευμα πήγαμε στο λιμάνι για να δούμε τα καράβια που έφευγαν για τα νησιά. Ο παππούς μας αγόρασε παγωτό και μας είπε ιστορίες από την εποχή που ήταν ναυτικός. Όταν νύχτωσε, άναψαν τα φώτα στην προκυμαία και μια παρέα άρχισε να τραγουδάει. Γυρίσαμε σπίτι αργά, κουρασμένοι αλλά πολύ χαρούμενοι."},
	{"tr", []*Charset{Windows1254}, "Dün akşam bütün aile dedemin evinde toplandık ve uzun uzun eski günlerden konuştuk. Annem mutfakta börek pişirirken çocuklar bahçede top oynuyordu. Sonra birden elektrikler kesildi, mumları yaktık ve hikâyeler anlatmaya başladık. Gece yarısına doğru yağmur dindi, gökyüzünde yıldızlar göründü ve herkes yavaş yavaş evine döndü."},
	{"he", []*Charset{Windows1255}, "אתמול בערב הלכנו לטייל על שפת הים וראינו את השקיעה. הילדים בנו ארמון גדול בחול וסבתא ישבה על כיסא וקראה ספר. אחר כך אכלנו גלידה בבית הקפה הקטן שליד התחנה, ושם פגשנו חברים ותיקים שלא ראינו כבר שנים. חזרנו הביתה מאוחר, עייפים אבל שמחים מאוד על היום היפה שעבר עלינו."},
	{"ar", []*Charset{Windows1256}, "ذهبنا أمس إلى السوق القديم في وسط المدينة لشراء بعض الخضار والفواكه. كان الجو حارا والناس كثيرون، لكن البائع كان لطيفا وأعطانا كأسا من الشاي. بعد ذلك زرنا بيت جدي وجلسنا تحت الشجرة الكبيرة نستمع إلى قصصه عن أيام شبابه. وعندما غابت الشمس رجعنا إلى البيت ونحن سعداء جدا."},
	{"fa", []*Charset{Windows1256}, "دیروز عصر با خانواده به پارک بزرگ شهر رفتیم و تا شب زیر درختان نشستیم. پدرم چای درست کرد و مادرم برای بچه\u200cها قصه\u200cای از گذشته گفت. برادر کوچکم دوچرخه\u200cسواری می\u200cکرد که ناگهان باران گرفت و همه به سوی خانه دویدیم. وقتی رسیدیم لباس\u200cهایمان خیس بود، اما هیچ\u200cکس ناراحت نبود و تا دیروقت خندیدیم."},
	{"lt", []*Charset{Windows1257}, "Vakar vakare ilgai vaikščiojome palei upę ir žiūrėjome, kaip žvejai traukia tinklus. Močiutė sakė, kad šiemet žuvų mažiau nei anksčiau, nes vanduo per šiltas. Grįžę namo išvirėme bulvių su grybais ir sėdėjome prie lango, kol visiškai sutemo. Rytoj važiuosime į miestą, nes brolis švenčia gimtadienį ir kviečia visą šeimą."},
	{"lv", []*Charset{Windows1257}, "Vakar mēs braucām uz jūru, lai gan laiks bija vējains un auksts. Bērni skraidīja pa krastu un meklēja dzintarus, bet vecāmamma sēdēja mašīnā un lasīja avīzi. Pēc tam iegājām mazā ēdnīcā, kur mums pasniedza karstu zupu un svaigu maizi. Mājās atgriezāmies vēlu vakarā, jo uz ceļa bija noticis negadījums un vajadzēja gaidīt."},
	{"et", []*Charset{Windows1257}, "Eile õhtul läksime vanaema juurde külla, sest ta oli küpsetanud õunakooki. Väljas sadas lörtsi ja tänavad olid libedad, nii et pidime väga ettevaatlikult sõitma. Söögilauas rääkis onu, kuidas ta noorena põhjas töötas ja jääkaru nägi. Lapsed kuulasid põnevusega, kuigi keegi ei teadnud, kas see lugu ka tõsi oli."},
	{"vi", []*Charset{Windows1258}, "Hôm qua gia đình tôi đi chợ mua rau và cá để nấu bữa tối. Trời mưa rất to nên đường phố ngập nước, xe máy không thể chạy được. Chúng tôi phải đứng chờ dưới mái hiên của một cửa hàng nhỏ, ở đó có một bà cụ bán chè nóng. Khi về đến nhà thì đã muộn, nhưng mọi người đều vui vẻ và ăn cơm cùng nhau."},
	{"th", []*Charset{Windows874}, "เมื่อวานนี้เราไปเที่ยวตลาดน้ำกับครอบครัว อากาศร้อนมากแต่ทุกคนสนุกสนาน แม่ซื้อผลไม้หลายอย่าง ส่วนพ่อนั่งกินก๋วยเตี๋ยวอยู่ริมคลอง น้องสาวของฉันอยากได้หมวกใบใหม่จึงขอให้พี่ชายซื้อให้ ตอนเย็นเรานั่งเรือกลับบ้านและดูพระอาทิตย์ตกดิน เป็นวันที่มีความสุขมากวันหนึ่งในชีวิต"},

	{"ja", []*Charset{ShiftJIS, EUCJP, ISO2022JP}, "昨日の夕方、家族みんなで川沿いの道を散歩しました。桜はもう散ってしまいましたが、新しい緑の葉がとてもきれいでした。弟は途中で転んで膝をすりむきましたが、すぐに元気になって走り出しました。帰りに駅前の小さなパン屋に寄って、焼きたてのメロンパンを買いました。母は夕食の前に食べてはいけないと言ったのに、父がこっそり半分くれたので、二人で笑いながら食べました。来週の日曜日は祖母の誕生日なので、ケーキを注文してあります。"},
	{"zh-Hans", []*Charset{GB18030}, "昨天下午我们全家去郊外爬山，天气晴朗，空气特别新鲜。弟弟一路上跑得很快，常常在前面的亭子里等我们。到了山顶以后，爸爸拿出准备好的水果和面包，大家坐在石头上一边吃一边看风景。远处的城市显得很小，河流像一条银色的带子。下山的时候妈妈不小心摔了一跤，幸好没有受伤。回到家里已经是晚上八点多了，虽然很累，可是每个人都觉得这是一个难忘的周末，并且约好下个月再去一次湖边露营。孩子们高兴得睡不着觉，一直在床上说笑。"},
	{"zh-Hant", []*Charset{Big5, GB18030}, "上個星期六我們幾個同學約好一起去海邊騎腳踏車，沒想到早上突然下起大雨。大家躲在車站的屋簷下聊天，有人提議改去附近的博物館參觀。館裡正好展出古代的陶器和書畫，導覽員講解得非常仔細，我們聽得津津有味。中午在旁邊的小吃店吃了牛肉麵和豆花，味道好極了。等到雨停的時候，太陽已經快要下山，我們還是騎了一小段路，看見天邊出現一道彩虹，真是意外的收穫，也讓這一天變得特別難忘。回家以後我立刻把照片寄給了每一位朋友看。"},
	{"ko", []*Charset{EUCKR}, "어제 저녁에 가족들과 함께 한강 공원에 가서 자전거를 탔습니다. 바람이 시원하게 불어서 기분이 아주 좋았고, 동생은 처음으로 혼자 자전거를 타는 데 성공했습니다. 아버지는 돗자리를 펴고 누워서 책을 읽으셨고, 어머니는 집에서 만들어 온 김밥을 나누어 주셨습니다. 해가 지고 나서 다리 위에 불빛이 켜지자 사람들이 사진을 찍기 시작했습니다. 우리는 늦게까지 이야기를 나누다가 마지막 버스를 타고 집으로 돌아왔습니다."},
}

// vietnamese1258 writes the tone of each letter as a combining mark, as
// windows-1258 does.
func vietnamese1258(s string) string {
	const (
		grave = "àằầèềìòồờùừỳÀ"
		acute = "áắấéếíóốớúứýÁ"
		hook  = "ảẳẩẻểỉỏổởủửỷẢ"
		tilde = "ãẵẫẽễĩõỗỡũữỹÃ"
		dot   = "ạặậẹệịọộợụựỵẠ"
		plain = "aăâeêioôơuưyA"
	)
	bases := []rune(plain)
	var pairs []string
	for tone, letters := range map[string]string{"\u0300": grave, "\u0301": acute, "\u0309": hook, "\u0303": tilde, "\u0323": dot} {
		for i, r := range []rune(letters) {
			pairs = append(pairs, string(r), string(bases[i])+tone)
		}
	}
	return strings.NewReplacer(pairs...).Replace(s)
}

// detectCase is one snippet.
type detectCase struct {
	charset *Charset
	text    string
	bytes   []byte
}

// detectCases cuts windows of n characters out of each text, in each charset
// that is used for the language and in UTF-8. Windows of ASCII alone are left
// out, since every answer is right for them.
func detectCases(t testing.TB, n int) map[*Charset][]detectCase {
	cases := map[*Charset][]detectCase{}
	for _, tt := range detectTexts {
		if l := utf8.RuneCountInString(tt.text); l < 200 {
			t.Fatalf("the %s text has %d characters", tt.language, l)
		}
		for _, c := range append([]*Charset{UTF8}, tt.charsets...) {
			s := tt.text
			switch c {
			case Windows1258:
				s = vietnamese1258(s)
			case Windows1256:
				// It has no Persian yeh.
				s = strings.ReplaceAll(s, "ی", "ي")
			}
			runes := []rune(s)
			for from := 0; from+n <= len(runes); from += max(1, (len(runes)-n)/12) {
				text := string(runes[from : from+n])
				if asciiPrefix([]byte(text)) == len(text) {
					continue
				}
				encoded, err := c.Encode(text)
				if err != nil {
					t.Fatalf("%s: %v", tt.language, err)
				}
				cases[c] = append(cases[c], detectCase{c, text, []byte(encoded)})
			}
		}
	}
	return cases
}

// right reports whether the answer decodes to the text.
func (c detectCase) right(answer Candidate) bool {
	text, err := answer.Charset.Decode(string(c.bytes))
	return err == nil && text == c.text
}

// TestDetectAccuracy makes the table of testdata/detect.md, whose last two
// rows are those of docs/charsets.md, and compares it with both. A guess counts as right when decoding with it gives the text: the
// letters of German, say, are the same in windows-1252 and windows-1250.
func TestDetectAccuracy(t *testing.T) {
	table := map[*Charset]string{}
	summary := []string{"| all but UTF-8 |", "| the same, in percent |", "| the first |", "| one of the first three |"}
	for _, size := range []struct {
		n     int
		floor float64
	}{{10, 0.90}, {20, 0.96}, {50, 0.99}, {200, 0.99}} {
		total, rights, inThree, legacy, legacyRight := 0, 0, 0, 0, 0
		brier := 0.0
		for c, cases := range detectCases(t, size.n) {
			right := 0
			for _, k := range cases {
				got := Detect(k.bytes)
				ok := k.right(got[0])
				if ok {
					right++
				} else if size.n >= 50 {
					t.Logf("%v, %d: %q: %v", c, size.n, k.text, got[:min(3, len(got))])
				}
				p := got[0].Confidence
				if ok {
					p = 1 - p
				}
				brier += p * p
				for _, a := range got[:min(3, len(got))] {
					if k.right(a) {
						inThree++
						break
					}
				}
			}
			if c != UTF8 {
				legacy += len(cases)
				legacyRight += right
			}
			total += len(cases)
			rights += right
			table[c] += fmt.Sprintf(" %d/%d |", right, len(cases))
		}
		summary[0] += fmt.Sprintf(" %d of %d |", legacyRight, legacy)
		summary[1] += fmt.Sprintf(" %.1f %% |", 100*float64(legacyRight)/float64(legacy))
		summary[2] += fmt.Sprintf(" %.1f %% |", 100*float64(rights)/float64(total))
		summary[3] += fmt.Sprintf(" %.1f %% |", 100*float64(inThree)/float64(total))
		share := float64(rights) / float64(total)
		t.Logf("%d characters: %d of %d right (%.1f %%), without UTF-8 %d of %d (%.1f %%), %.1f %% among the first three, Brier score %.3f",
			size.n, rights, total, 100*share, legacyRight, legacy, 100*float64(legacyRight)/float64(legacy),
			100*float64(inThree)/float64(total), brier/float64(total))
		if share < size.floor {
			t.Errorf("%d characters: %.1f %% right, want %.0f %%", size.n, 100*share, 100*size.floor)
		}
	}
	var rows []string
	for _, c := range all {
		if table[c] != "" {
			rows = append(rows, "| "+c.name+" |"+table[c])
		}
	}
	rows = append(rows, summary...)
	if runtime.GOARCH != "amd64" {
		// Fused multiply and add may turn a close guess.
		fmt.Fprintf(os.Stderr, "charset: skipped the table of testdata/detect.md on %s\n", runtime.GOARCH)
		return
	}
	first := strings.Split(summary[2], " | ") // its name, and what is right of 10, 20, 50 and 200 characters
	for file, want := range map[string]string{
		"testdata/detect.md":  "|\n" + strings.Join(rows, "\n") + "\n",
		"../docs/charsets.md": "In snippets of 10 characters of a text in each language but English, not used for tuning, it was right in " + first[1] + ", of 50 characters in " + first[3] + " ",
	} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(text), want) {
			t.Errorf("%s does not have\n%s", file, want)
		}
	}
}

func TestDetectFixed(t *testing.T) {
	for _, tt := range []struct {
		name string
		in   string
		want *Charset
	}{
		{"empty", "", UTF8},
		{"ASCII", "plain text", UTF8},
		{"byte order mark", "\xEF\xBB\xBFplain", UTF8},
		{"byte order mark, big", "\xFE\xFF\x00a", UTF16BE},
		{"byte order mark, little", "\xFF\xFEa\x00", UTF16LE},
		{"byte order mark, little, and a NUL later", "\xFF\xFEa\x00\x00\x00", UTF16LE},
		{"one UTF-8 letter", "caf\xC3\xA9", UTF8},
		{"one Latin letter", "caf\xE9 au lait", Windows1252},
		{"emoji", "hi \xF0\x9F\x98\x80", UTF8},
		{"script without a model", "\u10D2\u10D0\u10DB\u10D0\u10E0\u10EF\u10DD\u10D1\u10D0", UTF8},
		{"escape sequence", "\x1b$B4A;z\x1b(B", ISO2022JP},
		{"far from the start", strings.Repeat("a", 10000) + "\x93\xFA\x96\x7B\x8C\xEA\x82\xCC\x83\x65\x83\x4C\x83\x58\x83\x67", ShiftJIS},
		{"signs of Windows", "\x87\x40\x87\x41\x87\x8A", ShiftJIS},
		{"figures", "\x81\x9A\x93\xFA", ShiftJIS},
		{"a word, cut", "\x8C\x9F\x8D", ShiftJIS},
		{"two characters, cut", "\xB1\xB1\xBE\xA9\xCC", GB18030},
		{"cut at the end", "\x93\xFA\x96\x7B\x8C\xEA\x82\xCC\x95", ShiftJIS},
	} {
		got := Detect([]byte(tt.in))
		if len(got) == 0 || got[0].Charset != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
		for i, c := range got {
			if c.Confidence < 0 || c.Confidence > 1 || i > 0 && c.Confidence > got[i-1].Confidence {
				t.Errorf("%s: confidence of %v", tt.name, got)
			}
		}
	}
}

// TestDetectLinear feeds inputs made to be slow.
func TestDetectLinear(t *testing.T) {
	for _, s := range []string{"\x1b", "\x81", "\x1b$B", "\xFF", "\x81\x30", "あ", "\x1b(J\x1b(B"} {
		growth.Linear(t, 1<<12, 1<<20, func(n int) {
			in := []byte(strings.Repeat(s, n))
			Detect(in)
			for _, c := range all {
				_, _ = c.AppendDecode(nil, in, Replace)
			}
		})
	}
}

// TestDetectUTF32: text with the byte order mark of UTF-32 is not UTF-16 with certainty.
func TestDetectUTF32(t *testing.T) {
	for _, text := range []string{"\xFF\xFE\x00\x00a\x00\x00\x00", "\x00\x00\xFE\xFF\x00\x00\x00a"} {
		for _, c := range Detect([]byte(text)) {
			if strings.HasPrefix(c.Charset.Name(), "UTF-16") && c.Confidence > 0 {
				t.Errorf("%q: %s with confidence %v", text, c.Charset.Name(), c.Confidence)
			}
		}
	}
}

// TestDetectInLog: what stands around a text in ASCII, such as a line of a log, says nothing
// of its charset.
func TestDetectInLog(t *testing.T) {
	const before, after = `203.0.113.7 - - [12/Nov/2026:10:01:44 +0900] "GET /search?hl=x&q=`, `&page=2 HTTP/1.1" 200 5123 "https://www.example.com/" "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Safari/537.36"` + "\n"
	for _, tt := range []struct {
		c     *Charset
		texts []string
	}{
		{ShiftJIS, []string{"カメラ", "検索", "レストラン", "中古車", "冷蔵庫"}},
		{EUCJP, []string{"カメラ", "レストラン", "パソコン", "お取り寄せ"}},
		{GB18030, []string{"照相机", "北京天气", "中文地图"}},
		{Big5, []string{"火車票", "照相機"}},
		{EUCKR, []string{"날씨", "휴대폰", "부동산"}},
		{Windows1251, []string{"погода", "гостиница"}},
		{Windows1250, []string{"żółty", "źródło"}},
		{Windows1253, []string{"ταξίδι"}},
		{Windows1256, []string{"القاهرة"}},
		{UTF8, []string{"カメラ", "погода", "café"}},
	} {
		for _, text := range tt.texts {
			s, err := tt.c.Encode(text)
			if err != nil {
				t.Fatal(err)
			}
			alone, within := Detect([]byte(s))[0], Detect([]byte(before + s + after))[0]
			if alone.Charset != tt.c || within.Charset != tt.c {
				t.Errorf("%s in %s: %s alone, %s in a line", text, tt.c, alone.Charset, within.Charset)
			}
		}
	}
}

// TestDetectWords: of words of two or three characters that people search for, most are
// known. Nothing in languages.go was counted from these.
func TestDetectWords(t *testing.T) {
	const japanese = "検索 予約 送信 東京 天気 大阪 京都 会社 学校 電話 情報 地図 料理 旅行 写真 音楽 映画 新聞 銀行 病院 郵便 住所 氏名 確認 登録 削除 変更 設定 注文 商品 価格 無料 求人 温泉 不動産 中古車 自転車 冷蔵庫 図書館 美容院 保険 株価 為替 英語 辞書 翻訳 北海道 沖縄 名古屋 横浜"
	for _, tt := range []struct {
		c     *Charset
		wrong int // at most
		words string
	}{
		{ShiftJIS, 0, japanese},
		{EUCJP, 4, japanese},
		{ISO2022JP, 0, japanese},
		{GB18030, 7, "搜索 天气 北京 上海 新闻 地图 视频 音乐 电影 下载 登录 注册 用户 密码 手机 电脑 软件 游戏 小说 图片 公司 学校 医院 银行 价格 免费 汽车 房屋 招聘 旅游 酒店 机票 火车 美食 菜谱 翻译 词典 股票 基金 保险 健康 教育 考试 大学 广州 深圳 杭州 南京 成都 重庆"},
		{Big5, 3, "搜尋 天氣 台北 高雄 新聞 地圖 影片 音樂 電影 下載 登入 註冊 帳號 密碼 手機 電腦 軟體 遊戲 小說 圖片 公司 學校 醫院 銀行 價格 免費 汽車 房屋 求職 旅遊 飯店 機票 火車 美食 食譜 翻譯 字典 股票 基金 保險 健康 教育 考試 大學 台中 台南 香港 澳門 桃園 新竹"},
		{EUCKR, 2, "검색 날씨 서울 부산 뉴스 지도 동영상 음악 영화 다운로드 로그인 회원가입 비밀번호 휴대폰 컴퓨터 소프트웨어 게임 소설 사진 회사 학교 병원 은행 가격 무료 자동차 부동산 채용 여행 호텔 항공권 기차 맛집 요리 번역 사전 주식 보험 건강 교육 시험 대학교 대구 인천 광주 대전 제주도 쇼핑 카메라 냉장고"},
		{Windows1251, 2, "погода новости Москва карта видео музыка фильм скачать вход регистрация пароль телефон компьютер программа игра книга фото компания школа больница банк цена бесплатно автомобиль квартира работа путешествие гостиница билет поезд рецепт перевод словарь акция страхование здоровье образование экзамен университет Казань поиск магазин доставка заказ адрес отзывы расписание кино ремонт мебель"},
		{Windows1253, 3, "καιρός ειδήσεις Αθήνα χάρτης βίντεο μουσική ταινία λήψη σύνδεση εγγραφή κωδικός τηλέφωνο υπολογιστής πρόγραμμα παιχνίδι βιβλίο φωτογραφία εταιρεία σχολείο νοσοκομείο τράπεζα τιμή δωρεάν αυτοκίνητο διαμέρισμα εργασία ταξίδι ξενοδοχείο εισιτήριο τρένο συνταγή μετάφραση λεξικό μετοχή ασφάλεια υγεία εκπαίδευση εξετάσεις πανεπιστήμιο Θεσσαλονίκη αναζήτηση κατάστημα παράδοση παραγγελία διεύθυνση κριτικές δρομολόγια σινεμά επισκευή έπιπλα"},
		{Windows1252, 3, "météo actualités école hôtel hôpital château forêt été hiver-été précédent élève café thé crème brûlée pâte crêpe gâteau société numéro prénom téléphone télévision vidéo cinéma théâtre musée université lycée collège-lycée étude santé sécurité assurance-santé propriété maison-rénovée première dernière française étrangère février août décembre Noël fête Île-de-France Besançon garçon leçon reçu"},
		{Windows1250, 4, "Kraków Łódź Wrocław Gdańsk Poznań wiadomości muzyka-świąteczna źródło żółty zdjęcia książka szkoła łóżko dziękuję proszę-cię miłość zaproszenie-ślubne święta rękodzieło ogłoszenia płatność hasło użytkownik wysyłka-dziś zamówienie koszyk-zakupów cześć pogoda-łódź samochód głowa ręka środa piątek październik wrzesień sierpień-wrzesień grudzień styczeń-luty mieszkanie-gdańsk praca-wrocław podróż wycieczka-góry góry jezioro-śniardwy morze-bałtyckie ubezpieczenie-życia życie śmierć człowiek kościół"},
	} {
		var wrong []string
		for word := range strings.FieldsSeq(tt.words) {
			s, err := tt.c.Encode(word)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := Detect([]byte(s))[0].Charset.Decode(s); err != nil || got != word {
				wrong = append(wrong, word+" as "+got)
			}
		}
		if len(wrong) > tt.wrong {
			t.Errorf("%s: %d wrong, want at most %d: %s", tt.c, len(wrong), tt.wrong, strings.Join(wrong, ", "))
		}
	}
}
