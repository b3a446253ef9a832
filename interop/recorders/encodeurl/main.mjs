export const name = 'encodeurl';

export async function rows(load) {
  const encodeUrl = await load();
  return [['encoder', 'encodeurl', 'encodeUrl(s)', (s) => encodeUrl(s)]];
}
