package config

import (
	"strings"

	"github.com/pct-encoded/percent/hop/internal/plan"
	"github.com/pct-encoded/percent/internal/lazy"
)

// haproxyInOrder reports whether a directive is read in its order with others.
func haproxyInOrder(name string) bool {
	switch name {
	case "http-request", "tcp-request", "redirect", "stats", "monitor-uri", "use_backend", "default_backend":
		return true
	}
	return false
}

// haproxyHarmless are directives of frontends and backends that change neither the path
// of a request, nor the status that it gets. Which server of a backend gets a request is
// not described.
var haproxyHarmless = lazy.Value[map[string]bool]{Make: func() map[string]bool {
	return namesOf(`
	backlog balance bind bind-process capture clitcpka-cnt clitcpka-idle clitcpka-intvl
	compression cookie declare default-server description dispatch email-alert enabled
	error-log-format external-check force-persist fullconn grace guid hash-balance-factor
	hash-preserve-affinity hash-type http-check http-reuse http-send-name-header id
	ignore-persist load-server-state-from-file log log-format log-format-sd log-steps
	log-tag max-keep-alive-queue max-session-srv-conns maxconn persist rate-limit
	retries retry-on server server-state-file-name server-template source srvtcpka-cnt
	srvtcpka-idle srvtcpka-intvl stick stick-table tcp-check timeout unique-id-format
	unique-id-header use-server monitor`)
}}

// haproxyOptions are options that change neither.
var haproxyOptions = lazy.Value[map[string]bool]{Make: func() map[string]bool {
	return namesOf(`
	abortonclose accept-invalid-http-response accept-unsafe-violations-in-http-response
	allbackups checkcache clitcpka contstats disable-h2-upgrade dontlog-normal dontlognull
	external-check forwardfor forwarded h1-case-adjust-bogus-client
	h1-case-adjust-bogus-server http-buffer-request http-ignore-probes http-keep-alive
	http-no-delay http-pretend-keepalive http-restrict-req-hdr-names http-server-close
	http-use-htx http-use-proxy-header httpchk httpclose httplog httpslog
	idle-close-on-response independent-streams ldap-check log-health-checks
	log-separate-errors logasap mysql-check nolinger originalto persist pgsql-check
	prefer-last-server redis-check redispatch smtpchk socket-stats splice-auto
	splice-request splice-response spop-check srvtcpka ssl-hello-chk tcp-check
	tcp-smart-accept tcp-smart-connect tcpka tcplog transparent`)
}}

// haproxyActions are the actions of http-request that neither end the rules nor change
// the path.
var haproxyActions = lazy.Value[map[string]bool]{Make: func() map[string]bool {
	return namesOf(`
	add-acl add-header cache-use capture del-acl del-header del-map disable-l7-retry
	do-log do-resolve early-hint replace-header replace-value sc-add-gpc sc-inc-gpc
	sc-inc-gpc0 sc-inc-gpc1 sc-set-gpt sc-set-gpt0 send-spoe-group set-bandwidth-limit
	set-bc-mark set-bc-tos set-dst set-dst-port set-fc-mark set-fc-tos set-header
	set-log-level set-map set-mark set-nice set-priority-class set-priority-offset
	set-retries set-src set-src-port set-timeout set-tos set-var set-var-fmt strict-mode
	track-sc0 track-sc1 track-sc2 unset-var wait-for-body wait-for-handshake`)
}}

// isHAProxyHarmless reports whether a directive changes no result.
func isHAProxyHarmless(d *directive) bool {
	switch d.name {
	case "option":
		return haproxyOptions.Get()[d.arg(0)]
	case "no":
		return d.arg(0) == "option" || d.arg(0) == "log"
	case "filter":
		return amongTexts([]string{"cache", "compression", "trace", "spoe", "opentracing", "bwlim-in", "bwlim-out"}, d.arg(0))
	case "http-response", "http-after-response":
		action, _, _ := strings.Cut(d.arg(0), "(")
		return haproxyActions.Get()[action] || action == "cache-store" || action == "allow"
	}
	return haproxyHarmless.Get()[d.name]
}

// haproxyNormalizers are what normalize-uri does, by its arguments. A target with a fragment
// is refused before:
// https://docs.haproxy.org/3.2/configuration.html#4.4-normalize-uri.
var haproxyNormalizers = lazy.Value[map[string][]plan.Op]{Make: func() map[string][]plan.Op {
	return map[string][]plan.Op{
		"fragment-strip": nil, "fragment-encode": nil,
		"path-merge-slashes":               {plan.HAProxySlashes},
		"path-strip-dot":                   {plan.HAProxyDot},
		"path-strip-dotdot":                {plan.HAProxyDotDot},
		"path-strip-dotdot full":           {plan.HAProxyFull},
		"percent-decode-unreserved":        {plan.HAProxyDecode},
		"percent-decode-unreserved strict": {plan.HAProxyStrict, plan.HAProxyDecode},
		"percent-to-uppercase":             {plan.HAProxyUpper},
		"percent-to-uppercase strict":      {plan.HAProxyStrict, plan.HAProxyUpper},
	}
}}
