export const name = 'query-string';

export async function rows(load) {
  const queryString = await load();
  return [
    ['encoder', 'query-string.stringify', 'queryString.stringify({k:s}).slice(2)', (s) => queryString.stringify({ k: s }).slice(2)],
    ['encoder', 'query-string.stringify.nonstrict', 'queryString.stringify({k:s},{strict:false}).slice(2)',
      (s) => queryString.stringify({ k: s }, { strict: false }).slice(2)],
    ['decoder', 'query-string.parse', "queryString.parse('k='+s).k", (s) => queryString.parse('k=' + s).k],
  ];
}
