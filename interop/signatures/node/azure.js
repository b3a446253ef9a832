// Prints requests that Microsoft's SDK of Azure Storage signed: node azure.js COUNT SEED.
'use strict';
const blob = require('@azure/storage-blob');
const queue = require('@azure/storage-queue');
const share = require('@azure/storage-file-share');
const tables = require('@azure/data-tables');
const { generator, versionOf, write } = require('./random.js');

const [count, seed] = process.argv.slice(2).map(Number);
const { next, pick, word, some, letters, secret, date } = generator(seed);

const versions = ['2015-04-05', '2017-11-09', '2018-11-09', '2019-12-12', '2020-02-10', '2020-08-04', '2020-12-06', '2022-11-02', '2025-05-05', '2025-07-05', '2026-02-06', '2026-04-06'];

function times() {
  const from = date();
  return { startsOn: some(() => from), expiresOn: new Date(from.getTime() + 3600e3 * (1 + next(1000))) };
}

const ip = () => some(() => ({ start: '10.0.0.' + next(256), end: some(() => '10.0.1.' + next(256)) }));
const header = () => some(() => word(4, 1));
const name = () => { // of a blob: what the service allows, without dot segments, trailing dots and slashes
  let n = '';
  while (n.replace(/[./\\]/g, '') === '' || n.split(/[\\/]/).some((s) => s === '.' || s === '..')) n = word(6, 1);
  return n.replace(/^\/+|[./]+$/g, '').replace(/\\/g, 'b') || 'b';
};

function signedSAS(account, key) {
  const credential = new blob.StorageSharedKeyCredential(account, key);
  const version = pick(versions);
  const container = letters(3 + next(8));
  const t = times();
  const common = { ...t, ipRange: ip(), protocol: some(() => pick(['https', 'https,http'])), version };
  const heads = { cacheControl: header(), contentDisposition: header(), contentEncoding: header(), contentLanguage: header(), contentType: header() };
  switch (next(6)) {
    case 0: { // account
      const p = blob.generateAccountSASQueryParameters({ ...common, permissions: blob.AccountSASPermissions.parse('rl'), services: pick(['b', 'bqtf', 'bf']), resourceTypes: pick(['s', 'sco', 'co']), encryptionScope: version >= '2020-12-06' ? some(() => letters(5)) : undefined }, credential);
      return { url: `https://${account}.blob.core.windows.net/${container}?${p}` };
    }
    case 1: { // queue
      const p = queue.generateQueueSASQueryParameters({ ...common, queueName: container, permissions: queue.QueueSASPermissions.parse('rp'), identifier: some(() => letters(4)) }, new queue.StorageSharedKeyCredential(account, key));
      return { url: `https://${account}.queue.core.windows.net/${container}?${p}` };
    }
    case 2: { // file
      const path = name();
      const p = share.generateFileSASQueryParameters({ ...common, ...heads, shareName: container, filePath: path, permissions: share.FileSASPermissions.parse('rc') }, new share.StorageSharedKeyCredential(account, key));
      const url = new share.ShareClient(`https://${account}.file.core.windows.net/${container}`).rootDirectoryClient.getFileClient(path).url;
      return { url: `${url}?${p}` };
    }
    case 3: { // table
      const p = tables.generateTableSas(container, new tables.AzureNamedKeyCredential(account, key), { ...t, ipRange: common.ipRange, permissions: { query: true, add: next(2) === 0 }, startPartitionKey: header(), startRowKey: header(), endPartitionKey: header(), endRowKey: header() });
      return { url: `https://${account}.table.core.windows.net/${container}?${p}` };
    }
  }
  const blobName = next(4) === 0 ? undefined : name();
  const values = { ...common, ...heads, containerName: container, blobName, permissions: blobName === undefined ? blob.ContainerSASPermissions.parse('rl') : blob.BlobSASPermissions.parse(pick(['r', 'rw', 'racwd'])) };
  if (blobName !== undefined && version >= '2019-10-10') Object.assign(values, pick([{}, { snapshotTime: date().toISOString() }, { versionId: date().toISOString() }]));
  if (version >= '2020-12-06') values.encryptionScope = some(() => letters(5));
  let p;
  if (version >= '2018-11-09' && next(2) === 0) {
    if (version >= '2020-02-10') Object.assign(values, { correlationId: some(() => letters(8)), preauthorizedAgentObjectId: some(() => letters(8)) });
    if (version >= '2025-07-05') values.delegatedUserObjectId = some(() => letters(8));
    p = blob.generateBlobSASQueryParameters(values, { signedObjectId: letters(8), signedTenantId: letters(8), signedStartsOn: t.expiresOn, signedExpiresOn: t.expiresOn, signedService: 'b', signedVersion: version, value: key, signedDelegatedUserTenantId: version >= '2025-07-05' ? some(() => letters(6)) : undefined }, account);
  } else {
    p = blob.generateBlobSASQueryParameters({ ...values, identifier: some(() => letters(4)) }, credential);
  }
  const client = new blob.ContainerClient(`https://${account}.blob.core.windows.net/${container}`);
  let url = blobName === undefined ? client.url : client.getBlobClient(blobName).url;
  const more = [values.snapshotTime && 'snapshot=' + encodeURIComponent(values.snapshotTime), values.versionId && 'versionid=' + encodeURIComponent(values.versionId)].filter(Boolean);
  return { url: `${url}?${more.map((m) => m + '&').join('')}${p}` };
}

const ascii = (text) => text.replace(/[^ -~]/g, 'x').trim() || 'x';

async function signedRequest(account, key) {
  let sent;
  const httpClient = { sendRequest: async (request) => { sent = request; throw new Error('recorded'); } };
  const credential = new blob.StorageSharedKeyCredential(account, key);
  const options = { httpClient, retryOptions: { maxTries: 1 } };
  const container = new blob.ContainerClient(`https://${account}.blob.core.windows.net/${letters(6)}`, credential, options);
  const client = container.getBlockBlobClient(name());
  const metadata = {};
  for (let n = next(4); n > 0; n--) metadata[pick(['a', 'ab', 'a_b', 'b1', 'b2', 'abc', 'a-b', 'a-c'])] = ascii(word(3, 1));
  const conditions = { ifMatch: some(() => '"0x8D"'), ifModifiedSince: some(date) };
  const kinds = [
    () => client.upload('body' + word(3), 7, { metadata, conditions, blobHTTPHeaders: { blobContentType: some(() => ascii(word(3, 1))) } }),
    () => client.setMetadata(metadata, { conditions }),
    () => client.download(next(100), 1 + next(1000), { conditions }),
    () => client.getProperties({ conditions }),
    () => client.deleteIfExists({ deleteSnapshots: 'include' }),
    () => container.listBlobsFlat({ prefix: some(() => word(4, 1)), includeMetadata: true, includeSnapshots: true }).byPage({ maxPageSize: 5 }).next(),
    () => container.create({ metadata }),
    () => client.setTags({ a: ascii(word(2, 1)).replace(/[^a-z0-9]/gi, 'x') }),
  ];
  try { await pick(kinds)(); } catch (e) { if (!sent) return null; }
  const list = [];
  for (const h of sent.headers.headersArray()) list.push([h.name, h.value]);
  return { method: sent.method, url: sent.url, header: list, body: typeof sent.body === 'string' ? sent.body : undefined };
}

(async () => {
  const list = [{ program: '@azure/storage-blob', version: versionOf('@azure/storage-blob') }];
  while (list.length <= count) {
    const account = letters(8), key = secret(64).toString('base64');
    if (list.length % 2 === 0) {
      list.push({ scheme: 'azure-sas', method: 'GET', ...signedSAS(account, key), key });
    } else {
      const r = await signedRequest(account, key);
      if (r) list.push({ scheme: 'azure-sharedkey', ...r, key });
    }
  }
  write(list);
})();
