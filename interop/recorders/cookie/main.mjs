export const name = 'cookie';

export async function rows(load, between) {
  const cookie = await load();
  const serialize = cookie.serialize ?? ((name, value) => cookie.stringifySetCookie({ name, value }));
  const parse = cookie.parse ?? cookie.parseCookie;
  return [
    ['encoder', 'cookie.serialize', "cookie.serialize('k',s)", (s) => between(serialize('k', s), 'k=')],
    ['decoder', 'cookie.parse', "cookie.parse('k='+s).k", (s) => parse('k=' + s).k],
  ];
}
