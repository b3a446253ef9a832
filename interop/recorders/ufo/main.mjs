export const name = 'ufo';

export async function rows(load) {
  const ufo = await load();
  const table = ['encode', 'encodeHash', 'encodeQueryValue', 'encodeQueryKey', 'encodePath', 'encodeParam'].filter((f) => ufo[f])
    .map((f) => ['encoder', `ufo.${f}`, `${f}(s)`, (s) => ufo[f](s)]);
  for (const f of ['decode', 'decodePath', 'decodeQueryKey', 'decodeQueryValue']) if (ufo[f]) table.push(['decoder', `ufo.${f}`, `${f}(s)`, (s) => ufo[f](s)]);
  return table;
}
