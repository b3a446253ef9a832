export const name = 'whatwg-url';

export async function rows(load, between) {
  const whatwg = await load();
  const { URL, URLSearchParams } = whatwg;
  const set = (base, key, value) => {
    const u = new URL(base);
    u[key] = value;
    return u[key];
  };
  const table = [
    ['encoder', 'whatwg-url.URL.pathname', "u.pathname='/x'+s+'x' (http), between", (s) => between(set('http://h/', 'pathname', '/x' + s + 'x'), '/x', 'x')],
    ['encoder', 'whatwg-url.URL.search', "u.search='?x'+s+'x' (http, special-query), between", (s) => between(set('http://h/', 'search', '?x' + s + 'x'), '?x', 'x')],
    ['encoder', 'whatwg-url.URL.search_nonspecial', "u.search='?x'+s+'x' (foo:, query), between", (s) => between(set('foo://h/', 'search', '?x' + s + 'x'), '?x', 'x')],
    ['encoder', 'whatwg-url.URL.hash', "u.hash='#x'+s+'x', between", (s) => between(set('http://h/', 'hash', '#x' + s + 'x'), '#x', 'x')],
    ['encoder', 'whatwg-url.URL.username', 'u.username=s', (s) => set('http://h/', 'username', s)],
    ['encoder', 'whatwg-url.URL.opaque_path', "new URL('foo:x'+s+'x').pathname, between", (s) => between(new URL('foo:x' + s + 'x').pathname, 'x', 'x')],
    ['encoder', 'whatwg-url.URL.opaque_host', "new URL('foo://x'+s+'x').host, between", (s) => between(new URL('foo://x' + s + 'x').host, 'x', 'x')],
    ['decoder', 'whatwg-url.URL.host_decode', "new URL('http://x'+s+'x').hostname, between", (s) => between(new URL('http://x' + s + 'x').hostname, 'x', 'x')],
  ];
  if (URLSearchParams) {
    table.push(
      ['encoder', 'whatwg-url.URLSearchParams', "new URLSearchParams([['k',s]]).toString().slice(2)", (s) => new URLSearchParams([['k', s]]).toString().slice(2)],
      ['decoder', 'whatwg-url.URLSearchParams.parse', "new URLSearchParams('k='+s).get('k')", (s) => new URLSearchParams('k=' + s).get('k')]);
  }
  return table;
}
