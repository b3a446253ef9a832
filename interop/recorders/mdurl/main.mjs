export const name = 'mdurl';

export async function rows(load) {
  const mdurl = await load();
  return [
    ['encoder', 'mdurl.encode', 'mdurl.encode(s)', (s) => mdurl.encode(s)],
    ['encoder', 'mdurl.encode.component', 'mdurl.encode(s,mdurl.encode.componentChars,false)', (s) => mdurl.encode(s, mdurl.encode.componentChars, false)],
    ['decoder', 'mdurl.decode', 'mdurl.decode(s)', (s) => mdurl.decode(s)],
    ['decoder', 'mdurl.decode.component', 'mdurl.decode(s,mdurl.decode.componentChars)', (s) => mdurl.decode(s, mdurl.decode.componentChars)],
  ];
}
