export const name = 'fast-uri';

export async function rows(load, between) {
  const lib = await load();
  const part = (p) => lib.serialize({ scheme: 'foo', host: 'h', ...p });
  const after = (out, prefix, bare) => (out === bare ? '' : between(out, prefix));
  return [
    ['encoder', 'fast-uri.serialize.path', "fastUri.serialize({scheme:'foo',host:'h',path:'/x'+s+'x'}), between", (s) => between(part({ path: '/x' + s + 'x' }), 'foo://h/x', 'x')],
    ['encoder', 'fast-uri.serialize.query', "fastUri.serialize({scheme:'foo',host:'h',query:s})", (s) => after(part({ query: s }), 'foo://h?', 'foo://h')],
    ['encoder', 'fast-uri.serialize.fragment', "fastUri.serialize({scheme:'foo',host:'h',fragment:s})", (s) => after(part({ fragment: s }), 'foo://h#', 'foo://h')],
    ['encoder', 'fast-uri.serialize.userinfo', "fastUri.serialize({scheme:'foo',host:'h',userinfo:s})",
      (s) => { const u = part({ userinfo: s }); return u === 'foo://h' ? '' : between(u, 'foo://', '@h'); }],
  ];
}
