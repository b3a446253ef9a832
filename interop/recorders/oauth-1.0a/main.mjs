export const name = 'oauth-1.0a';

export async function rows(load) {
  const OAuth = await load();
  const options = { consumer: { key: 'k', secret: 's', public: 'k' } };
  let oauth;
  try {
    oauth = new OAuth(options);
  } catch {
    oauth = OAuth(options);
  }
  return [['encoder', 'oauth-1.0a.percentEncode', 'oauth.percentEncode(s)', (s) => oauth.percentEncode(s)]];
}
