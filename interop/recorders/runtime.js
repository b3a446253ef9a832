// The functions of a JavaScript runtime, for engines of any age: rows for protocol.js.
// What a runtime does not have is left out. name gives IDs to the functions that every
// runtime has (js for Node.js, else the runtime), own to those of Node.js's modules.
/* global URL, URLSearchParams */

function runtime(name, own, querystring, url, between) {
  var rows = [];
  function enc(id, call, f, units) { rows.push(['encoder', id, call, f, units]); }
  function dec(id, call, f, units) { rows.push(['decoder', id, call, f, units]); }
  function set(base, key, value) {
    var u = new URL(base);
    u[key] = value;
    return u[key];
  }

  enc(name + '.encodeURIComponent', 'encodeURIComponent(s)', encodeURIComponent);
  enc(name + '.encodeURI', 'encodeURI(s)', encodeURI);
  enc(name + '.escape', 'escape(s)', escape);
  dec(name + '.decodeURIComponent', 'decodeURIComponent(s)', decodeURIComponent);
  dec(name + '.decodeURI', 'decodeURI(s)', decodeURI);
  dec(name + '.unescape', 'unescape(s)', unescape);
  if (typeof URLSearchParams === 'function') {
    enc(name + '.URLSearchParams', "new URLSearchParams([['k',s]]).toString().slice(2)", function (s) { return new URLSearchParams([['k', s]]).toString().slice(2); });
    dec(name + '.URLSearchParams.parse', "new URLSearchParams('k='+s).get('k')", function (s) { return new URLSearchParams('k=' + s).get('k'); });
  }
  if (typeof URL === 'function') {
    enc(name + '.URL.pathname', "u.pathname='/x'+s+'x' (http), between", function (s) { return between(set('http://h/', 'pathname', '/x' + s + 'x'), '/x', 'x'); });
    enc(name + '.URL.search', "u.search='?x'+s+'x' (http, special-query), between", function (s) { return between(set('http://h/', 'search', '?x' + s + 'x'), '?x', 'x'); });
    enc(name + '.URL.search_nonspecial', "u.search='?x'+s+'x' (foo:, query), between", function (s) { return between(set('foo://h/', 'search', '?x' + s + 'x'), '?x', 'x'); });
    enc(name + '.URL.hash', "u.hash='#x'+s+'x', between", function (s) { return between(set('http://h/', 'hash', '#x' + s + 'x'), '#x', 'x'); });
    enc(name + '.URL.username', 'u.username=s', function (s) { return set('http://h/', 'username', s); });
    enc(name + '.URL.password', 'u.password=s', function (s) { return set('http://h/', 'password', s); });
    enc(name + '.URL.opaque_path', "new URL('foo:x'+s+'x').pathname, between", function (s) { return between(new URL('foo:x' + s + 'x').pathname, 'x', 'x'); });
    enc(name + '.URL.opaque_host', "new URL('foo://x'+s+'x').host, between", function (s) { return between(new URL('foo://x' + s + 'x').host, 'x', 'x'); });
    enc(name + '.URL.path_parse', "new URL('http://h/x'+s+'x').href after host, between", function (s) { return between(new URL('http://h/x' + s + 'x').href, 'http://h/x', 'x'); });
    dec(name + '.URL.host_decode', "new URL('http://x'+s+'x').hostname, between", function (s) { return between(new URL('http://x' + s + 'x').hostname, 'x', 'x'); });
  }
  if (querystring) {
    enc(own + '.querystring.escape', 'querystring.escape(s)', function (s) { return querystring.escape(s); });
    enc(own + '.querystring.stringify', 'querystring.stringify({k:s}).slice(2)', function (s) { return querystring.stringify({ k: s }).slice(2); });
    dec(own + '.querystring.unescape', 'querystring.unescape(s)', function (s) { return querystring.unescape(s); });
    if (querystring.unescapeBuffer) dec(own + '.querystring.unescapeBuffer', 'querystring.unescapeBuffer(s)', function (s) { return querystring.unescapeBuffer(s); });
    dec(own + '.querystring.parse', "querystring.parse('k='+s).k", function (s) { return querystring.parse('k=' + s).k; });
  }
  if (url) {
    enc(own + '.url.parse', "url.parse('http://h/x'+s+'x').path, between", function (s) { return between(url.parse('http://h/x' + s + 'x').path, '/x', 'x'); });
    enc(own + '.url.format_search', "url.format({pathname:'/',search:'?x'+s})", function (s) { return between(url.format({ pathname: '/', search: '?x' + s }), '/?x'); });
    enc(own + '.url.format_pathname', "url.format({pathname:'/x'+s})", function (s) { return between(url.format({ pathname: '/x' + s }), '/x'); });
    enc(own + '.url.format_auth', "url.format({protocol:'http',host:'h',auth:s})",
      function (s) { var u = url.format({ protocol: 'http', host: 'h', auth: s }); return u === 'http://h' ? '' : between(u, 'http://', '@h'); });
    if (url.pathToFileURL) enc(own + '.pathToFileURL', "url.pathToFileURL('/x'+s+'x').href, between", function (s) { return between(url.pathToFileURL('/x' + s + 'x').href, 'file:///x', 'x'); });
    if (url.fileURLToPath) dec(own + '.fileURLToPath', "url.fileURLToPath('file:///x'+s+'x'), between", function (s) { return between(url.fileURLToPath('file:///x' + s + 'x'), '/x', 'x'); });
  }
  return rows;
}

if (typeof module !== 'undefined') module.exports = runtime;
