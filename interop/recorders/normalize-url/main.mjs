export const name = 'normalize-url';

export async function rows(load, between) {
  const normalizeUrl = await load();
  return [['encoder', 'normalize-url.path', "normalizeUrl('http://h/x'+s+'x'), between", (s) => between(normalizeUrl('http://h/x' + s + 'x'), 'http://h/x', 'x')]];
}
