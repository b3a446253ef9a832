// Runs in the browser: sends the server what the browser makes of every charset.
import { decodeAll, encodeAll, encoders } from '/tables.mjs';

const send = (records) => fetch('/records', { method: 'POST', body: JSON.stringify(records) });

async function main() {
  const charset = document.characterSet;
  if (charset === 'UTF-8') {
    const labels = (await (await fetch('/labels.txt')).text()).trim().split('\n');
    let records = [];
    await decodeAll(labels, async (...record) => {
      records.push(record);
      if (records.length < 200) return;
      await send(records);
      records = [];
    });
    await send(records);
  } else {
    await send([['encode', charset, '', encodeAll()]]);
  }
  const next = encoders[encoders.indexOf(charset) + 1];
  if (next) location.href = '/page?charset=' + next;
  else await fetch('/done');
}

main().catch((e) => fetch('/failed', { method: 'POST', body: String(e) }));
