export const name = 'urijs';

export async function rows(load) {
  const URI = await load();
  const table = ['encode', 'encodeReserved', 'encodeQuery', 'encodePathSegment'].filter((f) => URI[f])
    .map((f) => ['encoder', `urijs.${f}`, `URI.${f}(s)`, (s) => URI[f](s)]);
  for (const f of ['decode', 'decodeQuery']) table.push(['decoder', `urijs.${f}`, `URI.${f}(s)`, (s) => URI[f](s)]);
  return table;
}
