package uri

import "strings"

// Compose puts a reference together from its parts, each as written (RFC 3986
// section 5.3). A part that is not in the map is absent; an empty part in it is
// present. If Authority is there, Userinfo, Host, Port and their pieces are not
// used; if Userinfo is, User and Password are not. The parts of any reference,
// legal or not, give its text again. Parts that would be parsed differently when put
// together are refused with a *percent.SyntaxError whose Offset counts in the part
// that is wrong.
func Compose(parts map[Part]string) (URI, error) {
	var b strings.Builder
	has := func(p Part) bool { _, ok := parts[p]; return ok }
	if has(Scheme) {
		if err := checkPart(Scheme, parts[Scheme]); err != nil {
			return URI{}, err
		}
		b.WriteString(parts[Scheme] + ":")
	}
	switch {
	case has(Authority):
		b.WriteString("//" + parts[Authority])
	case has(Userinfo), has(User), has(Password), has(Host), has(Port):
		b.WriteString("//")
		switch {
		case has(Userinfo):
			b.WriteString(parts[Userinfo] + "@")
		case has(Password):
			b.WriteString(parts[User] + ":" + parts[Password] + "@")
		case has(User):
			b.WriteString(parts[User] + "@")
		}
		host := parts[Host]
		if zone := parts[Zone]; zone != "" && strings.HasSuffix(host, "]") && !strings.Contains(host, "%25") {
			host = host[:len(host)-1] + "%25" + zone + "]"
		}
		b.WriteString(host)
		if has(Port) {
			b.WriteString(":" + parts[Port])
		}
	}
	b.WriteString(parts[Path])
	if has(Query) {
		b.WriteString("?" + parts[Query])
	}
	if has(Fragment) {
		b.WriteString("#" + parts[Fragment])
	}
	u := ParseLenient(b.String())
	for _, p := range Parts() {
		c := u.Get(p)
		raw, asked := parts[p]
		switch {
		case p == Host && has(Zone):
			continue
		case asked && c.Present && c.Raw == raw:
			continue
		case !asked && (!c.Present || p > Scheme && p < Path || p == Path && c.Raw == ""):
			// Missing, or a piece of a part that was given.
			continue
		}
		// Either a part does not match its production, or the path is misplaced.
		for _, q := range Parts() {
			if has(q) {
				if err := checkPart(q, parts[q]); err != nil {
					return URI{}, err
				}
			}
		}
		return URI{}, misplacedPath(parts[Path])
	}
	return u, nil
}
