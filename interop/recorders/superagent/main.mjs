export const name = 'superagent';

export async function rows(load, between) {
  const superagent = await load();
  const table = [];
  if (superagent.serialize?.['application/x-www-form-urlencoded']) {
    const serialize = superagent.serialize['application/x-www-form-urlencoded'];
    table.push(['encoder', 'superagent.serialize', 'superagent.serialize of {k:s}, content type application/x-www-form-urlencoded, after k=', (s) => between(serialize({ k: s }), 'k=')]);
  }
  return table;
}
