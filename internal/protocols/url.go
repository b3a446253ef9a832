package protocols

import "github.com/pct-encoded/percent/weburl"

// A BrowserURL is a URL of package weburl, under the names that JavaScript has for
// its components.
type BrowserURL struct {
	Href     string `json:"href"`
	Origin   string `json:"origin"`
	Protocol string `json:"protocol"`
	Username string `json:"username"`
	Password string `json:"password"`
	Host     string `json:"host"`
	Hostname string `json:"hostname"`
	Port     string `json:"port"`
	Pathname string `json:"pathname"`
	Search   string `json:"search"`
	Hash     string `json:"hash"`
}

// NewBrowserURL returns the view of u.
func NewBrowserURL(u weburl.URL) BrowserURL {
	return BrowserURL{u.Href(), u.Origin(), u.Protocol(), u.Username(), u.Password(), u.Host(), u.Hostname(), u.Port(), u.Pathname(), u.Search(), u.Hash()}
}
