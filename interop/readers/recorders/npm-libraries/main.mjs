// The URL parsers of packages of npm, one package a run.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const protocol = require('./protocol.cjs');
const [verb, installed] = process.argv.slice(2);
const [name, version] = installed.split('@');

const readers = {
  'url-parse': () => {
    const Url = require('url-parse');
    return [["new Url(s, {}): protocol without ':', username, password, hostname, port, pathname, query without '?', hash without '#'", (s) => {
      const u = new Url(s, {});
      return [u.protocol.replace(/:$/, ''), u.username, u.password, u.hostname, u.port, u.pathname, u.query.replace(/^\?/, ''), u.hash.replace(/^#/, '')];
    }]];
  },
  urijs: () => {
    const URI = require('urijs');
    return [['URI.parse(s): protocol, username, password, hostname, port, path, query, fragment', (s) => {
      const u = URI.parse(s);
      return [u.protocol, u.username, u.password, u.hostname, u.port, u.path, u.query, u.fragment];
    }]];
  },
  'fast-uri': () => [['parse(s): scheme, userinfo (the user and the password), host, port, path, query, fragment; refused where error is set', ajv(require('fast-uri'))]],
  'uri-js': () => [['parse(s): scheme, userinfo (the user and the password), host, port, path, query, fragment; refused where error is set', ajv(require('uri-js'))]],
  ufo: () => {
    const { parseURL, parseHost } = require('ufo');
    return [["parseURL(s): protocol without ':', auth (the user and the password) if it is not empty, hostname and port of parseHost(host), pathname, search without '?', hash without '#'", (s) => {
      const u = parseURL(s);
      const { hostname, port } = u.host === undefined ? {} : parseHost(u.host);
      return [u.protocol?.replace(/:$/, ''), u.auth || null, null, hostname, port, u.pathname, u.search.replace(/^\?/, ''), u.hash.replace(/^#/, '')];
    }]];
  },
  validator: () => {
    const { isURL } = require('validator');
    return [['isURL(s), and the host that it compares host_whitelist with; refused where it is false', (s) => {
      if (!isURL(s)) return null;
      let host;
      const any = /x/;
      any.test = (text) => {
        host = text;
        return true;
      };
      isURL(s, { host_whitelist: [any] });
      return [null, null, null, host, null, null, null, null];
    }]];
  },
  'is-url': () => {
    const isUrl = require('is-url');
    return [['isUrl(s); refused where it is false', (s) => isUrl(s) ? Array(8).fill(null) : null]];
  },
  tldts: () => {
    const { parse } = require('tldts');
    return [['parse(s): hostname; refused where it is null', (s) => {
      const { hostname } = parse(s);
      return hostname === null ? null : [null, null, null, hostname, null, null, null, null];
    }]];
  },
  'whatwg-url': () => {
    const { URL } = require('whatwg-url');
    return [[protocol.urlCall, (s) => protocol.urlParts(new URL(s))]];
  },
  url: () => {
    const url = require('url/');
    return [[protocol.legacyCall, (s) => protocol.legacyParts(url.parse(s))]];
  },
};

function ajv({ parse }) {
  return (s) => {
    const u = parse(s);
    if (u.error !== undefined) return null;
    return [u.scheme, u.userinfo, null, u.host, u.port, u.path, u.query, u.fragment];
  };
}

const rows = readers[name]().map(([call, read]) => ['npm.' + name, version, `npm ${name}`, call, read]);
protocol.serve(rows, verb);
