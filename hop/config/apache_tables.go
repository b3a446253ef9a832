package config

import "github.com/pct-encoded/percent/internal/lazy"

// apacheCore are directives of the core that a virtual host may have. Each of them ends
// the inheritance of AllowEncodedSlashes, which is kept by folder.
var apacheCore = lazy.Value[map[string]bool]{Make: func() map[string]bool {
	return namesOf(`
	accessfilename adddefaultcharset allowencodedslashes directory directorymatch
	documentroot enablemmap enablesendfile errordocument errorlog errorlogformat fileetag
	files filesmatch forcetype hostnamelookups if elseif else keepalive keepalivetimeout
	limitinternalrecursion limitrequestbody limitrequestfields limitrequestfieldsize
	limitrequestline limitxmlrequestbody location locationmatch loglevel
	maxkeepaliverequests maxrangeoverlaps maxrangereversals maxranges mergeslashes options
	protocols protocolshonororder serveradmin serveralias servername serverpath
	serversignature sethandler setinputfilter setoutputfilter timeout traceenable
	usecanonicalname usecanonicalphysicalport`)
}}

// apacheHarmless are directives that change neither the path of a request, nor where it
// goes, nor the status that a plain GET gets. A directive that is not listed may.
var apacheHarmless = lazy.Value[map[string]bool]{Make: func() map[string]bool {
	return namesOf(`
	accessfilename addalt addaltbyencoding addaltbytype addcharset adddefaultcharset
	adddescription addencoding addicon addiconbyencoding addiconbytype addinputfilter
	addlanguage addoutputfilter addoutputfilterbytype addtype authbasicauthoritative
	authbasicprovider authdigestalgorithm authdigestdomain authdigestprovider authdigestqop
	authgroupfile authldapbinddn authldapbindpassword authldapurl authname authtype
	authuserfile balancergrowth balancerpersist brotlialteretag brotlicompressionquality
	brotlifilternote browsermatchoff bufferedlogs bufferresponse cachedefaultexpire
	coredumpdirectory customlog defaulticon defaultlanguage defaultruntimedir defaulttype
	define deflatebuffersize deflatecompressionlevel deflatefilternote
	deflateinflatelimitrequestbody deflatememlevel deflatewindowsize directoryindex
	enableexceptionhook enablemmap enablesendfile errorlog errorlogformat expiresactive
	expiresbytype expiresdefault extendedstatus fileetag filterchain filterdeclare
	filterprotocol filterprovider forcelanguagepriority forensiclog globallog gprofdir
	gracefulshutdowntimeout group h2copyfiles h2direct h2earlyhints h2keepalivetimeout
	h2maxsessionstreams h2maxworkeridleseconds h2maxworkers h2minworkers h2moderntlsonly
	h2outputbuffering h2padding h2push h2pushdiarysize h2pushpriority h2serializeheaders
	h2streamtimeout h2timeout h2tlscooldownsize h2tlswarmupsize h2upgrade h2windowsize
	header headername hostnamelookups indexheadinsert indexignore indexignorereset
	indexoptions indexorderdefault indexstylesheet keepalive keepalivetimeout
	languagepriority limitinternalrecursion limitrequestbody limitrequestfields
	limitrequestfieldsize limitxmlrequestbody listen listenbacklog
	listencoresbucketsratio loadfile loadmodule logformat logiotrackttfb loglevel
	maxconnectionsperchild maxkeepaliverequests maxmemfree maxrangeoverlaps
	maxrangereversals maxranges maxrequestsperchild maxrequestworkers maxspareservers
	maxsparethreads maxthreads mcacheminobjectsize mdcertificateagreement mdcontactemail
	mdomain mdrenewmode mimemagicfile minspareservers minsparethreads modmimeusepathinfo
	mutex namevirtualhost options passenv pidfile privilegesmode protocol protocolecho
	protocols protocolshonororder proxyaddheaders proxybadheader proxyerroroverride
	proxyfcgibackendtype proxyfcgisetenvif proxyiobuffersize proxymaxforwards
	proxypassinterpolateenv proxypassreverse proxypassreversecookiedomain
	proxypassreversecookiepath proxypreservehost proxyreceivebuffersize proxyset
	proxysourceaddress proxystatus proxytimeout proxyvia readmename receivebuffersize
	remoteipheader remoteipinternalproxy remoteipinternalproxylist remoteipproxiesheader
	remoteiptrustedproxy remoteiptrustedproxylist removecharset removeencoding
	removelanguage removetype requestreadtimeout rewritebase rewritelog
	rewriteloglevel rewritemap rlimitcpu rlimitmem rlimitnproc scoreboardfile scriptlog
	scriptlogbuffer scriptloglength scriptsock seerequesttail sendbuffersize serveradmin
	serveralias serverlimit servername serverroot serversignature servertokens
	sessiononly setenv setinputfilter setoutputfilter sslcacertificatefile
	sslcacertificatepath sslcadnrequestfile sslcadnrequestpath sslcarevocationcheck
	sslcarevocationfile sslcarevocationpath sslcertificatechainfile sslcertificatefile
	sslcertificatekeyfile sslciphersuite sslcompression sslcryptodevice sslengine sslfips
	sslhonorcipherorder sslinsecurerenegotiation sslocspdefaultresponder sslocspenable
	sslocspoverrideresponder sslocspresponderstimeout sslopensslconfcmd ssloptions
	sslpassphrasedialog sslprotocol sslproxycacertificatefile sslproxycacertificatepath
	sslproxycheckpeercn sslproxycheckpeerexpire sslproxycheckpeername sslproxyciphersuite
	sslproxyengine sslproxymachinecertificatefile sslproxyprotocol sslproxyverify
	sslproxyverifydepth sslrandomseed sslrenegbuffersize sslsessioncache
	sslsessioncachetimeout sslsessionticketkeyfile sslsessiontickets sslsrpunknownuserseed
	sslstaplingcache sslstaplingerrorcachetimeout sslstaplingfaketrylater
	sslstaplingforceurl sslstaplingrespondertimeout sslstaplingresponsemaxage
	sslstaplingresponsetimeskew sslstaplingreturnrespondererrors
	sslstaplingstandardcachetimeout sslstrictsnivhostcheck sslusername sslusestapling
	sslverifydepth startservers startthreads substitute substituteinheritbefore
	substitutemaxlinelength suexecusergroup threadlimit threadsperchild threadstacksize
	timeout traceenable transferlog typesconfig undefine unsetenv usecanonicalname user
	xbithack php_value php_flag php_admin_value php_admin_flag`)
}}

// apacheParameters are the parameters of ProxyPass that change no path.
var apacheParameters = lazy.Value[map[string]bool]{Make: func() map[string]bool {
	return namesOf(`
	acquire addressttl connectiontimeout disablereuse enablereuse failonstatus
	failontimeout flushpackets flushwait forcerecovery growth hcexpr hcfails hcinterval
	hcmethod hcpasses hctemplate hcuri iobuffersize keepalive lbmethod lbset loadfactor max
	maxattempts min nofailover ping receivebuffersize redirect responsefieldsize retry route
	scolonpathdelim secret smax status stickysession stickysessionsep timeout ttl upgrade`)
}}

// apacheModules are modules that come with Apache, without mod_ and _module.
var apacheModules = lazy.Value[map[string]bool]{Make: func() map[string]bool {
	return namesOf(`
	access_compat actions alias allowmethods auth_basic auth_digest auth_form authn_anon
	authn_core authn_dbd authn_dbm authn_file authn_socache authnz_fcgi authnz_ldap
	authz_core authz_dbd authz_dbm authz_groupfile authz_host authz_owner authz_user autoindex
	brotli buffer cache cache_disk cache_socache cern_meta cgi cgid charset_lite core data
	dav dav_fs dav_lock dbd deflate dialup dir dumpio echo env expires ext_filter file_cache
	filter headers heartbeat heartmonitor http http2 ident imagemap include info
	lbmethod_bybusyness lbmethod_byrequests lbmethod_bytraffic lbmethod_heartbeat ldap
	log_config log_debug log_forensic logio lua macro md mime mime_magic mpm_event
	mpm_prefork mpm_worker negotiation privileges proxy proxy_ajp proxy_balancer
	proxy_connect proxy_express proxy_fcgi proxy_fdpass proxy_ftp proxy_hcheck proxy_html
	proxy_http proxy_http2 proxy_scgi proxy_uwsgi proxy_wstunnel ratelimit reflector
	remoteip reqtimeout request rewrite sed session session_cookie session_crypto
	session_dbd setenvif slotmem_plain slotmem_shm so socache_dbm socache_memcache
	socache_redis socache_shmcb speling ssl status substitute suexec systemd unique_id
	unixd userdir usertrack version vhost_alias watchdog xml2enc`)
}}
