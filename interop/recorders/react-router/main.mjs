export const name = 'react-router';

export async function rows(load, between) {
  const { generatePath } = await load();
  return [['encoder', 'react-router.generatePath', "generatePath('/:k',{k:s}).slice(1)", (s) => between(generatePath('/:k', { k: s }), '/')]];
}
