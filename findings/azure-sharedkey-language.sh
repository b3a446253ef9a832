#!/usr/bin/env bash
# @azure/storage-common 12.4.1 (npm), the part of Microsoft's SDK of Azure Storage that signs by
# SharedKey.
#
# One would guess: the text that is signed has Content-Encoding before Content-Language, as
# Microsoft's page "Authorize with Shared Key" says and as the service signs.
#
# What happens: it has Content-Language first. That is the same as long as neither is sent,
# and another signature for a request with one of them, which the service refuses.
#
# Output seen:
#
#	Content-Encoding first: false, Content-Language first: true
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund --prefix . @azure/storage-common@12.4.1 @azure/core-rest-pipeline >/dev/null
cat >main.cjs <<'JS'
const crypto = require('crypto');
const { storageSharedKeyCredentialPolicy } = require('@azure/storage-common');
const { createPipelineRequest } = require('@azure/core-rest-pipeline');
const accountKey = Buffer.from('key');
const policy = storageSharedKeyCredentialPolicy({ accountName: 'a', accountKey });
const request = createPipelineRequest({ url: 'https://a.blob.core.windows.net/c/b', method: 'GET' });
request.headers.set('Content-Encoding', 'gzip');
request.headers.set('Content-Language', 'en');
policy.sendRequest(request, async (sent) => {
  const right = (first, second) => {
    const text = `GET\n${first}\n${second}\n\n\n\n\n\n\n\n\n\nx-ms-date:${sent.headers.get('x-ms-date')}\n/a/c/b`;
    return sent.headers.get('Authorization').endsWith(':' + crypto.createHmac('sha256', accountKey).update(text).digest('base64'));
  };
  console.log(`Content-Encoding first: ${right('gzip', 'en')}, Content-Language first: ${right('en', 'gzip')}`);
});
JS
node main.cjs | tee got
diff - got <<'END2'
Content-Encoding first: false, Content-Language first: true
END2
