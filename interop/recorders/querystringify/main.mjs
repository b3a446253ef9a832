export const name = 'querystringify';

export async function rows(load) {
  const querystringify = await load();
  return [
    ['encoder', 'querystringify.stringify', 'qs.stringify({k:s}).slice(2)', (s) => querystringify.stringify({ k: s }).slice(2)],
    ['decoder', 'querystringify.parse', "qs.parse('k='+s).k", (s) => querystringify.parse('k=' + s).k],
  ];
}
