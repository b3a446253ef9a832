package purl

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/syntaxtest"
)

func TestParse(t *testing.T) {
	for _, tt := range []struct {
		in        string
		want      PackageURL
		canonical string
	}{
		{"pkg:npm/%40angular/animation@12.3.1", PackageURL{Type: "npm", Namespace: "@angular", Name: "animation", Version: "12.3.1"}, ""},
		{"pkg:npm/@angular/animation", PackageURL{Type: "npm", Namespace: "@angular", Name: "animation"}, "pkg:npm/%40angular/animation"},
		{"pkg:npm/@angular/animation@1", PackageURL{Type: "npm", Namespace: "@angular", Name: "animation", Version: "1"}, "pkg:npm/%40angular/animation@1"},
		{"PKG://GitHub//Package-URL/Purl-Spec@244fd47e07d1004#everybody/loves/./dogs/../", PackageURL{Type: "github", Namespace: "package-url", Name: "purl-spec", Version: "244fd47e07d1004", Subpath: "everybody/loves/dogs"}, "pkg:github/package-url/purl-spec@244fd47e07d1004#everybody/loves/dogs"},
		{"pkg:deb/debian/curl@7.50.3-1?distro=jessie&arch=i386&x=", PackageURL{Type: "deb", Namespace: "debian", Name: "curl", Version: "7.50.3-1", Qualifiers: []Qualifier{{"arch", "i386"}, {"distro", "jessie"}}}, "pkg:deb/debian/curl@7.50.3-1?arch=i386&distro=jessie"},
		{"pkg:bazel/rules_java@7.8.0?repository_url=https://bcr.bazel.build/", PackageURL{Type: "bazel", Name: "rules_java", Version: "7.8.0", Qualifiers: []Qualifier{{"repository_url", "https://bcr.bazel.build/"}}}, "pkg:bazel/rules_java@7.8.0?repository_url=https:%2F%2Fbcr.bazel.build%2F"},
		{"pkg:generic/openssl@1?checksum=sha1:ad9503c3e994a4f,sha256:41bf9088b3a1e6c1", PackageURL{Type: "generic", Name: "openssl", Version: "1", Qualifiers: []Qualifier{{"checksum", "sha1:ad9503c3e994a4f,sha256:41bf9088b3a1e6c1"}}}, "pkg:generic/openssl@1?checksum=sha1:ad9503c3e994a4f%2Csha256:41bf9088b3a1e6c1"},
		{"pkg:cocoapods/GoogleUtilities@7.5.2#NSData+zlib", PackageURL{Type: "cocoapods", Name: "GoogleUtilities", Version: "7.5.2", Subpath: "NSData+zlib"}, "pkg:cocoapods/GoogleUtilities@7.5.2#NSData%2Bzlib"},
		{"pkg:npm/foo?MyKey=my%20value", PackageURL{Type: "npm", Name: "foo", Qualifiers: []Qualifier{{"mykey", "my value"}}}, "pkg:npm/foo?mykey=my%20value"},
		{"pkg:docker/a/b@sha256%3Ac", PackageURL{Type: "docker", Namespace: "a", Name: "b", Version: "sha256:c"}, "pkg:docker/a/b@sha256:c"},
		{"pkg:pypi/Django_all.-_auth@1.0RC1", PackageURL{Type: "pypi", Name: "django-all-auth", Version: "1.0rc1"}, "pkg:pypi/django-all-auth@1.0rc1"},
		{"pkg:huggingface/Microsoft/deberta@559062AD", PackageURL{Type: "huggingface", Namespace: "Microsoft", Name: "deberta", Version: "559062ad"}, "pkg:huggingface/Microsoft/deberta@559062ad"},
		{"pkg:generic/a%2Fb/", PackageURL{Type: "generic", Name: "a/b"}, "pkg:generic/a%2Fb"},
		{"pkg:generic/a?b=c=d&&", PackageURL{Type: "generic", Name: "a", Qualifiers: []Qualifier{{"b", "c=d"}}}, "pkg:generic/a?b=c%3Dd"},
		{"pkg:generic/é+~", PackageURL{Type: "generic", Name: "é+~"}, "pkg:generic/%C3%A9%2B~"},
	} {
		got, err := Parse(tt.in)
		if err != nil || !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s: %+v, %v", tt.in, got, err)
			continue
		}
		if tt.canonical == "" {
			tt.canonical = tt.in
		}
		built, err := got.Build()
		if err != nil || built != tt.canonical {
			t.Errorf("%s: %s, %v", tt.in, built, err)
		}
		if again, err := Parse(built); err != nil || !reflect.DeepEqual(again, got) {
			t.Errorf("%s: %+v, %v", built, again, err)
		}
	}
}

// TestTypes holds what the definitions of the types of package-url/purl-spec
// say of case, and examples of its tests.
func TestTypes(t *testing.T) {
	const (
		databricks = "?repository_url=https:%2F%2Fadb-5245952564735461.0.azuredatabricks.net%2Fapi%2F2.0%2Fmlflow"
		azureML    = "?repository_url=https:%2F%2Fwestus2.api.azureml.ms%2Fx.databricks.com%2F"
	)
	for in, want := range map[string]string{
		"pkg:alpm/Arch/Pacman@6A": "pkg:alpm/arch/pacman@6A", "pkg:apk/Alpine/Curl@A": "pkg:apk/alpine/curl@A",
		"pkg:hex/Acme/Foo@A": "pkg:hex/acme/foo@A", "pkg:oci/Debian@sha256%3A244FD": "pkg:oci/debian@sha256:244fd",
		"pkg:pub/My-Package.x@A": "pkg:pub/my_package_x@A", "pkg:luarocks/Hisham/LuaFileSystem@A": "pkg:luarocks/hisham/luafilesystem@A",
		"pkg:bitnami/WordPress@A": "pkg:bitnami/wordpress@A", "pkg:qpkg/BlackBerry/com.QNX@A": "pkg:qpkg/blackberry/com.QNX@A",
		"pkg:rpm/Fedora/ImageMagick@A": "pkg:rpm/fedora/ImageMagick@A", "pkg:otp/Erts@A": "pkg:otp/erts@A",
		"pkg:yocto/Core/Glibc@A": "pkg:yocto/core/Glibc@A", "pkg:vscode-extension/Golang/Go@A": "pkg:vscode-extension/golang/go@a",
		"pkg:npm/LoDash@4.17.21": "pkg:npm/lodash@4.17.21", "pkg:npm/%40MyScope/MyPackage@1.0.0": "pkg:npm/%40myscope/mypackage@1.0.0",
		"pkg:mlflow/CreditFraud@3" + databricks:                      "pkg:mlflow/creditfraud@3" + databricks,
		"pkg:mlflow/CreditFraud@3" + azureML:                         "pkg:mlflow/CreditFraud@3" + azureML,
		"pkg:mlflow/CreditFraud@3":                                   "pkg:mlflow/CreditFraud@3",
		"pkg:cpan/DROLSKY/DateTime@1.55":                             "pkg:cpan/DROLSKY/DateTime@1.55",
		"pkg:maven/Org/Name@A":                                       "pkg:maven/Org/Name@A",
		"pkg:brew/Homebrew/Core/SQLite@A":                            "pkg:brew/homebrew/core/sqlite@A",
		"pkg:chrome-extension/DLPNGALGNEFJEIEFHMPKLPFIOHADPGLK@1.22": "pkg:chrome-extension/dlpngalgnefjeiefhmpklpfiohadpglk@1.22",
		"pkg:git/Codeberg.org/A/B%20c/d@E#f":                         "pkg:git/Codeberg.org/A/B%20c/d@E#f",
		"pkg:julia/Dates?UUID=A":                                     "pkg:julia/Dates?uuid=A",
	} {
		p, err := Parse(in)
		if err != nil {
			t.Errorf("%s: %v", in, err)
			continue
		}
		if built, err := p.Build(); err != nil || built != want {
			t.Errorf("%s: %s, %v, want %s", in, built, err, want)
		}
	}
}

func TestErrors(t *testing.T) {
	for _, tt := range []struct {
		in     string
		offset int64
		bytes  string
		reason percent.Reason
	}{
		{"", 0, "", NotPkg},
		{"npm/foo", 0, "npm/", NotPkg},
		{"pkg:", 4, "", InvalidType},
		{"pkg:3d/a", 4, "3", InvalidType},
		{"pkg:n&m/a", 5, "&", InvalidType},
		{"pkg:npm", 7, "", MissingName},
		{"pkg:npm/", 8, "", MissingName},
		{"pkg:npm/a%zz", 9, "%zz", percent.InvalidEscape},
		{"pkg:npm/a%ff", 9, "%ff", percent.InvalidUTF8},
		{"pkg:npm/x%2Fy/a", 9, "%2F", EscapedSlash},
		{"pkg:npm/a#b%2fc", 11, "%2f", EscapedSlash},
		{"pkg:npm/a?b", 11, "", MissingEquals},
		{"pkg:npm/a?b c=d", 11, " ", InvalidKey},
		{"pkg:npm/a?%41=d", 10, "%", InvalidKey},
		{"pkg:npm/a?=d", 10, "=", InvalidKey},
		{"pkg:npm/a?b=c&B=d", 14, "B", DuplicateKey},
		{"pkg:npm/a?b=%4", 12, "%4", percent.TruncatedEscape},
		{"pkg:npm/a@%4", 10, "%4", percent.TruncatedEscape},
		{"pkg:maven/@1.3.4", 10, "@", MissingName},
		{"pkg:swift/github.com/Alamofire/@5.4.3", 31, "@", MissingName},
		{"pkg:npm/@angular/@1", 17, "@", MissingName},
		{"pkg:maven/jacob@1", 10, "jacob", MissingNamespace},
		{"pkg:git/forgejo", 8, "forgejo", MissingNamespace},
		{"pkg:cran/a/b/c", 9, "a/b", ProhibitedNamespace},
		{"pkg:cpan/GDT/URI::PackageURL", 13, "URI::PackageURL", InvalidName},
		{"pkg:chrome-extension/dogs@1", 21, "dogs", InvalidName},
		{"pkg:chrome-extension/dlpngalgnefjeiefhmpklpfiohadpglkz", 21, "dlpngalgnefjeiefhmpklpfiohadpglkz", InvalidName},
		{"pkg:chrome-extension/qlpngalgnefjeiefhmpklpfiohadpglk", 21, "qlpngalgnefjeiefhmpklpfiohadpglk", InvalidName},
		{"pkg:chrome-extension/dlpngalgnefjeiefhmpklpfiohadpglk@1.2.3.4.5?a=b", 54, "1.2.3.4.5", InvalidVersion},
		{"pkg:chrome-extension/dlpngalgnefjeiefhmpklpfiohadpglk@1..2", 54, "1..2", InvalidVersion},
		{"pkg:julia/Dates?a=b", 19, "", MissingQualifier},
		{"pkg:swid/Fedora?tag_id=", 23, "", MissingQualifier},
	} {
		_, err := Parse(tt.in)
		syntaxtest.Check(t, tt.in, err, tt.offset, tt.bytes, tt.reason)
	}
	for _, tt := range []struct {
		in     PackageURL
		offset int64
		bytes  string
		reason percent.Reason
	}{
		{PackageURL{Type: "n m", Name: "a"}, 1, " ", InvalidType},
		{PackageURL{Name: "a"}, 0, "", InvalidType},
		{PackageURL{Type: "npm"}, 0, "", MissingName},
		{PackageURL{Type: "npm", Name: "a\xFF"}, 1, "\xFF", percent.InvalidUTF8},
		{PackageURL{Type: "npm", Name: "a", Subpath: "b/../c"}, 2, "..", Unwritable},
		{PackageURL{Type: "npm", Name: "a", Qualifiers: []Qualifier{{"a\n", "b"}}}, 1, "\n", InvalidKey},
		{PackageURL{Type: "npm", Name: "a", Qualifiers: []Qualifier{{"", "b"}}}, 0, "", InvalidKey},
		{PackageURL{Type: "npm", Name: "a", Qualifiers: []Qualifier{{"a", "b"}, {"A", "c"}}}, 0, "A", DuplicateKey},
		{PackageURL{Type: "npm", Name: "a", Qualifiers: []Qualifier{{"a", "\xFF"}}}, 0, "\xFF", percent.InvalidUTF8},
		{PackageURL{Type: "swift", Name: "a"}, 0, "", MissingNamespace},
		{PackageURL{Type: "OTP", Namespace: "b", Name: "a"}, 0, "", ProhibitedNamespace},
		{PackageURL{Type: "cpan", Name: "a::b"}, 0, "", InvalidName},
		{PackageURL{Type: "chrome-extension", Name: strings.Repeat("a", 32), Version: "1a"}, 0, "", InvalidVersion},
		{PackageURL{Type: "julia", Name: "a", Qualifiers: []Qualifier{{"uuid", ""}}}, 0, "", MissingQualifier},
	} {
		_, err := tt.in.Build()
		syntaxtest.Check(t, "", err, tt.offset, tt.bytes, tt.reason)
	}
}

func TestKeptSet(t *testing.T) {
	const kept = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz.-_~:"
	for b := range 256 {
		if Encoding.Kept().Contains(byte(b)) != (strings.IndexByte(kept, byte(b)) >= 0) {
			t.Errorf("%02X", b)
		}
	}
}

func FuzzPurl(f *testing.F) {
	f.Add("pkg:npm/%40a/b@1?x=y%2Cz&a=b#c/./d")
	f.Add("pkg:pypi//A_.b@C")
	f.Fuzz(func(t *testing.T, s string) {
		p, err := Parse(s)
		if err != nil {
			syntaxtest.Within(t, s, err)
			return
		}
		built, err := p.Build()
		if err != nil || strings.ContainsAny(built, "\r\n\x00 ") {
			t.Fatalf("%q: %q, %v", s, built, err)
		}
		if again, err := Parse(built); err != nil || !reflect.DeepEqual(again, p) {
			t.Fatalf("%q: %q, %+v, %v, want %+v", s, built, again, err, p)
		}
	})
}

// contradictory are tests of the suite that cannot pass, by their file, type and
// input, with the reason.
var contradictory = map[string]string{
	"gem-test.json parse pkg:gem/jruby-launcher@1.1.2?Platform=java":                     "its validate test takes the same input",
	"rpm-test.json parse pkg:Rpm/fedora/curl@7.50.3-1.fc25?Arch=i386&Distro=fedora-25":   "its validate test takes the same input",
	"git-test.json validate pkg:git/github/Package-url/purl-Spec@244fd47e07d1004f0aed9c": "the definition of git says that case matters",
}

// TestSuite runs the tests of package-url/purl-spec, where they are beside the
// repository. TestParse, TestTypes and TestErrors hold what they are about.
func TestSuite(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", "..", "..", "shared", "conformance", "purl", "tests", "*", "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		return // the vectors above are about the same
	}
	type content struct {
		Type, Namespace, Name, Version, Subpath string
		Qualifiers                              map[string]string
	}
	passed, stale := 0, len(contradictory)
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var suite struct {
			Tests []struct {
				Kind  string          `json:"test_type"`
				Input json.RawMessage `json:"input"`
				Want  json.RawMessage `json:"expected_output"`
				Fails bool            `json:"expected_failure"`
			}
		}
		if err := json.Unmarshal(data, &suite); err != nil {
			t.Fatal(err)
		}
		for _, tt := range suite.Tests {
			var in, want string
			var parts, wantParts content
			for raw, to := range map[*json.RawMessage][2]any{&tt.Input: {&in, &parts}, &tt.Want: {&want, &wantParts}} {
				if len(*raw) > 0 && json.Unmarshal(*raw, to[0]) != nil && json.Unmarshal(*raw, to[1]) != nil {
					t.Fatalf("%s: %s", file, *raw)
				}
			}
			p := PackageURL{Type: parts.Type, Namespace: parts.Namespace, Name: parts.Name, Version: parts.Version, Subpath: parts.Subpath}
			for key, value := range parts.Qualifiers {
				p.Qualifiers = append(p.Qualifiers, Qualifier{key, value})
			}
			var err error
			if tt.Kind != "build" {
				p, err = Parse(in)
			} else {
				in = string(tt.Input)
			}
			var built string
			if tt.Kind != "parse" && err == nil {
				built, err = p.Build()
			}
			ok := (err != nil) == tt.Fails
			if ok && !tt.Fails && tt.Kind == "parse" {
				got := content{p.Type, p.Namespace, p.Name, p.Version, p.Subpath, nil}
				for _, q := range p.Qualifiers {
					if got.Qualifiers == nil {
						got.Qualifiers = map[string]string{}
					}
					got.Qualifiers[q.Key] = q.Value
				}
				ok = reflect.DeepEqual(got, wantParts)
			} else if ok && !tt.Fails {
				ok = built == want
			}
			_, known := contradictory[filepath.Base(file)+" "+tt.Kind+" "+in]
			switch {
			case ok && known:
				t.Errorf("%s: %s of %s passes, take it from the list", file, tt.Kind, in)
			case known:
				stale--
			case !ok:
				t.Errorf("%s: %s of %s: %+v, %q, %v, want %s", file, tt.Kind, in, p, built, err, tt.Want)
			}
			if ok {
				passed++
			}
		}
	}
	if stale != 0 {
		t.Errorf("%d tests of the list are not in the suite", stale)
	}
	t.Logf("%d tests pass, %d are contradictory", passed, len(contradictory))
}
