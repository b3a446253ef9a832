// Runs in the browser: asks the server for jobs and answers them. Strings cross
// in hexadecimal UTF-16 code units, because JSON loses lone surrogates.
'use strict';

const decode = (hex) => (hex.match(/.{4}/g) ?? []).map((h) => String.fromCharCode(parseInt(h, 16))).join('');
const encode = (s) => Array.from({ length: s.length }, (_, i) => s.charCodeAt(i).toString(16).padStart(4, '0')).join('');

/** between returns what stands between before and after in out. */
function between(out, before, after) {
  if (out.length < before.length + after.length || !out.startsWith(before) || !out.endsWith(after)) {
    throw new Error(`${JSON.stringify(before)} or ${JSON.stringify(after)} around the value did not survive`);
  }
  return out.slice(before.length, out.length - after.length);
}

function set(base, key, value) {
  const u = new URL(base);
  u[key] = value;
  return u[key];
}

/** part returns the octets of a multipart body between two strings of ASCII. */
async function part(fd, before, after) {
  const octets = new Uint8Array(await new Response(fd).arrayBuffer());
  const body = Array.from(octets, (o) => String.fromCharCode(o)).join('');
  const at = body.indexOf(before);
  const to = body.indexOf(after, at + before.length);
  if (at < 0 || to < 0) throw new Error('no such parameter');
  return octets.slice(at + before.length, to);
}

function formData(name, value, filename) {
  const fd = new FormData();
  if (filename === undefined) fd.append(name, value);
  else fd.append(name, value, filename);
  return fd;
}

function linkQuery(s) {
  const a = document.createElement('a');
  a.href = 'http://h/?x' + s + 'x';
  return between(a.search, '?x', 'x');
}

const functions = {
  'encodeURIComponent': (s) => encodeURIComponent(s),
  'encodeURI': (s) => encodeURI(s),
  'escape': (s) => escape(s),
  'URL.pathname.set': (s) => between(set('http://h/', 'pathname', '/x' + s + 'x'), '/x', 'x'),
  'URL.search.set': (s) => between(set('http://h/', 'search', '?x' + s + 'x'), '?x', 'x'),
  'URL.search_nonspecial.set': (s) => between(set('foo://h/', 'search', '?x' + s + 'x'), '?x', 'x'),
  'URL.hash.set': (s) => between(set('http://h/', 'hash', '#x' + s + 'x'), '#x', 'x'),
  'URL.username.set': (s) => set('http://h/', 'username', s),
  'URL.password.set': (s) => set('http://h/', 'password', s),
  'URL.path.parse': (s) => between(new URL('http://h/x' + s + 'x').pathname, '/x', 'x'),
  'URL.path_nonspecial.parse': (s) => between(new URL('foo://h/x' + s + 'x').pathname, '/x', 'x'),
  'URL.query.parse': (s) => between(new URL('http://h/?x' + s + 'x').search, '?x', 'x'),
  'URL.fragment.parse': (s) => between(new URL('http://h/#x' + s + 'x').hash, '#x', 'x'),
  'URL.userinfo.parse': (s) => {
    const u = new URL('http://x' + s + 'x@h/');
    if (u.href !== `http://${u.username}@h/`) throw new Error('the value is not all of the user name');
    return between(u.username, 'x', 'x');
  },
  'URL.opaque_path.parse': (s) => between(new URL('foo:x' + s + 'x').pathname, 'x', 'x'),
  'URL.opaque_host.parse': (s) => between(new URL('foo://x' + s + 'x').host, 'x', 'x'),
  'URLSearchParams': (s) => new URLSearchParams([['k', s]]).toString().slice(2),
  'URL.searchParams.append': (s) => {
    const u = new URL('http://h/');
    u.searchParams.append('k', s);
    return u.search.slice(3);
  },
  'FormData.multipart_name': (s) => part(formData(s, 'v'), '; name="', '"\r\n\r\nv'),
  'FormData.multipart_filename': (s) => part(formData('k', new Blob(['v']), s), '; filename="', '"\r\nContent-Type:'),
  'decodeURIComponent': (s) => decodeURIComponent(s),
  'decodeURI': (s) => decodeURI(s),
  'unescape': (s) => unescape(s),
  'URLSearchParams.parse': (s) => new URLSearchParams('k=' + s).get('k'),
  'URL.host.decode': (s) => between(new URL('http://x' + s + 'x').hostname, 'x', 'x'),
  'data.body': async (s) => {
    const octets = new Uint8Array(await (await fetch('data:application/octet-stream,x' + s + 'x')).arrayBuffer());
    if (octets[0] !== 0x78 || octets.length < 2 || octets.at(-1) !== 0x78) throw new Error('an x around the value did not survive');
    return octets.slice(1, -1);
  },
};

function answer(v) {
  if (typeof v === 'string') return { units: encode(v) };
  if (v instanceof Uint8Array) return { octets: Array.from(v, (o) => o.toString(16).padStart(2, '0')).join('') };
  return { message: `the result is ${v}` };
}

async function call(fn, input) {
  try {
    return answer(await fn(decode(input)));
  } catch (e) {
    return { message: `${e.name}: ${e.message}` };
  }
}

function hidden(name, value) {
  const input = document.createElement('input');
  Object.assign(input, { type: 'hidden', name, value });
  return input;
}

function file(name, filename) {
  const input = document.createElement('input');
  const transfer = new DataTransfer();
  transfer.items.add(new File(['v'], filename, { type: 'text/plain' }));
  Object.assign(input, { type: 'file', name, files: transfer.files });
  return input;
}

/** submit sends a field for each input in one form into a frame; the server sees them. */
async function submit(inputs, method, enctype, field) {
  const frame = document.createElement('iframe');
  frame.name = 'target';
  const form = document.createElement('form');
  Object.assign(form, { method, enctype, action: '/submit', target: 'target' });
  for (const input of inputs) form.append(field(decode(input)));
  document.body.append(frame, form);
  const loaded = new Promise((resolve) => {
    frame.addEventListener('load', () => { if (frame.contentWindow.location.pathname === '/submit') resolve(); });
  });
  form.submit();
  await loaded;
  frame.remove();
  form.remove();
}

async function main() {
  for (;;) {
    const job = await (await fetch('/job?charset=' + document.characterSet)).json();
    if (job.done) return;
    if (job.page) {
      location.href = job.page;
      return;
    }
    const { kind, inputs } = job;
    let answers;
    if (kind === 'form') await submit(inputs, 'get', '', (s) => hidden('k', s));
    else if (kind === 'multipart_name') await submit(inputs, 'post', 'multipart/form-data', (s) => hidden('x' + s, 'v'));
    else if (kind === 'multipart_filename') await submit(inputs, 'post', 'multipart/form-data', (s) => file('k', 'x' + s));
    else {
      const fn = kind === 'link' ? linkQuery : functions[kind];
      answers = [];
      for (const input of inputs) answers.push(await call(fn, input));
    }
    await fetch('/answer', { method: 'POST', body: JSON.stringify({ answers }) });
  }
}
main();
