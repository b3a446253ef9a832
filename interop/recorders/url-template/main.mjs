export const name = 'url-template';

export async function rows(load, between) {
  const module = await load();
  const parse = module.parseTemplate ?? module.parse;
  return [['simple', '', ''], ['reserved', '+', ''], ['fragment', '#', '#'], ['label', '.', '.'], ['path', '/', '/'], ['query', '?', '?k='], ['param', ';', ';k']].map(([n, operator, before]) => {
    const template = parse.call(module, `{${operator}k}`);
    return ['encoder', `url-template.${n}`, `parseTemplate('{${operator}k}').expand({k:s})${before && `, after ${before}`}`,
      (s) => { const v = between(template.expand({ k: s }), before); return n === 'param' && v !== '' ? between(v, '=') : v; }];
  });
}
