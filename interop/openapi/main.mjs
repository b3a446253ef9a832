// openapi-fetch, swagger-client and json-schema-ref-parser: reads the cases as JSON, and answers {versions,
// write, resolve}, in which null is an error.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const require = createRequire(path.join(process.cwd(), 'package.json'));
const { parameters, keys, fragments } = JSON.parse(readFileSync(0));
const load = (name) => import(pathToFileURL(require.resolve(name)).href);
const fetcher = (await load('openapi-fetch')).default;
const createClient = fetcher.default ?? fetcher;
const swagger = require('swagger-client');
const SwaggerClient = swagger.default ?? swagger;
const parser = await load('@apidevtools/json-schema-ref-parser');
const version = (name) => JSON.parse(readFileSync(path.join('node_modules', name, 'package.json'))).version;

async function tryTo(f) {
  try {
    return await f();
  } catch {
    return null;
  }
}

const target = (url) => url.replace(/^http:\/\/a\.test/, '');

async function openapiFetch({ in: place, style, explode = false, name, value }) {
  let url;
  const options = { style, explode };
  const client = createClient({
    baseUrl: 'http://a.test',
    querySerializer: { array: options, object: options },
    fetch: async (request) => {
      url = request.url;
      return new Response('{}', { headers: { 'content-type': 'application/json' } });
    },
  });
  if (place === 'path') {
    await client.GET(`/p/{${{ simple: '', label: '.', matrix: ';' }[style]}${name}}`, { params: { path: { [name]: value } } });
  } else {
    await client.GET('/p', { params: { query: { [name]: value } } });
  }
  return target(url);
}

function swaggerClient({ in: place, style, explode = false, name, value }) {
  const type = Array.isArray(value) ? 'array' : typeof value;
  const spec = {
    openapi: '3.0.4',
    info: { title: 'a', version: '1' },
    servers: [{ url: 'http://a.test' }],
    paths: {
      [place === 'path' ? `/p/{${name}}` : '/p']: {
        get: { operationId: 'op', parameters: [{ in: place, name, style, explode, required: true, schema: { type, items: { type: 'string' } } }], responses: {} },
      },
    },
  };
  return target(SwaggerClient.buildRequest({ spec, operationId: 'op', parameters: { [name]: value } }).url);
}

// Each key leads to a value that is the key.
const document = (fragment) => ({ definitions: Object.fromEntries(keys.map((k) => [k, { title: k }])), a: { $ref: '#/definitions/' + fragment } });
const titled = (found) => (typeof found?.title === 'string' ? found.title : null);

const write = { 'openapi-fetch': [], 'swagger-client': [] };
for (const p of parameters) {
  write['openapi-fetch'].push(await tryTo(() => openapiFetch(p)));
  write['swagger-client'].push(await tryTo(() => swaggerClient(p)));
}
const resolve = { 'json-schema-ref-parser': [], 'swagger-client': [] };
for (const f of fragments) {
  resolve['json-schema-ref-parser'].push(await tryTo(async () => titled((await parser.dereference(document(f))).a)));
  resolve['swagger-client'].push(await tryTo(async () => titled((await SwaggerClient.resolve({ spec: document(f), allowMetaPatches: false })).spec.a)));
}
const versions = { 'openapi-fetch': version('openapi-fetch'), 'swagger-client': version('swagger-client'), 'json-schema-ref-parser': version('@apidevtools/json-schema-ref-parser') };
process.stdout.write(JSON.stringify({ versions, write, resolve }));
