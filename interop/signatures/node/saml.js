// Prints URLs of the redirect binding of SAML 2.0 that node-saml and samlify signed, and what
// node-saml says of them, and of some that were changed afterwards: node saml.js COUNT SEED.
'use strict';
const crypto = require('node:crypto');
const querystring = require('node:querystring');
const { SAML } = require('@node-saml/node-saml');
const samlify = require('samlify');
const { generator, versionOf, write } = require('./random.js');

const [count, seed] = process.argv.slice(2).map(Number);
const { next, pick, word, letters } = generator(seed);
const { privateKey, publicKey } = crypto.generateKeyPairSync('rsa', { modulusLength: 1024, publicKeyEncoding: { type: 'spki', format: 'pem' }, privateKeyEncoding: { type: 'pkcs8', format: 'pem' } });

samlify.setSchemaValidator({ validate: () => Promise.resolve('') });
const saml = (algorithm) => new SAML({ callbackUrl: 'https://sp.example/acs', entryPoint: 'https://idp.example/sso' + pick(['', '?x=1']), issuer: 'sp', idpCert: publicKey, privateKey, signatureAlgorithm: algorithm, generateUniqueId: () => '_' + letters(8) });
const idp = samlify.IdentityProvider({ entityID: 'idp', wantAuthnRequestsSigned: true, singleSignOnService: [{ isDefault: true, Binding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect', Location: 'https://idp.example/sso' }] });

(async () => {
  const list = [{ program: ['@node-saml/node-saml', 'samlify'].map((n) => n + ' ' + versionOf(n)).join(', ') }];
  while (list.length <= count) {
    const algorithm = pick(['sha256', 'sha512', 'sha1']);
    const state = next(4) === 0 ? '' : word(5);
    const program = pick(['node-saml', 'samlify']);
    const verifier = saml(algorithm);
    let url;
    if (program === 'node-saml') {
      url = await verifier.getAuthorizeUrlAsync(state, 'h', {});
    } else {
      const sp = samlify.ServiceProvider({
        entityID: 'sp' + letters(3), authnRequestsSigned: true, privateKey, relayState: state,
        requestSignatureAlgorithm: { sha256: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', sha512: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512', sha1: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' }[algorithm],
        assertionConsumerService: [{ Binding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST', Location: 'https://sp.example/acs' }],
      });
      url = sp.createLoginRequest(idp, 'redirect').context;
    }
    if (next(4) === 0) { // what proxies and parsers make of a query
      url = pick([
        (u) => u.replace(/%[0-9A-F]{2}/g, (e) => e.toLowerCase()),
        (u) => u.replace(/\+/g, '%20'),
        (u) => u.replace(/(RelayState=[^&]*)/, (p) => p + 'x'),
        (u) => u.replace(/&RelayState=[^&]*/, ''),
        (u) => u.split('?')[0] + '?' + querystring.stringify(querystring.parse(u.split('?')[1])),
        (u) => u.split('?')[0] + '?' + u.split('?')[1].split('&').reverse().join('&'),
      ])(url);
    }
    const query = url.slice(url.indexOf('?') + 1);
    let ok = false;
    try {
      await verifier.hasValidSignatureForRedirect(querystring.parse(query), query);
      ok = true;
    } catch { ok = false; }
    list.push({ program, url, public: publicKey, not: !ok });
  }
  write(list);
})();
