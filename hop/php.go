package hop

import "strings"

// phpHops returns the hops of PHP-FPM behind nginx.
func phpHops() []*Hop {
	hop := func(variable string, steps ...step) *Hop {
		return &Hop{
			Program: recorded("php-fpm:"+variable, "8.2.36, 8.4.27", "location / {\n\tfastcgi_pass unix:/srv/php.sock;\n\tinclude fastcgi_params;\n\tfastcgi_split_path_info ^()(.*)$;\n\tfastcgi_param PATH_INFO $fastcgi_path_info;\n\tfastcgi_param SCRIPT_FILENAME /srv/www/index.php;\n}\n# nginx before PHP-FPM, rule: $uri, app: $_SERVER['"+variable+"']"),
			steps:   nginx(&merge{}, append([]step{rule}, steps...)...),
		}
	}
	return []*Hop{
		hop("PATH_INFO", when(&oneLine{}, []step{&dropLineFeed{}}, []step{replaceWhole{""}}), app),
		hop("REQUEST_URI", &requestURI{}, app),
		hop("DOCUMENT_URI", app),
	}
}

// requestURI is the original target without a scheme and a host, as nginx keeps it.
type requestURI struct{}

func (*requestURI) words() Step {
	return Step{"raw", "take the original target without a scheme and a host, or / if nothing is left"}
}

func (*requestURI) do(r *request) {
	r.path, r.tail = strings.TrimRight(r.target, " "), ""
	if !strings.HasPrefix(r.path, "/") {
		_, rest, _ := strings.Cut(r.path, "://")
		if _, r.path = cutAny(rest, "/?#"); r.path == "" {
			r.path = "/"
		}
	}
}

func (*requestURI) follow(v *variant) []*variant { return v.take(raw{}) }
