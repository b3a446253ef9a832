package uri

import "testing"

// TestQueryIsForm: what sends forms is HTTP; of a reference without a scheme, nothing else is
// known.
func TestQueryIsForm(t *testing.T) {
	for scheme, want := range map[string]bool{
		"": true, "http": true, "HTTPS": true, "ws": true, "wSs": true,
		"ftp": false, "file": false, "mailto": false, "urn": false, "a": false, "httpsx": false, "http+unix": false,
	} {
		if got := QueryIsForm(scheme); got != want {
			t.Errorf("%q: %t", scheme, got)
		}
	}
}

// TestWithSegmentsReadsBack: a path has the segments that it was made of, but for a "." in front
// of one that would be read as something else.
func TestWithSegmentsReadsBack(t *testing.T) {
	for _, tt := range []struct {
		reference string
		segments  []string
		want      string
	}{
		{"mailto:a", []string{"b", "c"}, "mailto:b/c"},
		{"mailto:a", []string{"", "c"}, "mailto:.//c"},
		{"mailto:a", []string{""}, "mailto:./"},
		{"mailto:/a", []string{"b"}, "mailto:/b"},
		{"mailto:/a", []string{"", "b"}, "mailto:/.//b"},
		{"http://h/a", []string{"", "b"}, "http://h//b"},
		{"a", []string{"b:c"}, "./b:c"},
		{"a", []string{"", "b"}, ".//b"},
	} {
		u, err := Parse(tt.reference)
		if err != nil {
			t.Fatal(err)
		}
		v, err := u.WithSegments(tt.segments...)
		if err != nil || v.String() != tt.want {
			t.Errorf("%s with %q: %s, %v; want %s", tt.reference, tt.segments, v, err, tt.want)
		}
	}
}

// TestEmptyUserinfo: an "@" at the start of an authority ends a userinfo that is empty, in
// references that are malformed elsewhere as well.
func TestEmptyUserinfo(t *testing.T) {
	for _, text := range []string{"//@h/", "//@h/%zz", "//@h:80/%", "http://@h /"} {
		u := ParseLenient(text)
		if user := u.Get(Userinfo); !user.Present || user.Raw != "" {
			t.Errorf("%s: userinfo %q, %t", text, user.Raw, user.Present)
		}
		if host := u.Get(Host); host.Raw != "h" && host.Raw != "h " {
			t.Errorf("%s: host %q", text, host.Raw)
		}
	}
}

// TestZones: RFC 6874: what is no unreserved character is escaped in a zone.
func TestZones(t *testing.T) {
	u, err := ParseZoned("//[fe80::1]/")
	if err != nil {
		t.Fatal(err)
	}
	if v, err := u.WithData(Zone, "e 1!"); err != nil || v.String() != "//[fe80::1%25e%201%21]/" {
		t.Errorf("%s, %v", v, err)
	}
	for raw, want := range map[string]string{"!a": `uri: invalid ZoneID "!" at byte 0`, "a=": `uri: invalid ZoneID "=" at byte 1`, "a b": `uri: invalid ZoneID " " at byte 1`} {
		if v, err := u.With(Zone, raw); err == nil || err.Error() != want {
			t.Errorf("%q: %s, %v; want %s", raw, v, err, want)
		}
	}
}

// TestURNsByFewRungs: RFC 8141, section 2: the fragment of a URN is no part of its name, but only
// who climbs the rung of schemes ignores it.
func TestURNsByFewRungs(t *testing.T) {
	a, b := ParseLenient("urn:ab:c#x"), ParseLenient("urn:ab:c#y")
	if c := (Comparer{}).Compare(a, b); c.Verdict != Equivalent {
		t.Errorf("%+v", c)
	}
	if c := (Comparer{Rungs: Case}).Compare(a, b); c.Verdict != Different || c.Part != Fragment || c.OffsetA != 9 || c.OffsetB != 9 {
		t.Errorf("%+v", c)
	}
	if c := Compare(ParseLenient("urn:ab:c#x"), ParseLenient("run:ab:c#x")); c.Verdict != Different || c.Part != Scheme {
		t.Errorf("%+v", c)
	}
}

// TestWideHosts: the IRI of a Comparer is asked to map a host as IDNA does only where one of
// the two has characters beyond ASCII, escaped or not.
func TestWideHosts(t *testing.T) {
	for _, tt := range []struct {
		a, b       string
		iri, uts46 bool
	}{
		{"//a/", "//b/", false, false},
		{"//a/é", "//b/", true, false},
		{"//é/", "//b/", true, true},
		{"//a/", "//%C3%A9/", true, true},
		{"//a/", "//[::1]/é", true, false},
		{"//\xff/", "//é/", false, false},
	} {
		l := Comparer{IRI: func(s string, _ Ladder) string { return s }}.top(ParseLenient(tt.a), ParseLenient(tt.b))
		if l.IRI != tt.iri || l.UTS46 != tt.uts46 {
			t.Errorf("%s %s: %+v", tt.a, tt.b, l)
		}
	}
}
