// JavaScript implementations: the language, Node's own modules, npm packages.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import querystring from 'node:querystring';
import url from 'node:url';
import { between, exit, INEXPRESSIBLE, serve } from './protocol.mjs';

const require = createRequire(import.meta.url);
const table = [];
let language = 'JavaScript';
let version = `node ${process.version}`;

/** group sets the version of what follows: that of an npm package, or the text given. */
function group(name) {
  const dir = path.join(import.meta.dirname, 'node_modules', name);
  const { version: v } = JSON.parse(readFileSync(path.join(dir, 'package.json')));
  version = `${name} ${v}`;
  return dir;
}
const enc = (id, call, fn) => table.push(['encoder', id, language, version, 'utf16', call, fn]);
const dec = (id, call, fn) => table.push(['decoder', id, language, version, 'utf16', call, fn]);
/** inside imports a file of a package that its exports do not name. */
const inside = (dir, file) => import(url.pathToFileURL(path.join(dir, file)));
/** after drops the prefix; an output equal to bare stands for an empty value. */
const after = (out, prefix, bare) => (bare !== undefined && out === bare ? '' : between(out, prefix));

// The language.
enc('js.encodeURIComponent', 'encodeURIComponent(s)', encodeURIComponent);
enc('js.encodeURI', 'encodeURI(s)', encodeURI);
enc('js.escape', 'escape(s)', escape);
const hexUpper = (c) => '%' + c.charCodeAt(0).toString(16).toUpperCase();
enc('js.mdn_rfc3986', "encodeURIComponent(s).replace(/[!'()*]/g,c=>'%'+c.charCodeAt(0).toString(16).toUpperCase()) (MDN fixedEncodeURIComponent)",
  (s) => encodeURIComponent(s).replace(/[!'()*]/g, hexUpper));
enc('js.mdn_rfc5987', "encodeURIComponent(s), then ' ( ) * escaped and %7C %60 %5E unescaped (MDN encodeRFC5987ValueChars)",
  (s) => encodeURIComponent(s).replace(/['()*]/g, hexUpper).replace(/%(7C|60|5E)/g, (_, h) => String.fromCharCode(parseInt(h, 16))));
dec('js.decodeURIComponent', 'decodeURIComponent(s)', decodeURIComponent);
dec('js.decodeURI', 'decodeURI(s)', decodeURI);
dec('js.unescape', 'unescape(s)', unescape);

// Node.
enc('node.querystring.escape', 'querystring.escape(s)', (s) => querystring.escape(s));
enc('node.querystring.stringify', 'querystring.stringify({k:s}).slice(2)', (s) => querystring.stringify({ k: s }).slice(2));
enc('js.URLSearchParams', "new URLSearchParams([['k',s]]).toString().slice(2)", (s) => new URLSearchParams([['k', s]]).toString().slice(2));
const set = (base, key, value) => {
  const u = new URL(base);
  u[key] = value;
  return u[key];
};
enc('js.URL.pathname', "u.pathname='/x'+s+'x' (http), between", (s) => between(set('http://h/', 'pathname', '/x' + s + 'x'), '/x', 'x'));
enc('js.URL.search', "u.search='?x'+s+'x' (http, special-query), between", (s) => between(set('http://h/', 'search', '?x' + s + 'x'), '?x', 'x'));
enc('js.URL.search_nonspecial', "u.search='?x'+s+'x' (foo:, query), between", (s) => between(set('foo://h/', 'search', '?x' + s + 'x'), '?x', 'x'));
enc('js.URL.hash', "u.hash='#x'+s+'x', between", (s) => between(set('http://h/', 'hash', '#x' + s + 'x'), '#x', 'x'));
enc('js.URL.username', 'u.username=s', (s) => set('http://h/', 'username', s));
enc('js.URL.password', 'u.password=s', (s) => set('http://h/', 'password', s));
enc('js.URL.opaque_path', "new URL('foo:x'+s+'x').pathname, between", (s) => between(new URL('foo:x' + s + 'x').pathname, 'x', 'x'));
enc('js.URL.opaque_host', "new URL('foo://x'+s+'x').host, between", (s) => between(new URL('foo://x' + s + 'x').host, 'x', 'x'));
enc('js.URL.path_parse', "new URL('http://h/x'+s+'x').href after host, between", (s) => between(new URL('http://h/x' + s + 'x').href, 'http://h/x', 'x'));
enc('node.url.parse', "url.parse('http://h/x'+s+'x').path, between", (s) => between(url.parse('http://h/x' + s + 'x').path, '/x', 'x'));
enc('node.url.format_search', "url.format({pathname:'/',search:'?x'+s})", (s) => between(url.format({ pathname: '/', search: '?x' + s }), '/?x'));
enc('node.url.format_pathname', "url.format({pathname:'/x'+s})", (s) => between(url.format({ pathname: '/x' + s }), '/x'));
enc('node.url.format_auth', "url.format({protocol:'http',host:'h',auth:s})",
  (s) => { const u = url.format({ protocol: 'http', host: 'h', auth: s }); return u === 'http://h' ? '' : between(u, 'http://', '@h'); });
enc('node.pathToFileURL', "url.pathToFileURL('/x'+s+'x').href, between", (s) => between(url.pathToFileURL('/x' + s + 'x').href, 'file:///x', 'x'));
dec('node.querystring.unescape', 'querystring.unescape(s)', (s) => querystring.unescape(s));
dec('node.querystring.unescapeBuffer', 'querystring.unescapeBuffer(s)', (s) => querystring.unescapeBuffer(s));
dec('node.querystring.parse', "querystring.parse('k='+s).k", (s) => querystring.parse('k=' + s).k);
dec('js.URLSearchParams.parse', "new URLSearchParams('k='+s).get('k')", (s) => new URLSearchParams('k=' + s).get('k'));
dec('js.URL.host_decode', "new URL('http://x'+s+'x').hostname, between", (s) => between(new URL('http://x' + s + 'x').hostname, 'x', 'x'));
dec('node.fileURLToPath', "url.fileURLToPath('file:///x'+s+'x'), between", (s) => between(url.fileURLToPath('file:///x' + s + 'x'), '/x', 'x'));

version = `node ${process.version} (undici ${process.versions.undici})`;
const multipart = async (name, value, filename) => {
  const fd = new FormData();
  if (filename === undefined) fd.append(name, value);
  else fd.append(name, value, filename);
  return Buffer.from(await new Response(fd).arrayBuffer());
};
const cut = (body, before, end) => {
  const at = body.indexOf(before);
  const to = body.indexOf(end, at + before.length);
  if (at < 0 || to < 0) throw new Error('no such parameter');
  return body.subarray(at + before.length, to);
};
enc('js.FormData.multipart_name', 'new Response(FormData{name:s}) Content-Disposition name',
  async (s) => cut(await multipart(s, 'v'), '; name="', '"\r\n\r\nv'));
enc('js.FormData.multipart_filename', 'new Response(FormData{k:Blob, filename s}) Content-Disposition filename',
  async (s) => cut(await multipart('k', new Blob(['v']), s), '; filename="', '"\r\nContent-Type:'));

// Query strings.
group('qs');
const { default: qs } = await import('qs');
enc('qs.RFC3986', 'qs.stringify({k:s}).slice(2)', (s) => qs.stringify({ k: s }).slice(2));
enc('qs.RFC1738', "qs.stringify({k:s},{format:'RFC1738'}).slice(2)", (s) => qs.stringify({ k: s }, { format: 'RFC1738' }).slice(2));
enc('qs.iso-8859-1', "qs.stringify({k:s},{charset:'iso-8859-1'}).slice(2)", (s) => qs.stringify({ k: s }, { charset: 'iso-8859-1' }).slice(2));
dec('qs.parse', "qs.parse('k='+s).k", (s) => qs.parse('k=' + s).k);
dec('qs.parse.iso-8859-1', "qs.parse('k='+s,{charset:'iso-8859-1'}).k", (s) => qs.parse('k=' + s, { charset: 'iso-8859-1' }).k);
group('query-string');
const { default: queryString } = await import('query-string');
enc('query-string.stringify', 'queryString.stringify({k:s}).slice(2)', (s) => queryString.stringify({ k: s }).slice(2));
enc('query-string.stringify.nonstrict', 'queryString.stringify({k:s},{strict:false}).slice(2)', (s) => queryString.stringify({ k: s }, { strict: false }).slice(2));
dec('query-string.parse', "queryString.parse('k='+s).k", (s) => queryString.parse('k=' + s).k);
group('fast-querystring');
const { default: fq } = await import('fast-querystring');
enc('fast-querystring.stringify', 'fq.stringify({k:s}).slice(2)', (s) => fq.stringify({ k: s }).slice(2));
dec('fast-querystring.parse', "fq.parse('k='+s).k", (s) => fq.parse('k=' + s).k);
group('querystringify');
const { default: querystringify } = await import('querystringify');
enc('querystringify.stringify', 'qs.stringify({k:s}).slice(2)', (s) => querystringify.stringify({ k: s }).slice(2));
dec('querystringify.parse', "qs.parse('k='+s).k", (s) => querystringify.parse('k=' + s).k);

// The URL Standard.
const whatwgDir = group('whatwg-url');
const { default: whatwg } = await import('whatwg-url');
const pe = require(path.join(whatwgDir, 'lib/percent-encoding.js'));
enc('whatwg-url.URLSearchParams', "new URLSearchParams([['k',s]]).toString().slice(2)", (s) => new whatwg.URLSearchParams([['k', s]]).toString().slice(2));
for (const name of ['C0Control', 'Fragment', 'Query', 'SpecialQuery', 'Path', 'Userinfo', 'URLEncoded']) {
  const predicate = pe[`is${name}PercentEncode`];
  enc(`whatwg-url.set.${name}`, `utf8PercentEncodeString(s, is${name}PercentEncode)`, (s) => pe.utf8PercentEncodeString(s, predicate));
}
dec('whatwg-url.percentDecodeString', 'percentDecodeString(s)', (s) => pe.percentDecodeString(s));

// Signing.
group('oauth-sign');
const { default: oauthSign } = await import('oauth-sign');
enc('oauth-sign.rfc3986', 'oauthSign.rfc3986(s)', (s) => oauthSign.rfc3986(s));
group('oauth-1.0a');
const { default: OAuth } = await import('oauth-1.0a');
const oauth = new OAuth({ consumer: { key: 'k', secret: 's' } });
enc('oauth-1.0a.percentEncode', 'oauth.percentEncode(s)', (s) => oauth.percentEncode(s));
group('@smithy/util-uri-escape');
const smithy = await import('@smithy/util-uri-escape');
enc('smithy.escapeUri', 'escapeUri(s)', (s) => smithy.escapeUri(s));
enc('smithy.escapeUriPath', 'escapeUriPath(s)', (s) => smithy.escapeUriPath(s));
group('aws4');
const { default: aws4 } = await import('aws4');
const canonical = (service, p) => new aws4.RequestSigner({ host: 'h', region: 'r', service, path: p }, { accessKeyId: 'a', secretAccessKey: 's' }).canonicalString().split('\n');
enc('aws4.query', "canonicalString query of path '/?k='+encodeURIComponent(s), after k=", (s) => between(canonical('execute-api', '/?k=' + encodeURIComponent(s))[2], 'k='));
enc('aws4.s3path', "canonicalString path of '/x'+encodeURIComponent(s)+'x', service s3, between", (s) => between(canonical('s3', '/x' + encodeURIComponent(s) + 'x')[1], '/x', 'x'));
const cosDir = group('cos-nodejs-sdk-v5');
const cos = require(path.join(cosDir, 'sdk/util.js'));
enc('tencent-cos.camSafeUrlEncode', 'util.camSafeUrlEncode(s)', (s) => cos.camSafeUrlEncode(s));
const minio = await inside(group('minio'), 'dist/main/internal/helper.js');
enc('minio.uriEscape', 'uriEscape(s)', (s) => minio.uriEscape(s));
enc('minio.uriResourceEscape', 'uriResourceEscape(s)', (s) => minio.uriResourceEscape(s));
const gcs = await inside(group('@google-cloud/storage'), 'build/cjs/src/util.js');
enc('google-cloud-storage.fixedEncodeURIComponent', 'fixedEncodeURIComponent(s)', (s) => gcs.fixedEncodeURIComponent(s));
enc('google-cloud-storage.encodeURI', 'encodeURI(s,false)', (s) => gcs.encodeURI(s, false));
group('@azure/storage-blob');
const { ContainerClient } = await import('@azure/storage-blob');
const container = new ContainerClient('http://h/c');
enc('azure-storage-blob.url', 'containerClient.getBlobClient(s).url', (s) => between(container.getBlobClient(s).url, 'http://h/c/'));
group('ali-oss');
const { default: OSS } = await import('ali-oss');
enc('ali-oss.escapeName', 'store._escape(s)', (s) => OSS.prototype._escape(s));
enc('ali-oss.sts_escape', 'sts._escape(s)', (s) => OSS.STS.prototype._escape(s));

// URI templates.
group('url-template');
const { parseTemplate } = await import('url-template');
for (const [name, operator, before] of [['simple', '', ''], ['reserved', '+', ''], ['fragment', '#', '#'], ['label', '.', '.'], ['path', '/', '/'], ['query', '?', '?k='], ['param', ';', ';k']]) {
  const template = parseTemplate(`{${operator}k}`);
  enc(`url-template.${name}`, `parseTemplate('{${operator}k}').expand({k:s})${before && `, after ${before}`}`,
    (s) => { const v = between(template.expand({ k: s }), before); return name === 'param' && v !== '' ? between(v, '=') : v; });
}
group('uri-templates');
const { default: uriTemplates } = await import('uri-templates');
enc('uri-templates.simple', "uriTemplates('{k}').fill({k:s})", (s) => uriTemplates('{k}').fill({ k: s }));
enc('uri-templates.reserved', "uriTemplates('{+k}').fill({k:s})", (s) => uriTemplates('{+k}').fill({ k: s }));
group('@octokit/endpoint');
const { endpoint } = await import('@octokit/endpoint');
enc('octokit.path', "endpoint('GET /x/{k}',{k:s}).url", (s) => between(endpoint('GET /x/{k}', { k: s }).url, 'https://api.github.com/x/'));
enc('octokit.query', "endpoint('GET /x',{k:s}).url after k=", (s) => between(endpoint('GET /x', { k: s }).url, 'https://api.github.com/x?k='));

// URI libraries.
group('strict-uri-encode');
const { default: strictUriEncode } = await import('strict-uri-encode');
enc('strict-uri-encode', 'strictUriEncode(s)', (s) => strictUriEncode(s));
group('uri-js');
const { default: uriJs } = await import('uri-js');
enc('uri-js.escapeComponent', 'URI.escapeComponent(s)', (s) => uriJs.escapeComponent(s));
dec('uri-js.unescapeComponent', 'URI.unescapeComponent(s)', (s) => uriJs.unescapeComponent(s));
function components(prefix, name, lib) {
  const part = (p) => lib.serialize({ scheme: 'foo', host: 'h', ...p });
  enc(`${prefix}.path`, `${name}.serialize({scheme:'foo',host:'h',path:'/x'+s+'x'}), between`, (s) => between(part({ path: '/x' + s + 'x' }), 'foo://h/x', 'x'));
  enc(`${prefix}.query`, `${name}.serialize({scheme:'foo',host:'h',query:s})`, (s) => after(part({ query: s }), 'foo://h?', 'foo://h'));
  enc(`${prefix}.fragment`, `${name}.serialize({scheme:'foo',host:'h',fragment:s})`, (s) => after(part({ fragment: s }), 'foo://h#', 'foo://h'));
  enc(`${prefix}.userinfo`, `${name}.serialize({scheme:'foo',host:'h',userinfo:s})`,
    (s) => { const u = part({ userinfo: s }); return u === 'foo://h' ? '' : between(u, 'foo://', '@h'); });
}
components('uri-js.serialize', 'URI', uriJs);
group('fast-uri');
const { default: fastUri } = await import('fast-uri');
components('fast-uri.serialize', 'fastUri', fastUri);
group('urijs');
const { default: URI } = await import('urijs');
for (const name of ['encode', 'encodeReserved', 'encodeQuery', 'encodePathSegment']) enc(`urijs.${name}`, `URI.${name}(s)`, (s) => URI[name](s));
enc('urijs.setQuery', "URI('http://h/').setQuery('k',s).query(), after k=", (s) => after(URI('http://h/').setQuery('k', s).query(), 'k=', 'k'));
enc('urijs.iso8859', 'URI.iso8859(); URI.encode(s)', (s) => {
  URI.iso8859();
  try {
    return URI.encode(s);
  } finally {
    URI.unicode();
  }
});
dec('urijs.decodeQuery', 'URI.decodeQuery(s)', (s) => URI.decodeQuery(s));
dec('urijs.decode', 'URI.decode(s)', (s) => URI.decode(s));
group('encodeurl');
const { default: encodeUrl } = await import('encodeurl');
enc('encodeurl', 'encodeUrl(s)', (s) => encodeUrl(s));
group('ufo');
const ufo = await import('ufo');
for (const name of ['encode', 'encodeHash', 'encodeQueryValue', 'encodeQueryKey', 'encodePath', 'encodeParam']) enc(`ufo.${name}`, `${name}(s)`, (s) => ufo[name](s));
for (const name of ['decode', 'decodePath', 'decodeQueryKey', 'decodeQueryValue']) dec(`ufo.${name}`, `${name}(s)`, (s) => ufo[name](s));
group('vscode-uri');
const vscode = (await import('vscode-uri')).URI;
enc('vscode-uri.path', "URI.from({scheme:'foo',authority:'h',path:'/x'+s+'x'}).toString(), between",
  (s) => between(vscode.from({ scheme: 'foo', authority: 'h', path: '/x' + s + 'x' }).toString(), 'foo://h/x', 'x'));
enc('vscode-uri.query', "URI.from({scheme:'foo',query:s}).toString()", (s) => after(vscode.from({ scheme: 'foo', query: s }).toString(), 'foo:?', 'foo:'));
enc('vscode-uri.fragment', "URI.from({scheme:'foo',fragment:s}).toString()", (s) => after(vscode.from({ scheme: 'foo', fragment: s }).toString(), 'foo:#', 'foo:'));
enc('vscode-uri.minimal', "URI.from({scheme:'foo',authority:'h',path:'/x'+s+'x'}).toString(true), between",
  (s) => between(vscode.from({ scheme: 'foo', authority: 'h', path: '/x' + s + 'x' }).toString(true), 'foo://h/x', 'x'));
enc('vscode-uri.authority', "URI.from({scheme:'foo',authority:s}).toString()", (s) => after(vscode.from({ scheme: 'foo', authority: s }).toString(), 'foo://', 'foo:'));
dec('vscode-uri.parse', "URI.parse('foo://h/'+s).path.slice(1)", (s) => between(vscode.parse('foo://h/' + s).path, '/'));
group('packageurl-js');
const { PackageURL } = await import('packageurl-js');
const purl = (...args) => new PackageURL('generic', ...args).toString();
enc('purl.version', "new PackageURL('generic',null,'n',s).toString()", (s) => after(purl(null, 'n', s), 'pkg:generic/n@', 'pkg:generic/n'));
enc('purl.name', "new PackageURL('generic',null,s).toString()", (s) => between(purl(null, s), 'pkg:generic/'));
enc('purl.namespace', "new PackageURL('generic',s,'n').toString()",
  (s) => { const p = purl(s, 'n'); return p === 'pkg:generic/n' ? '' : between(p, 'pkg:generic/', '/n'); });
enc('purl.qualifier', "new PackageURL('generic',null,'n',null,{k:s}).toString()", (s) => after(purl(null, 'n', null, { k: s }), 'pkg:generic/n?k=', 'pkg:generic/n'));
enc('purl.subpath', "new PackageURL('generic',null,'n',null,null,s).toString()", (s) => after(purl(null, 'n', null, null, s), 'pkg:generic/n#', 'pkg:generic/n'));
group('npm-package-arg');
const { default: npa } = await import('npm-package-arg');
enc('npm-package-arg.escapedName', 'npa(s).escapedName', (s) => npa(s).escapedName);
group('normalize-url');
const { default: normalizeUrl } = await import('normalize-url');
enc('normalize-url.path', "normalizeUrl('http://h/x'+s+'x'), between", (s) => between(normalizeUrl('http://h/x' + s + 'x'), 'http://h/x', 'x'));

// Markdown.
group('mdurl');
const mdurl = await import('mdurl');
enc('mdurl.encode', 'mdurl.encode(s)', (s) => mdurl.encode(s));
enc('mdurl.encode.component', 'mdurl.encode(s,mdurl.encode.componentChars,false)', (s) => mdurl.encode(s, mdurl.encode.componentChars, false));
dec('mdurl.decode', 'mdurl.decode(s)', (s) => mdurl.decode(s));
dec('mdurl.decode.component', 'mdurl.decode(s,mdurl.decode.componentChars)', (s) => mdurl.decode(s, mdurl.decode.componentChars));
group('micromark-util-sanitize-uri');
const { normalizeUri } = await import('micromark-util-sanitize-uri');
enc('micromark.normalizeUri', 'normalizeUri(s)', (s) => normalizeUri(s));
const commonmark = await inside(group('commonmark'), 'lib/common.js');
enc('commonmark.js.normalizeURI', 'normalizeURI(s) (commonmark/lib/common.js)', (s) => commonmark.normalizeURI(s));
group('marked');
const { Parser, Renderer } = await import('marked');
const renderer = new Renderer();
renderer.parser = new Parser();
enc('marked.cleanUrl', 'renderer.link({href:s}): href (HTML-escaped)', (s) => between(renderer.link({ href: s, title: null, tokens: [] }), '<a href="', '"></a>'));
group('markdown-it');
const { default: MarkdownIt } = await import('markdown-it');
const md = new MarkdownIt();
enc('markdown-it.normalizeLink', "md.normalizeLink('http://h/x'+s+'x'), between", (s) => between(md.normalizeLink('http://h/x' + s + 'x'), 'http://h/x', 'x'));

// Clients and frameworks.
group('axios');
const { default: axios, AxiosHeaders } = await import('axios');
enc('axios.getUri', "axios.getUri({url:'/',params:{k:s}})", (s) => between(axios.getUri({ url: '/', params: { k: s } }), '/?k='));
enc('axios.toFormUrlencoded', 'axios.defaults.transformRequest of {k:s}, content type application/x-www-form-urlencoded', (s) => {
  const headers = AxiosHeaders.from({ 'content-type': 'application/x-www-form-urlencoded' });
  return between(String(axios.defaults.transformRequest[0].call(axios.defaults, { k: s }, headers)), 'k=');
});
group('js-cookie');
const { default: Cookies } = await import('js-cookie');
const withCookie = (cookie, fn) => {
  globalThis.document = { cookie };
  try {
    return fn();
  } finally {
    delete globalThis.document;
  }
};
enc('js-cookie.value', "Cookies.set('k',s): document.cookie", (s) => withCookie('', () => between(Cookies.set('k', s), 'k=', '; path=/')));
enc('js-cookie.name', "Cookies.set(s,'v'): document.cookie", (s) => withCookie('', () => between(Cookies.set(s, 'v'), '', '=v; path=/')));
dec('js-cookie.read', "Cookies.get('k') of 'k='+s", (s) => withCookie('k=' + s, () => Cookies.get('k')));
group('cookie');
const { default: cookie } = await import('cookie');
enc('cookie.serialize', "cookie.serialize('k',s)", (s) => between(cookie.serialize('k', s), 'k='));
dec('cookie.parse', "cookie.parse('k='+s).k", (s) => cookie.parse('k=' + s).k);
group('content-disposition');
const disposition = await import('content-disposition');
enc('content-disposition.filename*', "create('\\u20acx'+s+'x'): filename*, between (a plain name gets no filename*)", (s) => {
  const [, value] = disposition.create('€x' + s + 'x').split("; filename*=UTF-8''");
  return between(value, '%E2%82%ACx', 'x');
});
group('mini-svg-data-uri');
const { default: svgToTinyDataUri } = await import('mini-svg-data-uri');
enc('mini-svg-data-uri', "svgToTinyDataUri('<x'+s+'x'), between", (s) => between(svgToTinyDataUri('<x' + s + 'x'), 'data:image/svg+xml,%3cx', 'x'));
group('@actions/core');
const core = await import('@actions/core');
const printed = (fn) => {
  const write = process.stdout.write;
  let out = '';
  process.stdout.write = (chunk) => { out += chunk; return true; };
  try {
    fn();
  } finally {
    process.stdout.write = write;
  }
  return out;
};
enc('github-actions.data', 'core.debug(s): ::debug::<data>', (s) => between(printed(() => core.debug(s)), '::debug::', '\n'));
enc('github-actions.property', "core.error('m',{title:s}): property title",
  (s) => { const out = printed(() => core.error('m', { title: s })); return out === '::error ::m\n' ? '' : between(out, '::error title=', '::m\n'); });
group('azure-pipelines-task-lib');
const { default: { TaskCommand } } = await import('azure-pipelines-task-lib/taskcommand.js');
enc('azure-pipelines.data', "new TaskCommand('x',{},s).toString()", (s) => between(new TaskCommand('x', {}, s).toString(), '##vso[x]'));
enc('azure-pipelines.property', "new TaskCommand('x',{k:s},'').toString()",
  (s) => { const out = new TaskCommand('x', { k: s }, '').toString(); return out === '##vso[x ]' ? '' : between(out, '##vso[x k=', ';]'); });
group('vue-router');
const vueRouter = await import('vue-router');
const router = vueRouter.createRouter({ history: vueRouter.createMemoryHistory(), routes: [{ path: '/', component: {} }, { name: 'n', path: '/p/:k', component: {} }] });
enc('vue-router.query', 'stringifyQuery({k:s}).slice(2)', (s) => between(vueRouter.stringifyQuery({ k: s }), 'k='));
enc('vue-router.queryKey', "stringifyQuery({[s]:'v'})", (s) => between(vueRouter.stringifyQuery({ [s]: 'v' }), '', '=v'));
enc('vue-router.param', "router.resolve({name:'n',params:{k:s}}).path", (s) => between(router.resolve({ name: 'n', params: { k: s } }).path, '/p/'));
enc('vue-router.hash', "router.resolve({path:'/',hash:'#'+s}).href", (s) => between(router.resolve({ path: '/', hash: '#' + s }).href, '/#'));
group('@angular/common');
await import('@angular/compiler');
const { HttpUrlEncodingCodec } = await import('@angular/common/http');
const codec = new HttpUrlEncodingCodec();
enc('angular.HttpUrlEncodingCodec', 'new HttpUrlEncodingCodec().encodeValue(s)', (s) => codec.encodeValue(s));
group('@angular/router');
const { DefaultUrlSerializer, UrlSegment, UrlSegmentGroup, UrlTree } = await import('@angular/router');
const serialize = (segment, query, fragment) => new DefaultUrlSerializer().serialize(
  new UrlTree(new UrlSegmentGroup([], { primary: new UrlSegmentGroup([new UrlSegment(segment, {})], {}) }), query, fragment));
enc('angular.router.segment', 'DefaultUrlSerializer.serialize segment', (s) => between(serialize(s, {}, null), '/'));
enc('angular.router.query', 'DefaultUrlSerializer.serialize queryParams {k:s}', (s) => between(serialize('p', { k: s }, null), '/p?k='));
enc('angular.router.fragment', 'DefaultUrlSerializer.serialize fragment', (s) => between(serialize('p', {}, s), '/p#'));
group('jquery');
const { JSDOM } = await import('jsdom');
const { window } = new JSDOM('');
const { jQueryFactory } = await import('jquery/factory');
const $ = jQueryFactory(window);
enc('jquery.param', '$.param({k:s}).slice(2)', (s) => between($.param({ k: s }), 'k='));
const angularDir = group('angular');
const angular = ((page) => {
  page.window.eval(readFileSync(path.join(angularDir, 'angular.js'), 'utf8'));
  return page.window.angular;
})(new JSDOM('', { runScripts: 'outside-only' }));
const injector = angular.injector(['ng']);
enc('angularjs.httpParamSerializer', '$httpParamSerializer({k:s}).slice(2)', (s) => between(injector.get('$httpParamSerializer')({ k: s }), 'k='));
enc('angularjs.httpParamSerializerJQLike', '$httpParamSerializerJQLike({k:s}).slice(2)', (s) => between(injector.get('$httpParamSerializerJQLike')({ k: s }), 'k='));
group('react-router');
const { generatePath } = await import('react-router');
enc('react-router.generatePath', "generatePath('/:k',{k:s}).slice(1)", (s) => between(generatePath('/:k', { k: s }), '/'));
group('@opentelemetry/core');
const { W3CBaggagePropagator } = await import('@opentelemetry/core');
const { defaultTextMapSetter, propagation, ROOT_CONTEXT } = await import('@opentelemetry/api');
enc('opentelemetry.baggage', 'W3CBaggagePropagator inject k=s', (s) => {
  const carrier = {};
  new W3CBaggagePropagator().inject(propagation.setBaggage(ROOT_CONTEXT, propagation.createBaggage({ k: { value: s } })), carrier, defaultTextMapSetter);
  return between(carrier.baggage, 'k=');
});
group('fontoxpath');
const { default: fontoxpath } = await import('fontoxpath');
language = 'XPath';
for (const name of ['encode-for-uri', 'iri-to-uri']) {
  enc(`fontoxpath.${name}`, `fn:${name}($s)`, (s) => fontoxpath.evaluateXPathToString(`fn:${name}($s)`, null, null, { s }));
}

// DuckDB, whose strings are UTF-8.
const { DuckDBInstance, default: duckdb } = await import('@duckdb/node-api');
group('@duckdb/node-api');
language = 'SQL';
const db = await (await DuckDBInstance.create(':memory:')).connect();
const ask = async (sql, s) => (await db.runAndReadAll(sql, [s])).getRows()[0][0];
version = `DuckDB ${await ask('select library_version from pragma_version() where $1 is not null', '')} (${version})`;
const text = (row) => { row[4] = 'text'; };
enc('duckdb.url_encode', 'url_encode(s)', (s) => ask('select url_encode($1::varchar)', s));
text(table.at(-1));
enc('duckdb.hive_partition', "COPY (select 1 a, 'x'||s||'x' k) TO dir (FORMAT csv, PARTITION_BY k): directory k=..., between", async (s) => {
  if (s.includes('\0')) return INEXPRESSIBLE; // it ends the name of the directory
  const home = process.cwd();
  const dir = mkdtempSync(path.join(tmpdir(), 'hive-'));
  process.chdir(dir);
  try {
    await db.run("copy (select 1 a, $1::varchar k) to 'out' (format csv, partition_by k)", ['x' + s + 'x']);
    return between(readdirSync('out')[0], 'k=x', 'x');
  } finally {
    process.chdir(home);
    rmSync(dir, { recursive: true });
  }
});
text(table.at(-1));
dec('duckdb.url_decode', 'url_decode(s)', (s) => ask('select url_decode($1::varchar)', s));
text(table.at(-1));

await serve(table);
exit(); // DuckDB and jsdom hold the loop
