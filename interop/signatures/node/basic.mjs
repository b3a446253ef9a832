// Prints what clients of OAuth 2 send in Authorization for the credentials below, after
// Base64: node basic.mjs. RFC 6749, section 2.3.1, wants both encoded as a form first.
import fs from 'node:fs';
import http from 'node:http';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const id = 'my:app', secret = "a+b c%2F~*'";
let got;
const server = http.createServer((q, r) => {
  got = q.headers.authorization;
  r.setHeader('content-type', 'application/json');
  r.end('{"access_token":"x","token_type":"bearer","expires_in":60}');
});
await new Promise((r) => server.listen(0, r));
const base = `http://127.0.0.1:${server.address().port}`, token = base + '/t';
const programs = {
  oauth4webapi: async () => {
    const o = await import('oauth4webapi');
    await o.clientCredentialsGrantRequest({ issuer: base, token_endpoint: token }, { client_id: id }, o.ClientSecretBasic(secret), new URLSearchParams(), { [o.allowInsecureRequests]: true });
  },
  'openid-client': async () => {
    const o = await import('openid-client');
    const c = new o.Configuration({ issuer: base, token_endpoint: token }, id, {}, o.ClientSecretBasic(secret));
    o.allowInsecureRequests(c);
    await o.clientCredentialsGrant(c);
  },
  'simple-oauth2': () => new (require('simple-oauth2').ClientCredentials)({ client: { id, secret }, auth: { tokenHost: base, tokenPath: '/t' } }).getToken({}),
  'client-oauth2': () => new (require('client-oauth2'))({ clientId: id, clientSecret: secret, accessTokenUri: token }).credentials.getToken(),
  '@badgateway/oauth2-client': async () => {
    const { OAuth2Client } = await import('@badgateway/oauth2-client');
    await new OAuth2Client({ server: base, clientId: id, clientSecret: secret, tokenEndpoint: '/t', authenticationMethod: 'client_secret_basic' }).clientCredentials();
  },
  axios: () => require('axios').post(token, 'grant_type=client_credentials', { auth: { username: id, password: secret } }),
};
for (const [name, send] of Object.entries(programs)) {
  await send();
  console.log(`${name}\t${JSON.parse(fs.readFileSync(`node_modules/${name}/package.json`)).version}\t${Buffer.from(got.replace(/^Basic /, ''), 'base64')}`);
}
server.close();
