//go:build unix

package runner

import (
	"context"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/conform"
	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/internal/growth"
)

// languages are programs that run the functions of testdata/functions, and these
// functions by their IDs. Skipped is what does not run here.
var languages = []struct {
	programs []string // of which the first that is there
	script   string
	ids      string
}{
	{[]string{"/usr/bin/python3", "python3"}, "functions.py", `py.quote py.quote_latin1 py.quote_latin1_xmlcharref py.quote_plus py.urlencode
		py.urlencode_quote py.pathname2url py.pathlib.as_uri py.email.encode_rfc2231 py.unquote py.unquote_plus py.unquote_strict py.unquote_surrogateescape py.parse_qsl
		py.quote_bytes py.quote_from_bytes py.quote_plus_bytes py.quote_safe_empty_bytes py.quote_surrogateescape py.unquote_to_bytes
		curl.easy_escape curl.easy_unescape glib.g_uri_escape_string glib.escape.path glib.escape.path_element glib.g_uri_escape_string.utf8 glib.g_uri_unescape_string
		libxml2.xmlURIEscapeStr libxml2.xmlURIUnescapeString`},
	{[]string{"node"}, "functions.mjs", `js.encodeURIComponent js.encodeURI js.escape js.mdn_rfc3986 node.querystring.escape node.querystring.stringify js.URLSearchParams
		js.URL.search js.URL.search_nonspecial js.URL.hash js.URL.username js.URL.password node.url.format_search node.url.format_pathname
		js.decodeURIComponent js.decodeURI js.unescape node.querystring.unescape js.URLSearchParams.parse`},
	{[]string{"php"}, "functions.php", `php.urlencode php.rawurlencode php.http_build_query.rfc1738 php.http_build_query.rfc3986 php.filter_sanitize_url
		php.urldecode php.rawurldecode`},
	{[]string{"ruby"}, "functions.rb", `ruby.CGI.escape ruby.ERB.url_encode ruby.URI.encode_www_form_component ruby.URI.encode_www_form ruby.URI.DEFAULT_PARSER.escape
		ruby.CGI.unescape ruby.URI.decode_www_form_component`},
	{[]string{"perl"}, "functions.pl", `perl.URI::Escape.uri_escape perl.URI::Escape.uri_escape.unsafe_latin perl.URI::Escape.uri_unescape`},
}

// fewestFunctions is how many functions must run where all five languages are.
const fewestFunctions = 40

// TestRecordedFunctions: functions of installed languages are recognized as the
// dialects that their recordings have proved, and pass the suites of these.
func TestRecordedFunctions(t *testing.T) {
	if !growth.Long() {
		t.Skip("SKIPPED: starts five languages for some sixty functions: with PERCENT_LONG=1, as in .ci/run")
	}
	ran, missing := 0, []string{}
	for _, l := range languages {
		program := ""
		for _, name := range l.programs {
			if path, err := exec.LookPath(name); err == nil {
				program = path
				break
			}
		}
		if program == "" {
			missing = append(missing, l.programs[0])
			continue
		}
		for id := range strings.FieldsSeq(l.ids) {
			t.Run("function="+id, func(t *testing.T) {
				m, err := dialect.LookupImplementation(id)
				if err != nil {
					t.Fatal(err)
				}
				o, name := conform.Encode, m.Encodes
				if name == "" {
					o, name = conform.Decode, m.Decodes
				}
				d, err := dialect.Lookup(name)
				if err != nil {
					t.Fatal(err)
				}
				s, err := conform.New(o, d, conform.Options{Units: m.Units})
				if err != nil {
					t.Fatal(err)
				}
				p := &Program{Args: []string{program, filepath.Join("testdata", "functions", l.script), id}, Framing: Framing{Operation: o, Wire: JSON, Units: m.Units}, Timeout: DefaultBatchTimeout}
				if err := p.Find(); err != nil {
					t.Fatal(err)
				}
				r, err := s.Run(context.Background(), p)
				if err != nil {
					t.Fatal(err)
				}
				if len(r.Problems) > 0 && strings.Contains(r.Problems[0], "status 77") {
					t.Skipf("SKIPPED: what %s calls is not installed", id)
				}
				ran++
				if !r.OK() {
					t.Errorf("%d failed, %d refused; %q, %q; %+v", r.Failed, r.Refused, r.Problems, r.Notes, r.Mistakes)
					if x := r.Shortest; x != nil {
						t.Errorf("shortest %q: %s, want %s", x.Input, x.Said(), x.Want)
					}
				}
				// The rule is that of d, which is the first of its dialects. Of several rules,
				// which text alone does not tell apart, likelier ones may come before it.
				if r.Speech == nil || !slices.Contains(r.Speech.Dialects, d) || r.Speech.Rules == 1 && r.Speech.Dialects[0] != d {
					t.Errorf("speaks %+v, want %s", r.Speech, d)
				} else if r.Speech.Rules > 1 && m.Units == dialect.UnitsBytes && r.LeftOut == 0 {
					t.Errorf("%d rules are not told apart", r.Speech.Rules)
				}
			})
		}
	}
	if len(missing) > 0 {
		t.Skipf("SKIPPED: not installed: %s; %d functions ran", strings.Join(missing, ", "), ran)
	}
	if ran < fewestFunctions {
		t.Errorf("%d functions ran, want %d", ran, fewestFunctions)
	}
	t.Logf("%d functions", ran)
}
