export const name = 'js-cookie';

export async function rows(load, between) {
  globalThis.document = { cookie: '' };
  const Cookies = await load();
  const withCookie = (cookie, f) => {
    globalThis.document = { cookie };
    return f();
  };
  const written = () => globalThis.document.cookie.replace(/; path=\/$/, '');
  return [
    ['encoder', 'js-cookie.value', "Cookies.set('k',s): document.cookie", (s) => withCookie('', () => { Cookies.set('k', s); return between(written(), 'k='); })],
    ['encoder', 'js-cookie.name', "Cookies.set(s,'v'): document.cookie", (s) => withCookie('', () => { Cookies.set(s, 'v'); return between(written(), '', '=v'); })],
    ['decoder', 'js-cookie.read', "Cookies.get('k') of 'k='+s", (s) => withCookie('k=' + s, () => Cookies.get('k'))],
  ];
}
