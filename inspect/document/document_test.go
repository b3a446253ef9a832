package document

import (
	"encoding/base64"
	"slices"
	"testing"
)

func found(t *testing.T, g *Grammar, text string) (list []string) {
	t.Helper()
	last := 0
	for u := range g.URLs(text) {
		if u.Offset < last && !u.Unsure || u.Len <= 0 || u.Offset+u.Len > len(text) {
			t.Fatalf("%q: %+v behind %d", text, u, last)
		}
		last = u.Offset + u.Len
		list = append(list, u.Read(text))
	}
	return list
}

// TestProse: where a URL begins and ends in text for people.
func TestProse(t *testing.T) {
	for _, tt := range []struct {
		name, in string
		want     []string
	}{
		{"sentence", "see http://h/a, and https://h/b?c=d.", []string{"http://h/a", "https://h/b?c=d"}},
		{"Chinese", "请看www.h.cn/路径，www.i.cn和HTTP://j.cn/x和https://k.cn/页。", []string{"www.h.cn/路径", "www.i.cn", "HTTP://j.cn/x", "https://k.cn/页"}},
		{"marks of direction", "\u202bhttp://h/\u0627\u202c \u200fhttp://h/b\u200f http://h/\u200d http://h/\u202ea", []string{"http://h/\u0627", "http://h/b", "http://h/\u200d", "http://h/\u202ea"}},
		{"no www", "xwww.h.cn _www.h.cn a@www.h.cn", nil},
		{"brackets", "(http://h/a_(b)) [http://h/c] <http://h/d>", []string{"http://h/a_(b)", "http://h/c", "http://h/d"}},
		{"escaped brackets", "{http://h/%7Ba} {http://h/%7ba%7d} [http://h/%5Ba]]", []string{"http://h/%7Ba}", "http://h/%7ba%7d", "http://h/%5Ba]"}},
		{"unbalanced inside", "(http://h/a)b http://h/[c](d", []string{"http://h/a", "http://h/[c](d"}},
		{"behind Chinese", "请看https://h/a。再见", []string{"https://h/a"}},
		{"behind Japanese", "詳細はhttp://h/a、http://h/b（http://h/c）を", []string{"http://h/a", "http://h/b", "http://h/c"}},
		{"behind Cyrillic", "смотриhttps://h/a", []string{"https://h/a"}},
		{"in an IRI", "https://h/路径/a b", []string{"https://h/路径/a"}},
		{"ideographic space", "http://h/a\u3000b", []string{"http://h/a"}},
		{"no-break space", "http://h/a\u00a0b", []string{"http://h/a"}},
		{"guillemets", "«http://h/a» “http://h/b” ‘http://h/c’", []string{"http://h/a", "http://h/b", "http://h/c"}},
		{"emoji", "👉http://h/a 🎉", []string{"http://h/a"}},
		{"Arabic comma", "http://h/a، و", []string{"http://h/a"}},
		{"ellipsis", "http://h/a… http://h/b...", []string{"http://h/a", "http://h/b"}},
		{"apostrophes", "'http://h/a' it's http://h/b's", []string{"http://h/a", "http://h/b's"}},
		{"emphasis", "**http://h/a** _http://h/b_ ~~http://h/c~~ *http://h/d* http://h/e_", []string{"http://h/a", "http://h/b", "http://h/c", "http://h/d", "http://h/e_"}},
		{"behind a dot", "end.http://h/a 2.http://h/b x-https://h/c git+https://h/d", []string{"http://h/a", "http://h/b", "https://h/c", "git+https://h/d"}},
		{"behind an equals sign", "url=http://h/a&b=c", []string{"http://h/a&b=c"}},
		{"behind a colon", "URL:http://h/a", []string{"http://h/a"}},
		{"www", "www.example.com/a, (www.example.org) xwww.a.b www. www.x @www.a.b www.x/a.b www.x?a.b", []string{"www.example.com/a", "www.example.org"}},
		{"no slashes", `javascript:alert(1) mailto:a@b data:,x xdata:,y`, []string{"javascript:alert(1)", "mailto:a@b", "data:,x"}},
		{"other colons", "10:30 a:b C://x foo: http:// ://x ＨＴＴＰ://x", []string{"C://x"}},
		{"appendix C", "<URL: http://h/a/>. <URL:http://h/b> <http://h/c>", []string{"http://h/a/", "http://h/b", "http://h/c"}},
		{"Slack and BBCode", "<http://h/a|b c> [url]http://h/b[/url] [url=http://h/c]d[/url] <http://h/d> http://h/e|f", []string{"http://h/a", "http://h/b", "http://h/c", "http://h/d", "http://h/e|f"}},
		{"IPv6", "http://[::1]:80/a]", []string{"http://[::1]:80/a"}},
		{"policy", "img-src http://h;style-src 'self' http://u;v:w@h/ http://h:80,http", []string{"http://h", "http://u;v:w@h/", "http://h:80"}},
		{"slashes of JSON", `cb(https:\/\/h\/a\u0026b) u=http:\/\/h\/c, /^https:\/\/h\.i\/[a-z]+$/ a:\/\/b http:\/\/`, []string{"https://h/a&b", "http://h/c"}},
		{"no width", "\u200bhttp://h/a\u200b \ufeffhttp://h/b\u2060 http://h/c\u200bd", []string{"http://h/a", "http://h/b", "http://h/c\u200bd"}},
		{"wikis", "[[http://h/a|b]] [c|http://h/d|e] |http://h/f|g|", []string{"http://h/a", "http://h/d", "http://h/f"}},
		{"Shift_JIS, GBK and EUC", "http://h/a\x81B http://h/b\xa1\xa3 http://h/c\xc6\xfc http://h/d\xa1\xa1", []string{"http://h/a", "http://h/b", "http://h/c", "http://h/d"}},
		{"windows-1252", "\x93http://h/a\x94 http://h/b\xe9c \xabhttp://h/d\xbb http://h/\xe9", []string{"http://h/a", "http://h/b\xe9c", "http://h/d", "http://h/\xe9"}},
		{"placeholders", "http://h/?a=*|B|* *http://h/?a=*|B:C|** (http://*|D|*/*|E|*), http://h/*|f http://h/?a=<%= b %>&c. http://h/<%b", []string{"http://h/?a=*|B|*", "http://h/?a=*|B:C|*", "http://*|D|*/*|E|*", "http://h/*|f", "http://h/?a=<%= b %>&c", "http://h/"}},
		{"the end", "http://h/%", []string{"http://h/%"}},
		{"empty", "", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			g, _ := Lookup("text")
			if got := found(t, g, tt.in); !slices.Equal(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestGrammars: the URLs of a document are those that its values hold.
func TestGrammars(t *testing.T) {
	for _, tt := range []struct {
		name, file, in string
		grammar        string
		want           []string
	}{
		{"PHP", "", `{"u":"https:\/\/h\/a\/b"}`, "json", []string{"https://h/a/b"}},
		{"Go", "", `{"u":"https://h/a?b=c\u0026d=e","v":"http://h/\u00e9\ud83d\ude00\n"}`, "json", []string{"https://h/a?b=c&d=e", "http://h/é😀"}},
		{"text in JSON", "", `{"a":"see http://h/a.\nhttp://h/b","http://h/key":1}`, "json", []string{"http://h/a", "http://h/b", "http://h/key"}},
		{"value in JSON", "", `["http://h/a.","http://h/(b","http://h/c,d"]`, "json", []string{"http://h/a.", "http://h/(b", "http://h/c,d"}},
		{"HTML in JSON", "", `{"a":"<a href=\"/x?a&amp;b\">http:\/\/h\/c<\/a>"}`, "json", []string{"/x?a&b", "http://h/c"}},
		{"JSON in JSON", "", `{"a":"{\"u\":\"https:\\/\\/h\\/a\"}"}`, "json", []string{"https://h/a"}},
		{"Caddy", "", `{"request":{"method":"GET","host":"h","uri":"/a?b=c"}}`, "json", []string{"/a?b=c"}},
		{"nginx JSON", "", `{"request":"PROPFIND /a HTTP/1.1","status":"200"}`, "json", []string{"/a"}},
		{"combined", "", `1.2.3.4 - - [10/Oct/2000:13:55:36 -0700] "GET /a/%2e%2e/b HTTP/1.1" 200 1 "http://r/?q=a" "Mozilla/5.0 (x; +http://bot/)"`, "log", []string{"/a/%2e%2e/b", "http://r/?q=a", "http://bot/"}},
		{"WebDAV", "", `1.2.3.4 - - [x] "PROPFIND /dav/a HTTP/1.1" 207 1`, "log", []string{"/dav/a"}},
		{"nginx escapes", "", `1.2.3.4 - - [x] "GET /a\x22b HTTP/1.1" 200 1`, "log", []string{`/a"b`}},
		{"Rails", "", `Started GET "/a/b?c=%zz" for 1.2.3.4 at 2020-01-01 00:00:00 +0000`, "text", []string{"/a/b?c=%zz"}},
		{"Gin", "", `[GIN] 2020/01/01 - 00:00:00 | 200 | 1.2ms | 1.2.3.4 | POST     "/a"`, "text", []string{"/a"}},
		{"no target", "", "a [GET  b HTTP/1.1", "text", nil},
		{"no request", "", `it is "/a" in "GET" (GET "a", TO "/b")`, "text", nil},
		{"Apache's errors", "", "[core:error] AH00126: Invalid URI in request GET /a/%%/b c HTTP/1.1", "text", []string{"/a/%%/b c"}},
		{"curl -v", "", "* Connected\n> GET /a HTTP/1.1\n> Referer: http://h/b\n>\n> \n< HTTP/1.1 302 Found\n< Location: /c d\n< \n", "http", []string{"/a", "http://h/b", "/c d"}},
		{"SQL", "a.sql", `INSERT INTO a VALUES ('http://h/a''b', 'http://h/c\'d', '', 'http://h/e', '''');`, "sql", []string{"http://h/a'b", "http://h/c'd", "http://h/e"}},
		{"comments of ini", "a.ini", "[a]\nurl = http://h/a ; b\nurl = http://h/c d\n", "ini", []string{"http://h/a", "http://h/c d"}},
		{"squid", "", `1066036250.603 310 1.2.3.4 TCP_MISS/302 1 GET http://h/a?b - DIRECT/1.2.3.4 text/html`, "log", []string{"http://h/a?b"}},
		{"IIS", "", "#Software: IIS\n#Fields: date time cs-method cs-uri-stem cs-uri-query cs(Referer)\n2020-01-01 00:00:00 GET /a/b x=1 http://r/\n2020-01-01 00:00:00 GET /c - -\n", "w3c", []string{"/a/b?x=1", "http://r/", "/c"}},
		{"HTML", "", `<!doctype html><a href="/x?a=1&amp;b=2"><img SRC = '//h/y z'><p title="/no">http://h/a&lt;b`, "html", []string{"/x?a=1&b=2", "//h/y z", "http://h/a"}},
		{"unquoted", "a.html", `<a href=http://h/a>b</a><link href=/c />`, "html", []string{"http://h/a", "/c"}},
		{"srcset", "a.html", `<img srcset="/a.png 1x, /b.png 2x">`, "html", []string{"/a.png", "/b.png"}},
		{"refresh", "a.html", `<meta http-equiv=refresh content="0; url=http://h/a">`, "html", []string{"http://h/a"}},
		{"relative refresh", "a.html", `<meta http-equiv=refresh content="0; url=/r"><meta content='5;URL="b.html"' http-equiv=refresh><meta content="0, url = 'http://h/ a' x"><meta content="url=c">`, "html", []string{"/r", "b.html", "http://h/ a"}},
		{"style", "a.html", `<style>a{b:url(/c)}</style><p style="b:url('http://h/d')">`, "html", []string{"/c", "http://h/d"}},
		{"script", "a.html", `<script>var u="https:\/\/h\/a\u0026b"</script>`, "html", []string{"https://h/a&b"}},
		{"sitemap", "", `<?xml version="1.0"?><urlset><url><loc>http://h/?a=1&amp;b=2</loc></url></urlset>`, "html", []string{"http://h/?a=1&b=2"}},
		{"feed", "", `<rss><d>&lt;a href="http://h/?x=1&amp;amp;y"&gt;</d><e><![CDATA[<a href="/z">]]></e></rss>`, "html", []string{"http://h/?x=1&y", "/z"}},
		{"WebDAV answer", "", `<D:multistatus><D:href>/a%20b/</D:href></D:multistatus>`, "html", []string{"/a%20b/"}},
		{"Markdown", "a.md", "[a](http://h/a_(b) \"t\") ![c](/d.png) <http://h/e> **http://h/f** [g](<http://h/h i>)\n[j]: http://h/k\n```\nx](y/z)\n```\n", "markdown", []string{"http://h/a_(b)", "/d.png", "http://h/e", "http://h/f", "http://h/h i", "http://h/k"}},
		{"CSV", "", "a,b\nhttp://h/x,1\n\"http://h/y,\"\"z\",2\n", "csv", []string{"http://h/x", "http://h/y"}},
		{"CSV, semicolons", "a.csv", "a;b\nhttp://h/x,y;1\n", "csv", []string{"http://h/x,y"}},
		{"dotenv", ".env", "A=http://h/a?b=c&d\nB='http://h/e'\nexport C=\"http://h/f\\$g\" # http://h/i.\n", "env", []string{"http://h/a?b=c&d", "http://h/e", "http://h/f$g", "http://h/i"}},
		{"dotenv, local", ".env.local", "A=http://h/a # b\nB=redis://:a#b@h/0\n", "env", []string{"http://h/a", "redis://:a#b@h/0"}},
		{"shell", "a.sh", "a=http://h/a&b c=$'http://h/\\x41' d=\"http://h/${e}\"", "shell", []string{"http://h/a", "http://h/A", "http://h/${e}"}},
		{"names of values", "", `{"url":"http://h/a b.pdf","title":"http://h/a b","link":"http://h/a http://h/b"}`, "json", []string{"http://h/a b.pdf", "http://h/a", "http://h/a", "http://h/b"}},
		{"quotation marks in a value", "", `{"url":"http://h/?a[\"b\"]=c","text":"http://h/\"b\""}`, "json", []string{`http://h/?a["b"]=c`, "http://h/"}},
		{"quotation marks in a query", "", `{"a":"http://h/?a=\"1\"&b=2","c":"http://h/?a={\"b\":\"http://c\"}","d":"http://h/?a=1<2","e":"http://h/?a \"b\"","f":"http://h/?a<br>http://h/b","g":"http://h/#\"a\""}`, "json", []string{`http://h/?a="1"&b=2`, `http://h/?a={"b":"http://c"}`, "http://h/?a=1<2", "http://h/?a", "http://h/?a", "http://h/b", `http://h/#"a"`}},
		{"quotation marks in a query, CSV", "", "a,b\n1,\"http://h/?a=\"\"1\"\"&b=2\"\n", "csv", []string{`http://h/?a="1"&b=2`}},
		{"quotation marks in a query, YAML", "", "---\na: \"http://h/?a=\\\"1\\\"&b=2\"\n", "yaml", []string{`http://h/?a="1"&b=2`}},
		{"markup in a URL", "", `{"url":"http://h/?a=<b>&c"}`, "json", []string{"http://h/?a=<b>&c"}},
		{"hosts in CSV", "", "id,link\n1,www.h.i/a\n2,\"www.h.i/b\"\n3,see www.h.i/c.\n", "csv", []string{"www.h.i/a", "www.h.i/b", "www.h.i/c"}},
		{"hosts in JSON", "", `{"link":"www.h.i/a","b":["www.h.i"],"c":"see www.h.i/c.","Host":["www.h.i"],"dns_names":["www.h.i"],"d":"http://h/www.h.i"}`, "json", []string{"www.h.i/a", "www.h.i", "www.h.i/c", "http://h/www.h.i"}},
		{"hosts behind names", "", "---\nlink: www.h.i/a\nurl: \"www.h.i/b\"\nc: www.h.i\nd: \"www.h.i\"\n", "yaml", []string{"www.h.i/a", "www.h.i/b"}},
		{"hosts behind names, .env", ".env", "A_URL=www.h.i/a\nB=www.h.i\n", "env", []string{"www.h.i/a"}},
		{"references beside placeholders", "a.html", `<a href="/?a={{b}}&amp;c"><a href='/?a=<%= b %>&amp;c'><img srcset="/{{a}}?b&amp;c 1x, /d 2x"><meta content="0;url=/{% a %}?b&amp;c">`, "html", []string{"/?a={{b}}&c", "/?a=<%= b %>&c", "/{{a}}?b&c", "/d", "/{% a %}?b&c"}},
		{"references beside placeholders, Markdown", "a.md", `<a href="/?a={{b}}&amp;c"> <a href="/?a=<%= b %>&amp;c">` + "\n", "markdown", []string{"/?a={{b}}&c", "/?a=<%= b %>&c"}},
		{"references beside placeholders, mail", "", "From: a\nContent-Type: text/html\n\n<a href=\"/?a={{b}}&amp;c\">\n", "mail", []string{"/?a={{b}}&c"}},
		{"a string of CSS that goes on", "a.css", "a{b:url('data:,a \\\n \"b\"');c:url(http://h/)}", "css", []string{"data:,a  \"b\"", "http://h/"}},
		{"a backslash at the end", "a.go", "// see http://h/a\\\n// \\\"http://h/b\\\"", "source", []string{"http://h/a", "http://h/b"}},
		{"query in another column", "", "#Version: 1.0\n#Fields: cs-uri-stem sc-status cs-uri-query\n/a\t200\tb=%2522\n/c\t200\t-\n", "w3c", []string{"/a", "?b=%2522", "/c"}},
		{"Cloudflare", "", `{"ClientRequestURI":"/a%2e%2e/b?c","path":"/no","http.target":"/d?e"}`, "json", []string{"/a%2e%2e/b?c", "/d?e"}},
		{"enclosure", "", `<rss><enclosure url="http://h/a b.mp3" length="1"/><D:href>/c d</D:href>`, "html", []string{"http://h/a b.mp3", "/c d"}},
		{"properties", "gradle-wrapper.properties", "# http://h/c.\na=https\\://h/b\\=c\\u0026\nd = http://h/e f\n", "properties", []string{"http://h/c", "https://h/b=c&", "http://h/e"}},
		{"beside JSON", "", `{"a":1, // see http://h/a.` + "\n" + `"b":"http://h/b"} http://h/c`, "json", []string{"http://h/a", "http://h/b", "http://h/c"}},
		{"redirect in a HAR", "", `{"redirectURL":"/a?b","status":302}`, "json", []string{"/a?b"}},
		{"spaces in a referrer", "", `1.2.3.4 - - [x] "GET /a b HTTP/1.1" 200 1 "http://r/a b" "-"`, "log", []string{"/a b", "http://r/a b"}},
		{"no references", "", `1.2.3.4 - - [x] "CONNECT h:443 HTTP/1.1" 200 1 "-" "-"` + "\n" + `1.2.3.4 - - [x] "OPTIONS * HTTP/1.1" 200 1 "-" "-"`, "log", nil},
		{"spaces in a sitemap", "", `<?xml version="1.0"?><urlset><loc>http://h/a b</loc><loc>http://h/c&d</loc>`, "html", []string{"http://h/a b", "http://h/c&d"}},
		{"a link with spaces", "", "[InternetShortcut]\nURL=http://h/a b\n", "link", []string{"http://h/a b"}},
		{"a command of a link", "", "[Desktop Entry]\nExec=a http://h/a%%20b %u\nURL=http://h/%20\n", "link", []string{"http://h/a%20b", "http://h/%20"}},
		{"YAML, many lines", "", "---\na: \"http://h/\\\n  b\"\nc: 'http://h/c\n  d'\n# don't \"e\nf: http://h/f # http://h/g.\n", "yaml", []string{"http://h/b", "http://h/c", "http://h/f", "http://h/g"}},
		{"YAML, spaces", "", "---\na: \"http://h/a\\\n  \\ b http://h/c\\_d http://h/e\\td\"\n", "yaml", []string{"http://h/a", "http://h/c", "http://h/e"}},
		{"names of strings", ".env", "URL=\"http://h/a b\"\nTEXT=\"http://h/c d\"\n", "env", []string{"http://h/a b", "http://h/c"}},
		{"names of strings, TOML", "a.toml", "homepage_url = 'http://h/a b'\n\"url\" = \"http://h/c d\"\n", "toml", []string{"http://h/a b", "http://h/c d"}},
		{"YAML in brackets", "", "---\n{url: http://h/a, b: http://h/b}\n- {url: http://h/c}\n", "yaml", []string{"http://h/a", "http://h/b", "http://h/c"}},
		{"YAML, blocks", "", "---\na: |\n  b http://h/\\u0026\n\n  c: \"don't\n- d: >-\n    http://h/d.\n  e: \"http://h/\\x65\"\nf: |2+ # g\n  'http://h/'\n", "yaml", []string{"http://h/\\u0026", "http://h/d", "http://h/e", "http://h/"}},
		{"YAML, behind tags and anchors", "", "---\na: !t &b |\n  www.h.i/a\n- - >\n   www.h.i/b\n? |\n  www.h.i/c\n--- |\n  www.h.i/d\ne:\t|\n  www.h.i/e\n", "yaml", []string{"www.h.i/a", "www.h.i/b", "www.h.i/c", "www.h.i/d", "www.h.i/e"}},
		{"YAML, no blocks", "", "---\na: b |\n  www.h.i/a\nc: &d e >-\n  www.h.i/b\nf: \"g: |\n  h\"\n", "yaml", nil},
		{"TOML, many lines", "a.toml", "a = \"\"\"\nsee \"http://h/\\u0061\" or http://h/\\\n   b\"\"\"\nc = '''http://h/d's''' # \"\ne = 'http://h/\\x'\n", "toml", []string{"http://h/a", "http://h/b", "http://h/d's", "http://h/\\x"}},
		{"prefixes of strings", "a.py", "f(r\"http://h/\", \"http://h/\\x41\", b'http://h/\\x42', rb'http://h/\\x', d\"http://h/\")", "source", []string{"http://h/", "http://h/A", "http://h/B", "http://h/\\x", "http://h/"}},
		{"strings side by side", "a.py", "a = (\"http://h/\"\n  f\"{a}\\x41\" + 'b', \"http://h/c\", 'http://h/d' 'e'\\\n 'f', r\"http://h/\" \"g\", \"\" \"\"\"http://h/i\"\"\" \"http://h/j", "source", []string{"http://h/{a}A", "http://h/c", "http://h/de", "http://h/", "http://h/i", "http://h/j"}},
		{"a DOCTYPE in code", "a.rb", "# <!DOCTYPE a PUBLIC \"-//W3C//EN\" \"http://h/a.dtd\">\nb = \"c\" \"http://h/d\"", "source", []string{"http://h/a.dtd", "http://h/d"}},
		{"strings with a plus sign", "a.js", "a('http://h/' +\n  'b\\'c' + d, \"http://h/\" + 'e')", "source", []string{"http://h/b'c", "http://h/"}},
		{"no strings side by side", "a.txt", `\ "http://h/" "a"`, "text", []string{"http://h/"}},
		{"columns in any order", "", "#Fields: cs(Referer) cs-uri-query x cs-uri-stem\nhttp://h/ a=b - /c\n- -\n\n", "w3c", []string{"http://h/", "?a=b", "/c"}},
		{"bodies in base64", "a.har", `{"text":"aHR0cDovL2gvYSBodHRwOi8vaC9iCg==","encoding":"base64"},{"text":"PGEgaHJlZj0iL2E\/YiZhbXA7Yz8+PiI+aHR0cDovL2g8L2E+"},{"text":"aHR0cDovL2gvYSBodHRw"},{"title":"aHR0cDovL2gvYSBodHRw"}`, "json", []string{"http://h/a", "http://h/b", "/a?b&c?>>", "http://h", "http://h/a"}},
		{"names that are no schemes", "", `{"a":"n({data:t,size:e}),{data:function(){}} data:/a data: data:x;y","b":"data:read","c":"data:image/svg+xml,a","d":"see data:,b or data:;base64,Yg=="}`, "json", []string{"data:image/svg+xml,a", "data:,b", "data:;base64,Yg=="}},
		{"addresses of CSS in upper case", "a.css", "a{b:URL( http://h/a\\29 b);c:Url('http://h/c')}(url(d)", "css", []string{"http://h/a)b", "http://h/c", "d"}},
		{"a property of many lines", "a.properties", "a=http\\://h/\\\r\n   b\\\n\tc\nd=http://h/d\n", "properties", []string{"http://h/bc", "http://h/d"}},
		{"PowerShell, as browsers copy it", "", "Invoke-WebRequest -UseBasicParsing -Uri \"http://h/`$a?b=`\"c`\"`&d\"\"\" `\n-Headers @{\n\"Referer\"=\"http://h/r\"\n} `\n-Body 'u=http://h/d''e' # http://h/c.\n", "powershell", []string{`http://h/$a?b="c"&d"`, "http://h/r", "http://h/d'e", "http://h/c"}},
		{"an argument with a space", "a.sh", "curl -s 'https://h/a b?c' -H 'X: https://h/d e'\necho 'https://h/f g'", "shell", []string{"https://h/a b?c", "https://h/d", "https://h/f"}},
		{"a flag with a space", "a.sh", `get --base-url "https://h/a b" --text "https://h/c d"`, "shell", []string{"https://h/a b", "https://h/c"}},
		{"a call with a space", "a.js", "fetch(\"https://h/a b\"); log(\"https://h/c is down\"); location.href = 'https://h/d e'", "source", []string{"https://h/a b", "https://h/c", "https://h/d e"}},
		{"octal", "a.py", `a = "https://h/\101b" + c; d = "https://h/\1/\12"`, "source", []string{"https://h/Ab", `https://h/\1/\12`}},
		{"strings of PHP", "a.php", "<?php $a = \"https://h/\\x41\"; $b = 'https://h/\\'b\\x41'; ?><a href=\"/c\">", "html", []string{"https://h/A", `https://h/'b\x41`, "/c"}},
		{"PowerShell", "a.ps1", "$a = \"http://h/b`&c`nx\"; curl \"http://h/$d\" -o 'x'", "powershell", []string{"http://h/b&c", "http://h/$d"}},
		{"data that end it", "", "see data:image/svg+xml;utf8,<svg> or data:,b, c", "text", []string{"data:image/svg+xml;utf8,", "data:,b"}},
		{"a list of many lines", "", "---\n[a,\n http://h/a,\n {b: http://h/b}, c\n http://h/c]\nd: http://h/{e}\nf: http://h/ g: h\n", "yaml", []string{"http://h/a", "http://h/b", "http://h/c", "http://h/{e}", "http://h/"}},
		{"a value of a target that is none", "", `{"url":"\"","/a":"/b","src":["/c","\/d"]}`, "json", []string{"/c", "/d"}},
		{"no markup in an address", "a.xml", "<loc>http://h/a<!b", "html", []string{"http://h/a"}},
		{"what follows a stray angle in an address", "a.xml", "<loc>http://h/a<!%41b</loc><loc>/c</loc>", "html", []string{"http://h/a", "/c"}},
		{"raw strings of Go", "a.go", "package a\nvar a = `http://h/\\x41`", "source", []string{"http://h/\\x41"}},
		{"no IRIs of Turtle", "a.ttl", "<http://h/a b> <c|d> 1 < 2 . http://h/f 3 > 4 <http://h/\"e\"> .\n", "turtle", []string{"http://h/a b", "c|d", "http://h/f", "http://h/"}},
		{"no link of Slack", "a.md", "<http://h/a|b>\n", "markdown", []string{"http://h/a|b"}},
		{"fields with spaces", "", "GET / HTTP/1.1\r\nReferer: http://h/a b\r\nX: http://h/c d\r\n\r\n", "http", []string{"/", "http://h/a b", "http://h/c"}},
		{"colours", "", "\x1b[1;32mhttp://h/a\x1b[0m \x1b]8;;http://h/b\x1b\\ [1mhttp://h/c", "text", []string{"http://h/a", "http://h/b", "mhttp://h/c"}},
		{"Chinese mail", "", "From: a\nContent-Type: text/plain; charset=gb2312\nContent-Transfer-Encoding: quoted-printable\n\n=C7=EB=BF=B4http://h/a=3Fb=A1=A3\n", "mail", []string{"http://h/a?b"}},
		{"UTF-16", "", "\xff\xfe" + "h\x00t\x00t\x00p\x00:\x00/\x00/\x00h\x00/\x00=\xd8\x00\xde.\x00\n\x00", "text", []string{"http://h/😀"}},
		{"UTF-16, JSON", "", "\x00{\x00\"\x00u\x00\"\x00:\x00\"\x00h\x00:\x00\\\x00/\x00\\\x00/\x00h\x00\"\x00}", "json", []string{"h://h"}},
		{"UTF-16, mail", "", "From: a\nContent-Type: text/plain; charset=\"utf-16le\"\nContent-Transfer-Encoding: base64\n\n" + base64.StdEncoding.EncodeToString([]byte("h\x00t\x00t\x00p\x00:\x00/\x00/\x00h\x00/\x00\xe9\x00.\x00")), "mail", []string{"http://h/é"}},
		{"iCalendar", "", "BEGIN:VCALENDAR\r\nURL:http://h/a\r\nDESCRIPTION:http://h/b\r\n /c\\,d\\nwww.h.i/e\r\n", "calendar", []string{"http://h/a", "http://h/b/c,d", "www.h.i/e"}},
		{"iCalendar with HTML", "", "BEGIN:VCALENDAR\r\nURL:http://h/?a&amp;b\r\nX-ALT-DESC;FMTTYPE=text/html:<a href=\"http://h/?a=1&am\r\n p;b=2\">x</a>\\n<a href=/c\\,d>\r\nURL:http://h/e\r\n", "calendar", []string{"http://h/?a&amp;b", "http://h/?a=1&b=2", "/c,d", "http://h/e"}},
		{"vCard", "a.vcf", "URL;TYPE=work:http://h/a\\;b\nX:http://h/\n\t\\\\", "calendar", []string{"http://h/a;b", "http://h/"}},
		{"another playlist", "", "[playlist]\nFile1=http://h:80/a\nTitle1=a\n", "link", []string{"http://h:80/a"}},
		{"links before a colon", "a.md", "[a](http://h/a \"t\") [b]: [c](/d)\n[e]: /f\n", "markdown", []string{"http://h/a", "/d", "/f"}},
		{"regular expressions", "a.js", "/https?:\\/\\/h/; /http:\\/\\/h/.test(\"http:\\/\\/h\")", "source", []string{"http://h"}},
		{"commas of BibTeX", "", "@misc{a,\n url = {http://h/a\\_b},\n title = {c},\n note = {d},\n}\n", "bibtex", []string{"http://h/a_b"}},
		{"strings of C#", "a.cs", `a(@"http://h/\x41""b"); c($@"http://h/")`, "source", []string{`http://h/\x41`, "http://h/"}},
		{"a string that goes on", "a.c", "a = \"http://h/a\\\nb\";", "source", []string{"http://h/ab"}},
		{"a line of a string that goes on", "a.c", "a = \"http://h/a\\", "source", []string{"http://h/a"}},
		{"a request line with slashes of JSON", "", `{"request":"GET \/a?b HTTP\/1.1"}`, "json", []string{"/a?b"}},
		{"argument in cmd", "", `curl ^"http://h/^" -d ^"^{^\^"u^\^":^\^"http://h/?a^&b^\^"^}^"`, "cmd", []string{"http://h/", "http://h/?a&b"}},
		{"playlist, segments", "", "#EXTM3U\n#EXT-X-MAP:URI=\"init.mp4\",A=\"http://h/b\"\n", "list", []string{"init.mp4", "http://h/b"}},
		{"references in Turtle", "", "@base <http://h/> .\n<a#\\u0062> <urn:c:d> \"<e>\" . # 1 < 2 http://h/f\n", "turtle", []string{"http://h/", "a#b", "urn:c:d", "http://h/f"}},
		{"field Link", "", "HTTP/1.1 200 OK\nLink: </a?b>; rel=\"next\", <http://h/c>\n\n", "http", []string{"/a?b", "http://h/c"}},
		{"footnote", "a.md", "[^1]: http://h/a.\n", "markdown", []string{"http://h/a"}},
		{"Japanese mail", "", "From: a\nContent-Type: text/plain; charset=iso-2022-jp\n\n\x1b$B4A\x1b(Bhttp://h/a\x1b$B!#\x1b(B\n", "mail", []string{"http://h/a"}},
		{"curl", "", `curl 'https://h/a?b&c' -H 'Referer: https://h/d' --data-raw $'x'`, "shell", []string{"https://h/a?b&c", "https://h/d"}},
		{"curl, cmd", "", `curl ^"https://h/a?b^&c^" ^`, "cmd", []string{"https://h/a?b&c"}},
		{"YAML", "a.yml", "a: http://h/a\nb: [http://h/b, 'http://h/c''d']\nc: \"http://h/\\u00e9\" # don't http://h/e\nd: don't\n- http://h/f.\n", "yaml", []string{"http://h/a", "http://h/b", "http://h/c'd", "http://h/é", "http://h/e", "http://h/f."}},
		{"TOML", "a.toml", "a = \"http://h/\\u00e9\"\nb = 'http://h/c'\n", "toml", []string{"http://h/é", "http://h/c"}},
		{"Go code", "a.go", "x := \"http://h/\\u0026\" // don't: http://h/a.\ny := `http://h/b`", "source", []string{"http://h/&", "http://h/a", "http://h/b"}},
		{"systemd", "", "[Service]\nExecStart=/usr/bin/curl http://h/a%%20b\n", "ini", []string{"http://h/a%20b"}},
		{"shortcut", "", "[InternetShortcut]\r\nURL=http://h/a.\r\n", "link", []string{"http://h/a."}},
		{"playlist", "", "#EXTM3U\n#EXT-X-KEY:URI=\"http://h/k\"\nhttp://h/a b.ts\nsegment.ts\n", "list", []string{"http://h/k", "http://h/a b.ts", "segment.ts"}},
		{"playlist, fields of requests", "", "#EXTM3U\nhttp://h/a.mp4|User-Agent=Mozilla/5.0 (X)\nhttp://h/a|b.ts\n", "list", []string{"http://h/a.mp4", "http://h/a|b.ts"}},
		{"workflow", "a.yml", "on: push\njobs:\n  a: curl https://h/${{ b.c }}/d and {{ e }}\n", "yaml", []string{"https://h/${{ b.c }}/d"}},
		{"an expression that does not end", "", "https://h/{{ b", "text", []string{"https://h/{{"}},
		{"alternatives", "Dockerfile", "ENV GOPROXY=https://h|direct\nRUN curl \"https://h/a b\"\n", "shell", []string{"https://h", "https://h/a b"}},
		{"markup in strings that are joined", "a.json", `{"a":"'<img src=\"' + b + '\">'","c":"<a href='\"+d+\"'>","e":"'<a href=\"/f?g=' + h + '\">'","i":"<a href='\" . $j . \"'>"}`, "json", []string{"/f?g="}},
		{"no strings that are joined", "a.html", `<a href="/a'+b"><a href="/c?d='e'"><a href='/f?"g+"'>`, "html", []string{"/a'+b", "/c?d='e'", `/f?"g+"`}},
		{"list in text", "", "https://h/a,https://h/b|http://h/c https://h/?d=e,https://h/f &lt;https://h/g&gt; &quot;https://h/?i&quot;=j", "text", []string{"https://h/a", "https://h/b", "http://h/c", "https://h/?d=e,https://h/f", "https://h/g", "https://h/?i&quot;=j"}},
		{"JSX", "a.tsx", "import x from 'y'\n<Link href={href} to={`https://h/${a}`}>{b.c}</Link>; <a href=\"/d\" onClick={() => { e({f: \"https://h/g\"}) }}/>", "html", []string{"https://h/${a}", "/d", "https://h/g"}},
		{"CSS", "a.css", "a{b:url( http://h/c );d:url(\"http://h/e\\26 f\")}", "css", []string{"http://h/c", "http://h/e&f"}},
		{"CSS, relative", "a.css", "@import 'a.css';b{c:url( \"../d.png\" ) e(\"f/g\");h:url('data:image/svg+xml,<svg a=\"b c\"/>')}", "css", []string{"a.css", "../d.png", "data:image/svg+xml,<svg a=\"b c\"/>"}},
		{"CDX", "", " CDX N b a m s k r M S V g\nh)/ 20200101000000 http://h/a text/html 200 X - - 1 2 f.gz\n", "cdx", []string{"http://h/a"}},
		{"BibTeX", "", "@misc{a,\n url = {http://h/a\\_b\\%20c},\n}\n", "bibtex", []string{"http://h/a_b%20c"}},
		{"Turtle", "", "@prefix a: <http://h/a#> .\n<http://h/\\u00e9> a:b \"c\" .\n", "turtle", []string{"http://h/a#", "http://h/é"}},
		{"HTTP", "", "GET /a?b HTTP/1.1\r\nHost: h\r\nReferer: http://h/c\r\n\r\n", "http", []string{"/a?b", "http://h/c"}},
		{"cookies", "", "GET / HTTP/1.1\r\nCookie: a=http%3A%2F%2Fh%2F%252e; b=http://h/b; c=d\r\n\r\nu=http%3a%2f%2Fh%2Fc&v=w\r\n", "http", []string{"/", "http://h/%2e", "http://h/b", "http://h/c"}},
		{"redirect", "", "HTTP/1.1 302 Found\r\nLocation: /a b\r\n\r\n<a href=\"/c\">", "http", []string{"/a b", "/c"}},
		{
			"mail", "", "From: a@b\nSubject: =?utf-8?Q?see_http://h/s=3Fa?=\nContent-Type: multipart/mixed; boundary=\"x\"\n\n--x\nContent-Type: text/plain\nContent-Transfer-Encoding: quoted-printable\n\nhttp://h/a?b=3Dc&d=\n=3De\n--x\nContent-Type: text/html\nContent-Transfer-Encoding: base64\n\nPGEgaHJlZj0iaHR0cDovL2gvP2EmYW1w\nO2IiPg==\n--x--\n", "mail",
			[]string{"http://h/s?a", "http://h/a?b=c&d=e", "http://h/?a&b"},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			g := Detect(tt.file, tt.in)
			if g.Name() != tt.grammar {
				t.Errorf("it is read as %v", g)
			}
			if got := found(t, g, tt.in); !slices.Equal(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
