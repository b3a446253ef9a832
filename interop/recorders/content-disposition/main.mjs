export const name = 'content-disposition';

export async function rows(load, between) {
  const module = await load();
  const create = module.create ?? module;
  return [['encoder', 'content-disposition.filename*', "create('\\u20acx'+s+'x'): filename*, between (a plain name gets no filename*)", (s) => {
    const [, value] = create('€x' + s + 'x').split("; filename*=UTF-8''");
    return between(value, '%E2%82%ACx', 'x');
  }]];
}
