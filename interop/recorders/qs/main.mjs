export const name = 'qs';

export async function rows(load) {
  const qs = await load();
  const one = (s, options) => qs.stringify({ k: s }, options).slice(2);
  const table = [
    ['encoder', 'qs.RFC3986', 'qs.stringify({k:s}).slice(2)', (s) => one(s)],
    ['decoder', 'qs.parse', "qs.parse('k='+s).k", (s) => qs.parse('k=' + s).k],
  ];
  if (qs.formats) table.push(['encoder', 'qs.RFC1738', "qs.stringify({k:s},{format:'RFC1738'}).slice(2)", (s) => one(s, { format: 'RFC1738' })]);
  if (one('\xe9', { charset: 'iso-8859-1' }) === '%E9') {
    table.push(
      ['encoder', 'qs.iso-8859-1', "qs.stringify({k:s},{charset:'iso-8859-1'}).slice(2)", (s) => one(s, { charset: 'iso-8859-1' })],
      ['decoder', 'qs.parse.iso-8859-1', "qs.parse('k='+s,{charset:'iso-8859-1'}).k", (s) => qs.parse('k=' + s, { charset: 'iso-8859-1' }).k]);
  }
  return table;
}
