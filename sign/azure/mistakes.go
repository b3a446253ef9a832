package azure

import (
	"slices"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/sign/internal/params"
)

// versions are those that changed what is signed, and others that are in use, the newest first.
var versions = []string{
	"2026-04-06", "2026-02-06", "2025-11-05", "2025-07-05", "2025-05-05", "2025-01-05", "2024-11-04", "2024-08-04", "2024-05-04", "2023-11-03", "2023-08-03", "2023-01-03",
	"2022-11-02", "2021-12-02", "2021-10-04", "2021-08-06", "2021-06-08", "2021-04-10", "2021-02-12", "2020-12-06", "2020-10-02", "2020-08-04", "2020-06-12", "2020-04-08",
	"2020-02-10", "2019-12-12", "2019-10-10", "2019-07-07", "2019-02-02", "2018-11-09", "2018-03-28", "2017-11-09", "2017-07-29", "2017-04-17", "2016-05-31", "2015-12-11",
	"2015-07-08", "2015-04-05", "2015-02-21", "2014-02-14", "2013-08-15", "2012-02-12",
}

// permissionOrder is the order in which the service wants permissions.
const permissionOrder = "racwdxylutfmeopi"

// candidates adds what may have been signed in place of the text of s.
func (s *sas) candidates(rawPath string, add func(id, text, fix, signed string)) {
	text := s.text(right)
	change := func(id, what, fix string, h how) { add(id, what, fix, s.text(h)) }
	const decoded = "sign the values decoded, and encode them only in the URL"
	for _, e := range params.Encoders() {
		id, what := e.ID, e.Text
		change(id, what, decoded, how{value: e.Encode})
		change("resource-"+id, "the path was signed encoded", "sign the path of the resource decoded", how{resource: segments(e.Encode)})
		change(id, what, decoded, how{value: e.Encode, resource: segments(e.Encode)})
	}
	const name = "sign the resource as /blob/account/container/blob, with the service first since version 2015-02-21"
	raw := params.TrimSuffix(params.TrimSuffix(s.resource(s.version), s.path), "/") + "/" + rawPath
	for _, c := range []struct {
		id, text string
		resource func(string) string
	}{
		{"resource-as-sent", "the path was signed as it stands in the URL, encoded", func(string) string { return raw }},
		{"resource-plus-as-space", "a + in the path was read as a space", func(n string) string { return strings.ReplaceAll(n, "+", " ") }},
		{"resource-decoded-twice", "the path was decoded twice", params.Decode},
		{"resource-without-slash", "the resource was signed without the first slash", func(n string) string { return params.TrimPrefix(n, "/") }},
		{"resource-without-service", "the resource was signed without the service", func(n string) string { return params.TrimPrefix(n, "/"+s.service) }},
		{"resource-without-account", "the resource was signed without the account", func(n string) string { return strings.Replace(n, "/"+s.account, "", 1) }},
		{"resource-without-account", "the resource was signed without service and account", func(n string) string { return "/" + params.TrimPrefix(n, s.prefix()) }},
		{"resource-account-twice", "the resource was signed with the account twice", func(n string) string { return strings.Replace(n, "/"+s.account, "/"+s.account+"/"+s.account, 1) }},
		{"resource-slash-at-end", "the resource was signed with a slash at its end", func(n string) string { return n + "/" }},
		{"resource-container-only", "the container was signed in place of the blob", s.container},
		{"resource-blob", "the blob was signed in place of the container", func(string) string { return s.prefix() + s.path }},
		{"resource-lower-case", "the resource was signed in lower case", strings.ToLower},
		{"resource-is-url", "the URL was signed in place of the resource", func(string) string {
			return "https://" + s.account + "." + s.service + ".core.windows.net/" + s.path
		}},
		{"resource-two-slashes", "the resource was signed with two slashes", func(n string) string { return strings.Replace(n, "/"+s.account+"/", "/"+s.account+"//", 1) }},
	} {
		change(c.id, c.text, name, how{resource: c.resource})
	}
	for _, other := range []string{"blob", "file", "queue", "table", "dfs"} {
		change("resource-other-service", "the resource was signed for another service: "+other, name, how{resource: func(n string) string {
			return "/" + other + params.TrimPrefix(n, "/"+s.service)
		}})
	}
	for _, v := range versions {
		change("other-version", "the lines of version "+v+" were signed", "sign the lines of the version in sv", how{version: v})
		change("other-sv", "sv "+v+" was signed", "send the version that was signed", how{sv: v})
		change("other-sv", "version "+v+" was signed", "send the version that was signed", how{sv: v, version: v})
	}
	for _, sr := range []string{"b", "c", "d", "bs", "bv", "f", "s"} {
		change("other-sr", "sr="+sr+" was signed", "send the sr that was signed", how{sr: sr})
	}
	s.permissions(change)
	s.lines(text, add)
}

// permissions adds texts with permissions in another order.
func (s *sas) permissions(change func(id, text, fix string, h how)) {
	letters := []byte(s.get("sp"))
	ordered := ""
	for _, letter := range permissionOrder {
		ordered += strings.Repeat(string(letter), strings.Count(string(letters), string(letter)))
	}
	const text, fix = "permissions were signed in another order", "send sp as it was signed, in the order " + permissionOrder
	change("permissions-order", text, fix, how{sp: ordered})
	slices.Sort(letters)
	change("permissions-order", text, fix, how{sp: string(letters)})
	change("permissions-case", "permissions were signed in another case", fix, how{sp: strings.ToUpper(s.get("sp"))})
}

// mostLines is more than a text has whose values have no line ends.
const mostLines = 64

// lines adds texts in which a line is missing or too many, or two have changed places.
func (s *sas) lines(text string, add func(id, what, fix, signed string)) {
	lines := strings.Split(text, "\n")
	if len(lines) > mostLines {
		return
	}
	const fix = "sign all lines of the version in sv, empty ones too, in their order"
	var full []string
	for _, l := range lines {
		if l != "" {
			params.Add(&full, l)
		}
	}
	add("empty-lines-left-out", "empty lines were left out", fix, strings.Join(full, "\n"))
	for i, l := range lines {
		if l == "" {
			add("line-missing", "an empty line was left out", fix, strings.Join(slices.Delete(slices.Clone(lines), i, i+1), "\n"))
		}
		add("line-added", "an empty line was added", fix, strings.Join(slices.Insert(slices.Clone(lines), i, ""), "\n"))
		if l != "" {
			emptied := slices.Clone(lines)
			emptied[i] = ""
			add("value-left-out", "a value of the URL was signed as an empty line", "sign every value that is sent", strings.Join(emptied, "\n"))
		}
		if i > 0 {
			swapped := slices.Clone(lines)
			swapped[i-1], swapped[i] = l, lines[i-1]
			add("lines-swapped", "two lines changed places", fix, strings.Join(swapped, "\n"))
		}
	}
}

//go:noinline
func percentEncoded(v string) string { return percent.RFC3986.Encode(v) }

// segments returns a function that encodes what stands between slashes.
//
//go:noinline
func segments(encode func(string) string) func(string) string {
	return func(name string) string { return params.Segments(name, encode) }
}

func (s *sas) prefix() string {
	if s.version >= "2015-02-21" {
		return "/" + s.service + "/" + s.account + "/"
	}
	return "/" + s.account + "/"
}

func (s *sas) container(string) string {
	container, _, _ := params.Cut(s.path, "/")
	return s.prefix() + container
}
