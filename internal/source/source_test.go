package source

import (
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/internal/growth"
)

// extensions are the names of the languages in the tables.
var extensions = map[string]Language{"js": JavaScript, "py": Python, "php": PHP, "java": Java, "rb": Ruby, "cs": CSharp, "kt": Kotlin, "rs": Rust, "swift": Swift}

// TestLint checks code that is wrong, where « begins what is reported, and code that is
// right, which resembles it.
func TestLint(t *testing.T) {
	for _, test := range []struct{ language, rule, code string }{
		{"js", "source-escaped-by-hand", `x = "/s?q=" + q.«replace(/ /g, "%20")`},
		{"js", "source-decoded-twice", "const p = new URLSearchParams(location.search);\nx = «decodeURIComponent(p.get('n') || '');"},
		{"js", "", "const p = new Map(all);\nx = decodeURIComponent(p.get('n') || '');"},
		{"php", "source-decoded-twice", `<?php $x = «urldecode($_GET['q'] ?? '');`},
		{"py", "source-decoded-twice", "x = «unquote(request.args.get('q') or '')"},
		{"java", "source-unescaped", `r.sendRedirect("/s?q=" + «r.getParameter("q"));`},
		{"java", "", `r.sendRedirect("/s?q=" + URLEncoder.encode(r.getParameter("q"), "UTF-8"));`},
		{"java", "source-unescaped", `u = "https://h/?t=" + Base64.getEncoder().«encodeToString(t);`},
		{"java", "", `u = "https://h/?t=" + Base64.getUrlEncoder().encodeToString(t);`},
		{"rs", "source-unescaped", `let u = format!("https://h/?t={}", base64::«encode(t));`},
		{"js", "source-unescaped", `x = "/s?filter=" + JSON.«stringify(f)`},
		{"js", "", `x = "/s?filter=" + encodeURIComponent(JSON.stringify(f))`},
		{"py", "source-unescaped", `u = "https://h/?f=" + json.«dumps(f)`},
		{"php", "source-unescaped", `<?php $u = 'https://h/?f=' . «json_encode($f);`},
		{"js", "source-query-encoder", "x = `attachment; filename*=UTF-8''${«encodeURI(n)}`"},
		{"js", "", "x = `attachment; filename*=UTF-8''${encodeURIComponent(n)}`"},
		{"js", "source-unescaped", `go("/login?next=" + location.«pathname + location.search)`},
		{"js", "", `go("/login?next=" + encodeURIComponent(location.pathname + location.search))`},
		{"py", "source-unescaped", `return redirect("/login?next=" + request.«path)`},
		{"cs", "source-unescaped", `return Redirect("/login?next=" + Request.«Path);`},
		{"js", "source-escaped-by-hand", "x = `https://h/?q=${q.trim().«split(' ').join('+')}`"},
		{"js", "", `x = "/s?q=" + encodeURIComponent(q).replace(/%20/g, "+")`},
		{"js", "", `x = "/posts/" + q.replace(/ /g, "-")`},
		{"js", "", `x = "all " + q.replace(/ /g, "+")`},
		{"js", "source-encoded-twice", `this.router.navigate(['/s'], { queryParams: { q: «encodeURIComponent(q) } })`},
		{"js", "source-encoded-twice", `x = await this.api.get<Item[]>(urls.search, { params: { q: «encodeURIComponent(q) }, timeout: 1 })`},
		{"js", "source-encoded-twice", "const p = url.searchParams;\np.append('n', «encodeURIComponent(n));"},
		{"js", "source-encoded-twice", "const p = {};\np.q = «encodeURIComponent(q);\naxios.get(u, { params: p })"},
		{"js", "", "const p = {};\np.q = encodeURIComponent(q);\nlink(p)"},
		{"js", "source-decoded-twice", "const { url, n } = req.query;\nres.redirect(«decodeURIComponent(url));"},
		{"js", "", "const { url } = req.body;\nres.redirect(decodeURIComponent(url));"},
		{"js", "source-decoded-twice", `const b = «decodeURIComponent(useSearchParams().get('b'))`},
		{"py", "source-encoded-twice", "params = {}\nparams['q'] = «quote(q)\nr = requests.get(u, params=params)"},
		{"py", "", "params = {}\nparams['q'] = quote(q)\nparams = {}\nr = requests.get(u, params=params)"},
		{"py", "source-encoded-twice", "r = requests.get(u, params=dict(q=«quote(q), n=1))"},
		{"py", "source-encoded-twice", `q = urlencode({"name": name.«replace(" ", "%20")})`},
		{"php", "source-encoded-twice", "<?php $p['q'] = «urlencode($q); $u = 'x?' . http_build_query($p);"},
		{"js", "", `x = a.get < b, { params: { q: encodeURIComponent(q) } }`},
		{"js", "", `x = api.get(u, { headers: { q: encodeURIComponent(q) } })`},
		{"js", "source-encoded-twice", `axios.post(u, body, { params: { q: «encodeURIComponent(s) } })`},
		{"js", "", `axios.post(u, { params: { q: encodeURIComponent(s) } })`},
		{"js", "", `axios.put(u, { params: { q: encodeURIComponent(s) } })`},
		{"js", "", "const t = encodeURIComponent(q).replace(/ /g, '+');\nx = 'https://h/s?q=' + t"},
		{"js", "", "t5 = encodeURIComponent(q);\nt6 = t5.replace(/ /g, '+');\nx = 'https://h/s?q=' + t6"},
		{"js", "", "x = 'https://h/s?q=' + q.replace(/&/g, '%26').replace(/ /g, '+')"},
		{"js", "", "x = 'https://h/s?q=' + q.replace(/ /g, '+').replace(/&/g, '%26')"},
		{"js", "", "x = 'https://h/s?q=' + q.replace(/&/g, '%26').split(' ').join('+')"},
		{"js", "source-escaped-by-hand", "x = 'https://h/s?q=' + q.trim().«replace(/ /g, '+').toLowerCase()"},
		{"py", "", "x = 'https://h/s?q=' + quote(q).replace(' ', '+')"},
		{"php", "", `<?php $x = 'https://h/?q=' . str_replace(' ', '+', urlencode($q));`},
		{"cs", "", `var u = $"{database}tables/{HttpUtility.UrlEncode(t)}";`},
		{"js", "source-escaped-by-hand", "t = q.«replace(/ /g, '+');\nx = `https://h/s?q=${t}`"},
		{"js", "", "t = q.replace(/ /g, '-');\nx = `https://h/s?q=${t}`"},
		{"js", "source-userinfo", "x = `mongodb://${encodeURIComponent(user)}:${«password}@localhost/db`"},
		{"js", "", "x = `https://${encodeURIComponent(user)}:${token}@git.h/r`"},
		{"py", "source-escaped-by-hand", "t = q.«replace(' ', '%20')\nx = 'https://h/s?q=' + t"},
		{"py", "", "t = q.replace(' ', '%20')\nx = 'name=' + t"},
		{"php", "source-decoded-twice", `<?php $x = «urldecode($request->get('d'));`},
		{"php", "source-decoded-twice", `<?php $x = «rawurldecode($request->query->get('q'));`},
		{"php", "", `<?php $x = urldecode($request->path()); $y = urldecode($request->getUri()->getQuery());`},
		{"rb", "source-encoded-twice", `client.get('/people', query: { keywords: CGI.«escape(q) })`},
		{"rs", "source-userinfo", `let u = format!("«postgres://{user}:{pass}@localhost/db");`},
		{"rs", "", `let t = "postgres://{user}:{pass}@localhost/db";`},
		{"cs", "source-form-encoder", `var r = await c.GetAsync($"{_baseUrl}subjects/{HttpUtility.«UrlEncode(t)}.json");`},
		{"cs", "", `var f = $"{folder}subjects/{HttpUtility.UrlEncode(t)}.json";`},
		{"java", "source-encoded-twice", `return UriComponentsBuilder.fromHttpUrl(u).queryParam("q", URLEncoder.«encode(q, UTF_8)).queryParam("n", 1).toUriString();`},
		{"java", "source-encoded-twice", `c.get().uri(uriBuilder -> uriBuilder.path("/s").queryParam("q", URLEncoder.«encode(q, UTF_8)).build()).retrieve();`},
		{"java", "", `return UriComponentsBuilder.fromHttpUrl(u).queryParam("q", URLEncoder.encode(q, UTF_8)).build(true).toUri();`},
		{"java", "", `return UriComponentsBuilder.fromHttpUrl(u).queryParam("q", URLEncoder.encode(q, UTF_8)).build().toUriString();`},
		{"java", "", `return target.queryParam("q", URLEncoder.encode(q, UTF_8)).request().get();`},
		{"js", "source-unescaped", `res.redirect("/login?next=" + req.«originalUrl)`},
		{"js", "", `res.redirect("/login?next=" + encodeURIComponent(req.originalUrl))`},
		{"js", "", `console.log("no page at: " + req.originalUrl)`},
		{"js", "source-userinfo", "x = `mongodb://${user}:${«pass}@localhost/db`"},
		{"java", "source-encoded-twice", `u = new URI("https", "h.example", "/a/" + URLEncoder.«encode(path, "UTF-8"), null);`},
		{"java", "source-form-encoder", `u = new URI("https://h.example/a/" + URLEncoder.«encode(path, "UTF-8"));`},
		{"py", "source-form-encoder", `u = "mailto:a@b.c?" + «urlencode({"subject": s})`},
		{"py", "", `u = "mailto:a@b.c?" + urlencode({"subject": s}, quote_via=quote)`},
		{"py", "", `u = "https://h/?" + urlencode({"subject": s})`},
		{"java", "source-userinfo", `String u = "jdbc:mysql://" + user + ":" + «password + "@h/db";`},
		{"java", "source-encoded-twice", `webClient.get().uri(b -> b.path("/s").queryParam("q", URLEncoder.«encode(q, UTF_8)).build());`},
		{"java", "source-decoded-twice", `String x = URLDecoder.«decode(uri.getQuery(), "UTF-8");`},
		{"java", "", `String x = URLDecoder.decode(uri.getRawQuery(), "UTF-8");`},
		{"php", "source-form-encoder", `<?php echo '<a href="/files/' . «urlencode($name) . '">';`},
		{"php", "source-whole-url", `<?php curl_setopt($ch, CURLOPT_URL, «urlencode($url));`},
		{"php", "", `<?php curl_setopt($ch, CURLOPT_POSTFIELDS, urlencode($url));`},
		{"php", "source-unescaped", `<?php $u = "https://h/?t=" . «base64_encode($t);`},
		{"php", "", `<?php $u = "https://h/?t=" . urlencode(base64_encode($t));`},
		{"py", "source-unescaped", `u = "https://h/?t=" + base64.«b64encode(t).decode()`},
		{"py", "", `u = "https://h/?t=" + base64.urlsafe_b64encode(t).decode()`},
		{"js", "source-unescaped", "u = `https://h/?t=${«btoa(t)}`"},
		{"js", "", "u = `https://h/?t=${btoa(t).replaceAll('+', '-')}`"},
		{"js", "", "u = `data:text/plain;base64,${btoa(t)}`"},
		{"cs", "source-unescaped", `var u = $"https://h/?t={Convert.«ToBase64String(t)}";`},
		{"js", "source-replaced-once", `u = u.«replace(/\s/, "%20")`},
		{"js", "source-replaced-once", `u = u.«replace(/\+/i, " ")`},
		{"js", "", `u = u.replace(/\s/g, "%20")`},
		{"js", "", `u = u.replace(/\s+$/, "")`},
		{"swift", "source-escaped-by-hand", `let u = "https://h/?t=\(text.«replacingOccurrences(of: " ", with: "%20"))"`},
		{"swift", "source-whole-url", `let u = URL(string: urlString.«addingPercentEncoding(withAllowedCharacters: .urlHostAllowed)!)`},
		{"js", "source-userinfo", "x = `postgres://app:${«password}@localhost/db`"},
		{"js", "source-userinfo", `x = "redis://:" + «process.env.REDIS_PASSWORD + "@h"`},
		{"js", "", "x = `https://x-access-token:${token}@git.h/r`"},
		{"js", "", "x = `http://localhost:${port}@h`"},
		{"js", "", "x = `http://localhost:${password}/h`"},
		{"js", "", "x = `postgres://app:${encodeURIComponent(password)}@localhost/db`"},
		{"py", "source-userinfo", `x = f"postgresql://app:{«os.environ['DB_PASS']}@h/db"`},
		{"py", "source-userinfo", `x = f"postgresql://{os.getenv('U')}:{«os.getenv('PW')}@h/db"`},
		{"py", "source-userinfo", `x = "postgresql://%s:%s@%s/db" % (os.environ["U"], «os.environ["P"], host)`},
		{"py", "", `x = f"postgresql://{quote(os.environ['U'])}:{quote(os.environ['PASS'])}@h/db"`},
		{"py", "", `x = f"redis://default:{os.environ['PORT']}@h/db"`},
		{"java", "source-userinfo", `String s = String.format("mongodb://root:%s@h/db", «System.getenv("PASSWORD"));`},
		{"java", "", `String s = String.format("http://h:%s@x", port);`},
		{"rb", "source-userinfo", `u = "postgres://app:#{«ENV['DB_PASSWORD']}@localhost/db"`},
		{"cs", "source-userinfo", `var a = $"amqp://guest:{«password}@localhost/";`},
		{"rs", "source-userinfo", `let u = format!("«postgres://app:{password}@h/db");`},
		{"rs", "", `let u = format!("postgres://app:{token}@h/db");`},
		{"rs", "source-unescaped", `url.set_query(Some(&format!("a={}&q={}", n, «query)));`},
		{"rs", "", `url.set_query(Some(&format!("page={}", n)));`},
		{"rs", "", `url.set_query(Some(&format!("q={}", urlencoding::encode(query))));`},
		{"js", "source-query-encoder", `fetch("/api/users/" + «encodeURI(id) + "/posts")`},
		{"js", "source-query-encoder", "fetch(`/api/users/${«encodeURI(user.name)}`)"},
		{"js", "", `fetch("/files/" + encodeURI(path))`},
		{"js", "", `fetch("/files/" + encodeURIComponent(id))`},
		{"js", "source-decoded-twice", "const [sp, setSp] = useSearchParams();\nconst q = «decodeURIComponent(sp.get('q'));"},
		{"js", "source-decoded-twice", "const sp = useSearchParams();\nconst q = «decodeURIComponent(sp.get('q'));"},
		{"js", "", "const [sp, setSp] = useState();\nconst q = decodeURIComponent(sp.get('q'));"},
		{"js", "source-decoded-twice", "import { useParams } from 'react-router';\nconst { id } = useParams();\nx = «decodeURIComponent(id)"},
		{"js", "", "import { useParams } from 'next/navigation';\nconst { id } = useParams();\nx = decodeURIComponent(id)"},
		{"py", "source-decoded-twice", "from fastapi import FastAPI\n@app.get('/items/{name}')\n@cached\nasync def f(name: str):\n    return «unquote(name)\n"},
		{"py", "source-decoded-twice", "from flask import Flask\n@app.route('/u/<int:n>/<path:name>', methods=['GET'])\n@login(1)\ndef f(n, name):\n    return «unquote(name)\n"},
		{"py", "", "from sanic import Sanic\n@app.get('/items/<name>')\nasync def f(request, name):\n    return unquote(name)\n"},
		{"py", "", "from flask import Flask\n@app.route('/u/<name>')\ndef f(name):\n    pass\ndef g(name):\n    return unquote(name)\n"},
		{"py", "", "from flask import Flask\n@app.route('/u/<id>')\ndef f(id, name):\n    return unquote(name)\n"},
		{"js", "source-userinfo", `x = "amqp://" + c.user + ":" + «c.pass + "@" + c.host`},
		{"js", "", "x = `mongodb://${encodeURIComponent(user)}:${encodeURIComponent(pass)}@localhost/db`"},
		{"js", "", "u = encodeURIComponent(user); p = encodeURIComponent(pass); x = `mongodb://${u}:${p}@localhost/db`"},
		{"js", "", "x = `http://${host}:${port}/`"},
		{"js", "source-decoded-whole", `x = «decodeURIComponent(q).split("&")`},
		{"js", "source-decoded-whole", `x = new URLSearchParams(«decodeURIComponent(location.search))`},
		{"js", "", `x = q.split("&").map(decodeURIComponent)`},
		{"js", "source-encoded-twice", `e = encodeURIComponent(q); x = "?q=" + «encodeURIComponent(e)`},
		{"js", "", `q = encodeURIComponent(q); x = "?q=" + q`},
		{"js", "source-encoded-twice", `got(u, { searchParams: { q: «encodeURIComponent(q) } })`},
		{"js", "source-decoded-twice", `x = «decodeURIComponent(new URL(u).searchParams.get("v") as string)`},
		{"py", "source-form-encoder", `x = "https://h/users/" + «quote_plus(name)`},
		{"py", "source-form-encoder", `x = f"https://h/users/{«quote_plus(name)}/posts"`},
		{"py", "source-form-encoder", `x = "https://h/users/%s/%s" % (quote(a), «quote_plus(b))`},
		{"py", "source-form-encoder", `x = "mailto:a@h?subject=" + «quote_plus(s)`},
		{"py", "", `x = "https://h/users?name=" + quote_plus(name)`},
		{"py", "", `x = "https://maps.h/place/" + quote_plus(name)`},
		{"py", "source-userinfo", `x = f"postgresql://{user}:{«password}@localhost/db"`},
		{"py", "source-unescaped", `redirect("/login?next=" + request.«full_path)`},
		{"py", "source-decoded-whole", `x = parse_qs(«unquote(q))`},
		{"py", "source-decoded-whole", `q = «unquote(urlparse(u).query)`},
		{"py", "", `q = unquote(self.query)`},
		{"py", "", `h = "HMAC-SHA256 Credential=" + k + "&SignedHeaders=host&Signature=" + base64.b64encode(t).decode()`},
		{"py", "source-unescaped", `h = "https://h/?k=" + k + "&Signature=" + base64.«b64encode(t).decode()`},
		{"py", "", "for feed in feeds.split(','):\n    d = parse_qs(unquote_plus(feed))"},
		{"py", "", `user = quote(user)`},
		{"py", "source-decoded-twice", `d = parse_qs(q)
x = «unquote(d["u"][0])`},
		{"php", "source-form-encoder", `<?php $x = 'https://h/users/' . «urlencode($n);`},
		{"php", "source-form-encoder", `<?php $e = «urlencode($n); $x = "https://h/users/$e/posts";`},
		{"php", "source-form-encoder", `<?php header("Content-Disposition: attachment; filename*=UTF-8''" . «urlencode($n));`},
		{"php", "", `<?php $x = 'https://h/users?n=' . urlencode($n);`},
		{"php", "", `<?php $x = 'users of ' . urlencode($n);`},
		{"php", "source-unescaped", `<?php get('https://h/items?id=' . «$_GET['id']);`},
		{"php", "source-unescaped", `<?php header('Location: /login?next=' . «$_SERVER['REQUEST_URI']);`},
		{"php", "source-escaped-by-hand", `<?php $x = 'https://h/?q=' . «str_replace(' ', '+', $q);`},
		{"php", "source-userinfo", `<?php $x = "«mysql://$user:$pass@localhost/db";`},
		{"php", "source-decoded-whole", `<?php parse_str(«urldecode($q), $out);`},
		{"php", "source-encoded-twice", `<?php $c->get($u, ['query' => ['q' => «urlencode($q)]]);`},
		{"php", "", `<?php $x = urldecode($_POST['comment']);`},
		{"rb", "source-form-encoder", `x = "https://h/users/#{CGI.«escape(name)}/posts"`},
		{"rb", "source-form-encoder", `x = "mailto:a@h?subject=" + URI.«encode_www_form_component(s)`},
		{"rb", "", `x = "https://h/users?name=#{CGI.escape(name)}"`},
		{"rb", "", `x = "https://h/users/#{ERB::Util.url_encode(name)}"`},
		{"rb", "source-encoded-twice", `u.query = URI.encode_www_form(q: CGI.«escape(q), page: 1)`},
		{"rb", "source-encoded-twice", `HTTParty.get(u, query: { "q" => CGI.«escape(q) })`},
		{"rb", "", `u.query = URI.encode_www_form(q: q)`},
		{"rb", "source-decoded-twice", `q = CGI.«unescape(params[:q])`},
		{"rb", "", `q = CGI.unescape(cookies[:q]) # CGI.unescape(params[:q])`},
		{"rb", "source-unescaped", `redirect_to "/login?next=" + request.«fullpath`},
		{"rb", "source-unescaped", "redirect_to \"/login?next=#{request.«original_url}\""},
		{"rb", "source-escaped-by-hand", `x = "https://h/?q=#{q.«gsub(' ', '%20')}"`},
		{"rb", "source-userinfo", `x = "postgres://#{user}:#{«password}@localhost/db"`},
		{"rb", "source-decoded-whole", `CGI.«unescape(q).split("&")`},
		{"rb", "source-decoded-twice", `f = CGI.«unescape(params[:f].to_s)`},
		{"js", "source-form-encoder", "x = `https://${h}:${p}/a/${b}/`; mail = \"mailto:a@h?subject=\" + new «URLSearchParams(q)"},
		{"py", "source-userinfo", `x = "mysql://%s:%s@%s/db" % (user, «password, host)`},
		{"py", "source-userinfo", `x = "postgresql://{}:{}@{}/db".format(user, «password, host)`},
		{"py", "", `x = "mysql://%s:%s@%s/db" % (quote(user), quote(password), host)`},
		{"py", "source-escaped-by-hand", `x = "https://h/?q=" + (q.«replace(" ", "%20"))`},
		{"php", "source-encoded-twice", `<?php $q = http_build_query(«array_map('urlencode', $p));`},
		{"php", "", `<?php $q = implode('&', array_map('urlencode', $p));`},
		{"java", "", `x = "/users/" + Uri.encode(name)`},
		{"kt", "source-encoded-twice", `b.addQueryParameter("q", URLEncoder.«encode(q.trim(), "UTF-8"))`},
		{"kt", "", `b.addEncodedQueryParameter("q", URLEncoder.encode(q, "UTF-8"))`},
		{"kt", "source-form-encoder", `val u = "http://$host:${e.port}/image/${URLEncoder.«encode(path, "UTF-8")}"`},
		{"kt", "", `val u = "$base/image/${URLEncoder.encode(path, "UTF-8").replace("+", "%20")}"`},
		{"kt", "", `val u = "$base/find?q=${URLEncoder.encode(q, "UTF-8")}"`},
		{"kt", "source-decoded-twice", `val u = URLDecoder.«decode(uri.getQueryParameter("url"), "UTF-8")`},
		{"kt", "source-decoded-twice", `val t = URLDecoder.«decode(backStackEntry.arguments?.getString("t") ?: "", "UTF-8")`},
		{"kt", "source-userinfo", `val u = "jdbc://$user:${«pass}@$host/db"`},
		{"cs", "source-decoded-twice", `var n = HttpUtility.«UrlDecode(Request.QueryString["n"]);`},
		{"cs", "source-decoded-twice", `var n = HttpUtility.«UrlDecode(HttpContext.Current.Request.QueryString["n"] ?? "");`},
		{"cs", "", `var n = HttpUtility.UrlDecode(Request.RawUrl);`},
		{"cs", "source-form-encoder", `var u = $"https://h/users/{HttpUtility.«UrlEncode(name)}/posts";`},
		{"cs", "source-form-encoder", `var u = "https://h/users/" + WebUtility.«UrlEncode(name);`},
		{"cs", "source-form-encoder", `var u = string.Format("https://h/users/{0}", HttpUtility.«UrlEncode(name));`},
		{"cs", "source-form-encoder", `return $"otpauth://totp/{HttpUtility.«UrlEncode(label)}?secret={s}";`},
		{"cs", "", `var u = $"https://h/users/{Uri.EscapeDataString(name)}?q={HttpUtility.UrlEncode(q)}";`},
		{"cs", "source-query-encoder", `url += "?name=" + Uri.«EscapeUriString(name);`},
		{"cs", "", `var u = Uri.EscapeUriString("https://h/a b");`},
		{"cs", "source-encoded-twice", `return RedirectToAction("A", new { city = HttpUtility.«UrlEncode(m.City) });`},
		{"cs", "source-encoded-twice", `var q = HttpUtility.ParseQueryString(""); q["a"] = HttpUtility.«UrlEncode(a);`},
		{"cs", "source-encoded-twice", `var c = new FormUrlEncodedContent(new Dictionary<string, string> { { "a", HttpUtility.«UrlEncode(a) } });`},
		{"cs", "source-encoded-twice", `request.AddQueryParameter("q", Uri.«EscapeDataString(q));`},
		{"cs", "", `var q = HttpUtility.ParseQueryString(""); q["a"] = a; var d = map; d["a"] = HttpUtility.UrlEncode(a);`},
		{"cs", "source-escaped-by-hand", `var u = "https://h/?name=" + name.«Replace(" ", "%20");`},
		{"cs", "", `var s = $"{{ {a} }} {x:F2}"; var p = @"C:\\";`},
		{"rs", "source-encoded-twice", `pairs.append_pair("q", &urlencoding::«encode(&r.query));`},
		{"rs", "source-encoded-twice", `client.get(u).query(&[("q", urlencoding::«encode(q))]).send()`},
		{"rs", "source-nested-encoder", `let k = urlencoding::«encode(&urlencoding::encode(k)).to_string();`},
		{"rs", "source-userinfo", `let u = format!("postgres://{}:{}@{}/{}", &c.user, &«c.password, &c.host, &c.name);`},
		{"rs", "source-escaped-by-hand", `let u = format!("{base}/search?q={}", q.«replace(" ", "%20"));`},
		{"rs", "", `let u = format!("{base}/search?q={}", urlencoding::encode(q)); fn f<'a>(x: &'a str) -> char { 'a' }`},
		{"rb", "source-whole-url", `r = Net::HTTP.get(URI(CGI.«escape(url)))`},
		{"java", "source-form-encoder", `x = "https://h/users/" + URLEncoder.«encode(name, UTF_8);`},
		{"java", "source-form-encoder", `x = String.format("https://h/users/%s", URLEncoder.«encode(name, UTF_8));`},
		{"java", "", `x = "https://h/users/" + URLEncoder.encode(name, UTF_8).replace("+", "%20");`},
		{"java", "source-unescaped", `r.sendRedirect("/login?next=" + req.«getRequestURI());`},
		{"java", "source-escaped-by-hand", `x = "https://h/?q=" + q.«replace(" ", "%20");`},
		{"java", "source-decoded-whole", `for (String p : URLDecoder.«decode(q, "UTF-8").split("&")) {}`},
		{"js", "source-encoded-twice", `url.searchParams.set("q", «encodeURIComponent(q));`},
		{"js", "source-encoded-twice", "u.searchParams.append(`q`, «encodeURI(f(a, {b: [1, 2]})))"},
		{"js", "source-encoded-twice", `new URL(x).searchParams.set(key(1, 2), «encodeURIComponent(a + "/")), 1`},
		{"js", "", `url.searchParams.set("q", q); f(encodeURIComponent(q))`},
		{"js", "", `url.searchParams.set(encodeURIComponent(k), q)`},
		{"js", "", `url.searchParams.set("u", encodeURIComponent(a) + b)`},
		{"js", "", `// url.searchParams.set("q", encodeURIComponent(q))`},
		{"js", "", `f('url.searchParams.set("q", encodeURIComponent(q))')`},
		{"js", "", `f(/"/.test(x)); // searchParams.set("q", encodeURIComponent(q))`},
		{"js", "source-encoded-twice", "f(/[/\"]/.test(x), a / b); u.searchParams.set(`a${g({b: `}`})}`, «encodeURIComponent(q))"},
		{"js", "source-decoded-twice", `const a = «decodeURIComponent(searchParams.get('a') ?? "")`},
		{"js", "source-decoded-twice", `x = «decodeURIComponent(new URL(location.href).searchParams.get("a"))`},
		{"js", "source-decoded-twice", `x = «decodeURIComponent(new URLSearchParams(location.search).get("a"))`},
		{"js", "", `decodeURIComponent(a) + searchParams.get("a")`},
		{"js", "", `decodeURIComponent(f + searchParams.get("a"))`},
		{"js", "source-query-encoder", `fetch("/search?q=" + «encodeURI(q) + "&n=1")`},
		{"js", "source-query-encoder", "fetch(`/search?lang=en&q=${«encodeURI(q)}&n=1`)"},
		{"js", "source-query-encoder", `location = "a.php?name=" + «escape(name)`},
		{"js", "", `fetch("/search?" + encodeURI(q))`},
		{"js", "", `fetch("/search?q=" + encodeURIComponent(q))`},
		{"js", "source-query-encoder", "fetch(«encodeURI(`/search?q=${q}`))"},
		{"js", "source-query-encoder", `x = «encodeURI("https://h/w?city=" + this.city)`},
		{"js", "", `x = encodeURI("https://h/w?page=" + page + "&n=" + n)`},
		{"js", "", `x = encodeURI("https://h/w?u=" + names(u))`},
		{"cs", "source-query-encoder", `var u = Uri.«EscapeUriString("https://h/?q=" + q);`},
		{"cs", "source-query-encoder", `var u = Uri.«EscapeUriString($"https://h/?title={m.Title}&n=1");`},
		{"cs", "", `var u = new Uri(Uri.EscapeUriString(url));`},
		{"js", "source-query-encoder", `x = 'data:image/svg+xml;utf8,' + «encodeURI(svg)`},
		{"js", "source-query-encoder", "a.href = «encodeURI(`data:text/csv;charset=utf-8, ${rows}`)"},
		{"js", "", "a.href = encodeURI('data:image/png;base64,' + png)"},
		{"js", "source-encoded-twice", `q = new URLSearchParams(pairs.map((p) => p.map(«encodeURIComponent)))`},
		{"js", "", `q = new URLSearchParams(pairs.map((p) => p.map(encodeURIComponent).join("=")).join("&"))`},
		{"js", "source-decoded-twice", "a.map((p) => p.n);\nconst p = new URLSearchParams(s);\nx = «decodeURIComponent(p.get('n'))"},
		{"js", "", "const p = encodeURIComponent(s);\na.map((p) => qs.stringify({ n: p }))"},
		{"js", "source-replaced-once", `x = s.«replace('%20', ' ')`},
		{"js", "", `x = s.replace('%20', '+')`},
		{"js", "source-form-encoder", `x = 'mailto:' + to + '?' + new «URLSearchParams({ subject: s }).toString()`},
		{"js", "source-encoded-twice", `this.$router.push({ path: '/login', query: { to: «encodeURIComponent(to) } })`},
		{"js", "source-encoded-twice", `r = superagent.get('/s').query({ n: «encodeURIComponent(n) })`},
		{"js", "source-encoded-twice", `x = querystring.stringify({ a: querystring.«escape(a) })`},
		{"java", "source-encoded-twice", `return t.getForObject("https://h/s?q={q}", String.class, URLEncoder.«encode(q, UTF_8));`},
		{"java", "source-whole-url", `URL u = new URL(URLEncoder.«encode(s, "UTF-8"));`},
		{"rb", "source-encoded-twice", `redirect_to search_path(q: CGI.«escape(n))`},
		{"rb", "", "def search_url(q:)\nend\nx = search_url(q: CGI.escape(n))"},
		{"rb", "source-encoded-twice", `x = { q: CGI.«escape(n) }.to_query`},
		{"rb", "source-query-encoder", `x = "https://h/?q=#{URI.«escape(n)}"`},
		{"rb", "", `x = URI.parse(URI.escape(url))`},
		{"cs", "source-encoded-twice", `var d = new Dictionary<string, string> { { "n", WebUtility.«UrlEncode(n) } }; return new FormUrlEncodedContent(d);`},
		{"rs", "source-encoded-twice", `use urlencoding::{encode, decode}; r = c.get(u).query(&[("q", «encode(q))]).send();`},
		{"rs", "", `use base64::encode; r = c.get(u).query(&[("q", encode(q))]).send();`},
		{"rs", "source-encoded-twice", `u.path_segments_mut().unwrap().push(&urlencoding::«encode(s));`},
		{"rs", "", `names.push(urlencoding::encode(s));`},
		{"rs", "source-form-encoder", `x = format!("https://h/dl/{}", form_urlencoded::«byte_serialize(n.as_bytes()).collect::<String>())`},
		{"rs", "", `x = format!("https://h/?q={}", form_urlencoded::byte_serialize(n.as_bytes()).collect::<String>())`},
		{"rs", "source-late-plus", `x = urlencoding::decode(s)?.«replace("+", " ")`},
		{"rs", "", `x = urlencoding::decode(&s.replace("+", " "))?`},
		{"rs", "source-query-encoder", `x = format!("https://h/?q={}", «utf8_percent_encode(q, CONTROLS))`},
		{"rs", "", `x = format!("https://h/?q={}", utf8_percent_encode(q, NON_ALPHANUMERIC))`},
		{"kt", "source-encoded-twice", `c.get(u) { parameter("q", q.«encodeURLParameter()) }`},
		{"kt", "", "c.get(\"https://h/?q=${q.encodeURLParameter()}\")"},
		{"swift", "source-query-encoder", `let e = q.«addingPercentEncoding(withAllowedCharacters: .urlQueryAllowed) ?? q; u = URL(string: "https://h/?q=\(e)&n=1")`},
		{"swift", "source-query-encoder", `u = "https://h/?q=" + q.«addingPercentEncoding(withAllowedCharacters: .urlHostAllowed)!`},
		{"swift", "", `u = "https://h/?q=" + q.addingPercentEncoding(withAllowedCharacters: .urlQueryAllowed)!.replacingOccurrences(of: "&", with: "%26")`},
		{"swift", "", `u = "https://h/?q=" + q.addingPercentEncoding(withAllowedCharacters: .alphanumerics)!`},
		{"swift", "", `u = URL(string: url.addingPercentEncoding(withAllowedCharacters: .urlQueryAllowed)!)`},
		{"swift", "source-whole-url", `u = URL(string: url.«addingPercentEncoding(withAllowedCharacters: .urlHostAllowed)!)`},
		{"swift", "source-query-encoder", `u = "https://h/dl/\(n.«addingPercentEncoding(withAllowedCharacters: .urlQueryAllowed)!)"`},
		{"swift", "", `u = "https://h/dl/\(n.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed)!)"`},
		{"swift", "source-encoded-twice", `i = URLQueryItem(name: "q", value: q.«addingPercentEncoding(withAllowedCharacters: .alphanumerics))`},
		{"swift", "source-encoded-twice", `u = base.appendingPathComponent(n.«addingPercentEncoding(withAllowedCharacters: .urlPathAllowed)!)`},
		{"swift", "source-decoded-twice", `let v = c.queryItems?.first(where: { $0.name == "q" })?.value?.«removingPercentEncoding`},
		{"php", "source-encoded-twice", `<?php $u = '/s?q=' . rawurlencode(«htmlentities($q));`},
		{"php", "", `<?php $u = htmlspecialchars('/s?q=' . rawurlencode($q));`},
		{"php", "source-unescaped", `<?php header("Location: /c/" . «$_GET["c"]);`},
		{"php", "", `<?php $f = "/srv/c/" . $_GET["c"];`},
		{"swift", "", `let v = part.value?.removingPercentEncoding`},
		{"js", "", `function escape(s) { return encodeURIComponent(s) } x = "?name=" + escape(name)`},
		{"js", "", `import { escape } from "querystring"; x = "?name=" + escape(name)`},
		{"js", "", `x = "?name=" + qs.escape(name)`},
		{"js", "", `decodeURIComponent(escape(atob(s)))`},
		{"js", "", `encodeURIComponent(s).replace("%20", "+")`}, // a form reads both as a space
		{"js", "source-replaced-once", `decodeURIComponent(s.«replace('+', ' '))`},
		{"js", "", `encodeURIComponent(s).replace(/%20/g, "+")`},
		{"js", "", `encodeURIComponent(s).replaceAll("%20", "+")`},
		{"js", "", `encodeURIComponent(s).replace("%2F", "/")`},
		{"js", "", `decodeURIComponent(s.replace(/\+/g, " "))`},
		{"js", "source-late-plus", `decodeURIComponent(s).«replace(/\+/g, " ")`},
		{"js", "source-late-plus", `decodeURIComponent(s).«replaceAll("+", " ")`},
		{"js", "", `decodeURIComponent(s).replace(/\+/g, "-")`},
		{"js", "source-encoded-twice", "a = b++ / [1 / u.searchParams.set('q', «encodeURIComponent(q))"},
		{"js", "", "a = /[ / /x encodeURIComponent/; f(/[/]/)"},
		{"py", "source-encoded-twice", `requests.get(url, params={"q": «quote(q), "n": 1})`},
		{"py", "source-encoded-twice", `client.get(url, params={'q': urllib.parse.«quote_plus(f"{a} b")})`},
		{"py", "", `requests.get(url, params={"q": q})`},
		{"py", "", `params = {"q": quote(q)}`},
		{"py", "", `run(a, params={"q": quote(q) + "x"})`},
		{"py", "", "from shlex import quote\nrun(a, params={'q': quote(q)})"},
		{"py", "", `# requests.get(url, params={"q": quote(q)})`},
		{"py", "", "'''\nrequests.get(url, params={\"q\": quote(q)})\n'''"},
		{"py", "source-decoded-twice", `p = urllib.parse.«unquote(request.args.get("p", ""))`},
		{"py", "source-decoded-twice", `p = «unquote_plus(request.GET["p"])`},
		{"py", "", `p = unquote(request.path)`},
		{"php", "source-decoded-twice", `<p><?= «urldecode($_GET['a']) ?>`},
		{"php", "source-decoded-twice", "<?php $a = isset($_GET['a']) ? «rawurldecode($_REQUEST['a']) : '';"},
		{"php", "", `<?php urldecode($_SERVER['QUERY_STRING']); parse(urldecode($a));`},
		{"php", "", `urldecode($_GET['a'])`},
		{"php", "", `<?php // urldecode($_GET['a']) ?> urldecode($_GET['a'])`},
		{"php", "", "<?php $a = <<<'X'\n urldecode($_GET['a'])\n X; $b = 'urldecode($_GET[1])';"},
		{"php", "source-decoded-twice", "<?php $a = <<<X\n '\n X; $b = «urldecode($_GET['a']);"},
		{"php", "", `<?php $this->urldecode($_GET['a']); Tool::urldecode($_GET['a']);`},
		{"py", "source-encoded-twice", "def f(q):\n    q = quote(q)\n    return «quote(q)"},
		{"py", "source-encoded-twice", "log(x)\nq = quote(q)\nu = «quote(q)"},
		{"py", "", "if x: q = quote(q)\nu = quote(q)"},
		{"js", "source-encoded-twice", "log(x)\nq = encodeURIComponent(q)\nu = «encodeURIComponent(q)"},
		{"js", "", "if (x)\n  q = encodeURIComponent(q)\nu = encodeURIComponent(q)"},
		{"py", "", `u = "/x/{n}".format(n=quote(n)) + "/?n=" + quote(n)`},
		{"py", "", `u = "/x/{n}".format(a, n=quote(n))` + "\n" + `v = "/?n=" + quote(n)`},
		{"py", "", `u = url_for("v", q=quote(q)); v = quote(q)`},
		{"kt", "", `link(q = URLEncoder.encode(q)); link(a, q = URLEncoder.encode(q))`},
		{"kt", "", `q = URLEncoder.encode(q)`},
		{"rs", "", `format!("{n}", n = urlencoding::encode(n)); urlencoding::encode(n)`},
		{"js", "", "if (x) { q = encodeURIComponent(q); return '/?q=' + q }\nreturn '/?r=' + encodeURIComponent(q)"},
		{"js", "", "if (x) q = encodeURIComponent(q)\nelse r = encodeURIComponent(q)"},
		{"js", "", "switch (x) { case 1: q = encodeURIComponent(q); return q; default: return encodeURIComponent(q) }"},
		{"js", "", "const q = encodeURIComponent(a); b = c.map(q => encodeURIComponent(q))"},
		{"py", "", "if x:\n    q = quote(q)\n    return '/?q=' + q\nreturn '/?r=' + quote(q)"},
		{"py", "", "if x:\n    q = quote(q)\nelse:\n    r = quote(q)"},
		{"py", "", "q = quote(a)\nb = [quote(q) for q in c]"},
		{"rb", "", "if x\n  q = CGI.escape(q)\n  return q\nend\nr = CGI.escape(q)"},
		{"rb", "", "if x; q = CGI.escape(q); else; r = CGI.escape(q); end"},
		{"py", "", "try:\n    q = quote(q)\nexcept E:\n    r = quote(q)"},
		{"kt", "", "when (x) { 1 -> { q = Uri.encode(q); return q } else -> return Uri.encode(q) }"},
		{"cs", "", "a = new { q = Uri.EscapeDataString(q), r = Uri.EscapeDataString(q) };"},
		{"js", "source-encoded-twice", "if (x) { q = encodeURIComponent(q); u = '/?q=' + «encodeURIComponent(q) }"},
		{"py", "source-encoded-twice", "q = quote(q)\nwhile x:\n    y()\nu = '/?q=' + «quote(q)"},
		{"cs", "source-encoded-twice", "q = Uri.EscapeDataString(q); u = Uri.«EscapeDataString(q);"},
		{"js", "source-encoded-twice", "const q = «encodeURIComponent(input);\nurl.searchParams.set('q', q)"},
		{"js", "", "let q = encodeURIComponent(input);\nq = input;\nurl.searchParams.set('q', q)"},
		{"js", "", "function f(s) { const q = encodeURIComponent(s) }\nfunction g(q) { url.searchParams.set('q', q) }"},
		{"js", "source-encoded-twice", "const p = new URLSearchParams();\np.append('q', «encodeURIComponent(q));"},
		{"js", "", "const m = new Map();\nm.set('q', encodeURIComponent(q));"},
		{"js", "source-encoded-twice", "x = new URLSearchParams({ n: 1, q: «encodeURIComponent(q) })"},
		{"js", "source-encoded-twice", "x = new URLSearchParams([['q', «encodeURIComponent(q)]])"},
		{"js", "", "x = new URLSearchParams({ q: f({ r: encodeURIComponent(q) }) })"},
		{"js", "source-encoded-twice", "axios.get('/s', { headers: {}, params: { q: «encodeURIComponent(q) } })"},
		{"js", "source-encoded-twice", "const params = { q: «encodeURIComponent(q) };\naxios.get('/s', { params })"},
		{"js", "", "axios.get('/s', { headers: { q: encodeURIComponent(q) } })"},
		{"js", "source-encoded-twice", "body = qs.stringify({ q: «encodeURIComponent(q) })"},
		{"js", "source-encoded-twice", "$.ajax({ url: u, data: { q: «encodeURIComponent(q) } })"},
		{"js", "source-encoded-twice", "get(url, { params: new HttpParams().set('q', «encodeURIComponent(q)) })"},
		{"js", "source-encoded-twice", "u = encodeURI(`/s?q=${«encodeURIComponent(q)}`)"},
		{"js", "source-nested-encoder", "u = '/s?q=' + «encodeURIComponent(encodeURIComponent(q))"},
		{"js", "", "// The gateway decodes twice.\nu = '/s/' + encodeURIComponent(encodeURIComponent(q))"},
		{"js", "", "u = '/login?next=' + encodeURIComponent('/s?q=' + encodeURIComponent(q))"},
		{"js", "", "u = '/s?u=' + encodeURIComponent(encodeURIComponent(url))"},
		{"py", "source-nested-encoder", "u = '/s?q=' + «quote(quote(q, safe=''))"},
		{"php", "source-nested-encoder", "<?php $u = '/s?q=' . «urlencode(rawurlencode($q));"},
		{"php", "", "<?php $b = 'POST&' . rawurlencode(rawurlencode($k)); $p['oauth_nonce'] = 1;"},
		{"java", "source-nested-encoder", `u = "/s?q=" + URLEncoder.«encode(URLEncoder.encode(q, "UTF-8"), "UTF-8");`},
		{"rb", "source-nested-encoder", `u = "/s?q=" + CGI.«escape(CGI.escape(q))`},
		{"js", "source-encoded-twice", "u = encodeURI('/s?q=' + «encodeURIComponent(q))"},
		{"js", "source-decoded-twice", "const p = new URLSearchParams(location.search);\nx = «decodeURIComponent(p.get('a'))"},
		{"js", "source-decoded-twice", "const a = req.query.a;\nx = «decodeURIComponent(a)"},
		{"js", "source-decoded-twice", "x = «decodeURIComponent(req.params.id)"},
		{"js", "", "x = decodeURIComponent(req.url); y = decodeURIComponent(req.query.a + b)"},
		{"js", "source-replaced-once", "u = s.«replace(' ', '%20')"},
		{"js", "", "u = s.replaceAll(' ', '%20'); v = s.replace(/ /g, '%20')"},
		{"js", "source-whole-url", "fetch(«encodeURIComponent(url))"},
		{"js", "source-whole-url", "window.open(«encodeURIComponent('https://h/?a=' + b))"},
		{"js", "", "fetch(encodeURIComponent(name)); fetch(encodeURI(url)); fetch(base + encodeURIComponent(url))"},
		{"py", "source-encoded-twice", "params = {'q': «quote(q)}\nr = requests.get(url, params=params)"},
		{"py", "source-encoded-twice", "s = urlencode({'q': «quote(q), 'n': 1})"},
		{"py", "source-encoded-twice", "s = urllib.parse.urlencode([('q', urllib.parse.«quote_plus(q))])"},
		{"py", "", "s = urlencode({'q': q}) + quote(q)"},
		{"py", "source-decoded-twice", "q = request.args.get('q')\nx = «unquote(q)"},
		{"py", "source-late-plus", "x = unquote(s).«replace('+', ' ')"},
		{"py", "source-whole-url", "r = requests.get(«quote(url))"},
		{"py", "", "r = requests.get(quote(url, safe=':/')); f(f'{a}{{quote(url)}}')"},
		{"py", "source-whole-url", "f(f'{urlopen(«quote(url))} {{')"},
		{"php", "source-encoded-twice", "<?php $s = http_build_query(['q' => «urlencode($q), 'n' => 1]);"},
		{"php", "source-encoded-twice", "<?php $d = array('q' => «rawurlencode($q));\n$s = http_build_query($d);"},
		{"php", "", "<?php $s = http_build_query(['q' => f(urlencode($q))]); $t = '?q=' . urlencode($q);"},
		{"php", "source-decoded-twice", "<?php $q = $_GET['q'];\necho «urldecode($q);"},
		{"php", "source-decoded-twice", "<?php $a = «rawurldecode($_GET['a'][$i]);"},
		{"php", "source-late-plus", "<?php $x = «str_replace('+', ' ', urldecode($s));"},
		{"php", "source-whole-url", "<?php $x = file_get_contents(«urlencode($url));"},
		{"java", "source-encoded-twice", `b.addQueryParameter("q", URLEncoder.«encode(q, "UTF-8"));`},
		{"java", "source-encoded-twice", `u = b.appendQueryParameter("q", Uri.«encode(q)).build();`},
		{"java", "", `b.addQueryParameter("q", URLEncoder.encode(q, "UTF-8").replace("+", " "));`},
		{"java", "source-decoded-twice", `String q = URLDecoder.«decode(request.getParameter("q"), "UTF-8");`},
		{"java", "source-decoded-twice", "String q = request.getParameter(\"q\");\nx = URLDecoder.«decode(q, \"UTF-8\");"},
		{"java", "source-whole-url", `u = new URL(URLEncoder.«encode(url, "UTF-8"));`},
		{"java", "source-plus-pattern", `s = URLEncoder.encode(s, "UTF-8").«replaceAll("+", "%20");`},
		{"java", "", `s = URLEncoder.encode(s, "UTF-8").replaceAll("\\+", "%20").replace("+", " ");`},
		{"java", "", "s = \"\"\"\n  \"a\".replaceAll(\"+\", \"b\")\n  \"\"\"; char c = '\"'; // .replaceAll(\"+\", \"\")"},
	} {
		before, after, marked := strings.Cut(test.code, "«")
		found := Lint(extensions[test.language], before+after)
		if !marked {
			if len(found) > 0 {
				t.Errorf("%s: found %+v", test.code, found)
			}
			continue
		}
		if len(found) != 1 || found[0].Rule != test.rule || found[0].Offset != len(before) {
			t.Errorf("%s: found %+v", test.code, found)
		}
	}
}

// TestWitness checks by the catalogue what the messages say of values.
func TestWitness(t *testing.T) {
	step := func(name, in string, encode bool) string {
		d, err := dialect.Lookup(name)
		if err != nil {
			t.Fatal(err)
		}
		out, err := d.Decode(in)
		if encode {
			out, err = d.Encode(in)
		}
		if err != nil {
			return "refused"
		}
		return out
	}
	const component, all, form = "js.encodeURIComponent", "js.encodeURI", "js.URLSearchParams"
	for _, test := range []struct{ is, want string }{
		{step(form, step(form, step(component, " ", true), true), false), "%20"},
		{step(component, step(form, step(form, "%", true), false), false), "refused"},
		{step(component, "%41", false), "A"},
		{step(form, step(all, "+", true), false), " "},
		{step(all, "&", true), "&"},
		{step("js.escape", "+", true), "+"},
		{step("js.escape", "é", true), "%E9"},
		{step(component, strings.Replace("a+b+c", "+", " ", 1), false), "a b+c"},
		{strings.ReplaceAll(step(component, "%2B", false), "+", " "), " "},
	} {
		if test.is != test.want {
			t.Errorf("%q, want %q", test.is, test.want)
		}
	}
}

// TestDecodedTwice checks what the message says of "%": by languages of which some keep it.
func TestDecodedTwice(t *testing.T) {
	for _, test := range []struct{ language, code, says string }{
		{"js", `decodeURIComponent(req.query.a)`, "refused"},
		{"java", `URLDecoder.decode(request.getParameter("q"), "UTF-8")`, "refused"},
		{"rb", `URI.decode_www_form_component(params[:a])`, "refused"},
		{"rb", `CGI.unescape(params[:a])`, ""},
		{"py", `unquote(request.args["p"])`, ""},
		{"php", `<?php urldecode($_GET['a']);`, ""},
	} {
		found := Lint(extensions[test.language], test.code)
		if len(found) != 1 || strings.Contains(found[0].Message, "refused") != (test.says != "") || strings.Contains(found[0].Message, "lost") {
			t.Errorf("%s: %+v", test.code, found)
		}
	}
}

// TestSources checks that each pattern was looked at in at least five public places, that
// nine of ten were mistakes, and that public threads name the rules.
func TestSources(t *testing.T) {
	hits := table(t, "hits.tsv", 4)
	all, wrong := 0, 0
	patterns := map[string]bool{}
	for _, fields := range hits {
		seen, err := strconv.Atoi(fields[2])
		if err != nil {
			t.Fatal(err)
		}
		mistakes, err := strconv.Atoi(fields[3])
		if err != nil {
			t.Fatal(err)
		}
		if seen < 5 || mistakes > seen {
			t.Errorf("%q", fields)
		}
		all, wrong = all+seen, wrong+mistakes
		patterns[fields[0]+" in "+fields[1]] = true
	}
	if wrong*10 < all*9 {
		t.Errorf("%d of %d are mistakes", wrong, all)
	}
	known := map[string]bool{}
	for _, r := range Rules() {
		known[r.ID] = true
	}
	for name := range patterns {
		if rule, _, _ := strings.Cut(name, " "); !known[rule] {
			t.Errorf("there is no rule for %s", name)
		}
	}
	threads := map[string]bool{}
	named := map[string]bool{}
	for _, fields := range table(t, "sources.tsv", 3) {
		name := fields[0] + " in " + fields[1]
		if !patterns[name] || !strings.HasPrefix(fields[2], "https://github.com/") || threads[name+fields[2]] {
			t.Errorf("%q", fields)
		}
		threads[name+fields[2]], named[name] = true, true
	}
	for name := range patterns {
		if !named[name] {
			t.Errorf("no thread names %s", name)
		}
	}
}

// table returns the lines of a file, by their columns.
func table(t *testing.T, name string, columns int) [][]string {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	var all [][]string
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.Split(strings.TrimSpace(line), "\t")
		if len(fields) != columns {
			t.Fatalf("%q", line)
		}
		if _, ok := extensions[fields[1]]; !ok {
			t.Errorf("%q", line)
		}
		all = append(all, fields)
	}
	return all
}

// TestLinear checks that code that is as bad as it can be takes time in proportion to
// its length: what a rule looks at in one place has a limit.
func TestLinear(t *testing.T) {
	for _, piece := range []string{
		"decodeURIComponent(", "decodeURIComponent(a.", "decodeURIComponent(searchParams.get(", "searchParams.set(", "searchParams.set(a(", "encodeURIComponent(", "f(params={", "f(params={a:quote(", "a={b:", "a=[", "a=b=", "x=encodeURIComponent(x);", "urlencode({", "f'{", "f'{f'{",
		"`${", "<<<X\n", "\x00", "{", "/", "/*", `"`, "a", "[", "/[", "/[/", "=/[\\/",
	} {
		for name, l := range extensions {
			t.Run(name+" "+piece, func(t *testing.T) {
				growth.Linear(t, 1_000, 100_000, func(n int) { Lint(l, "<?php "+strings.Repeat(piece, n)) })
			})
		}
	}
}

// TestSlashes counts the bytes that are looked at for the ends of regular expressions
// that have none: they are at most twice those of the text.
func TestSlashes(t *testing.T) {
	for _, piece := range []string{"/[", "/[/", "/\\[", "/[ ", "+/[", "=/[\\/", "/(?:", "/[a]/[", "/a/+/["} {
		for _, n := range []int{100, 1_000, 10_000} {
			x := &scanner{language: JavaScript, s: strings.Repeat(piece, n)}
			for x.at < len(x.s) {
				x.next()
			}
			if x.looked > 2*len(x.s) {
				t.Errorf("%q, %d times: %d of %d bytes", piece, n, x.looked, len(x.s))
			}
		}
	}
}

// TestRegularExpressions compares the search for the end of a regular expression with one
// that remembers nothing.
func TestRegularExpressions(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 2))
	for range 20_000 {
		var b strings.Builder
		for range r.IntN(16) {
			b.WriteByte(`/[]\+a`[r.IntN(6)])
		}
		s := b.String()
		x := &scanner{language: JavaScript, s: s}
		for x.at < len(s) {
			plain := *x
			plain.closed, plain.tokens = 0, slices.Clone(x.tokens)
			x.next()
			if plain.next(); plain.at != x.at || !slices.Equal(plain.tokens, x.tokens) {
				t.Fatalf("%q: at byte %d: %v and %v", s, x.at, x.tokens, plain.tokens)
			}
		}
	}
}

// TestAnything checks that no text makes it panic, and that findings are names in the
// text.
func TestAnything(t *testing.T) {
	pieces := []string{
		"searchParams", ".", "set", "append", "get", "(", ")", "{", "}", "[", "]", ",", "`", "${", "'", `"`, `"""`, "'''", "/", "//", "/*", "*/", "\\", "\n",
		"encodeURIComponent", "encodeURI", "escape", "decodeURIComponent", "replace", `"+"`, `'%20'`, `" "`, `/\+/g`, `"?a="`, "+", "params", "=", ":", "quote",
		"unquote", "request", "args", "urldecode", "$_GET", "<?php", "?>", "<<<", "X", "replaceAll", "é", " ", "function", "new", "URLSearchParams", "\x00", "\xff",
	}
	r := rand.New(rand.NewPCG(3, 1))
	for range 5_000 {
		var b strings.Builder
		for range r.IntN(30) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		for _, l := range extensions {
			for _, f := range Lint(l, b.String()) {
				if got := b.String()[f.Offset : f.Offset+f.Len]; !isName(got[0]) {
					t.Fatalf("%q: %+v", b.String(), f)
				}
			}
		}
	}
	for _, piece := range append(pieces, "searchParams.set(", "decodeURIComponent(", "encodeURIComponent(", "f(params={", "${`", "<<<X\n") {
		for _, l := range extensions {
			Lint(l, "<?php "+strings.Repeat(piece, 1<<14/len(piece)))
		}
	}
}
