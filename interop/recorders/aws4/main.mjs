export const name = 'aws4';

export async function rows(load, between) {
  const aws4 = await load();
  const canonical = (service, path) => new aws4.RequestSigner({ host: 'h', region: 'r', service, path }, { accessKeyId: 'a', secretAccessKey: 's' }).canonicalString().split('\n');
  return [
    ['encoder', 'aws4.query', "canonicalString query of path '/?k='+encodeURIComponent(s), after k=", (s) => between(canonical('execute-api', '/?k=' + encodeURIComponent(s))[2], 'k=')],
    ['encoder', 'aws4.s3path', "canonicalString path of '/x'+encodeURIComponent(s)+'x', service s3, between",
      (s) => between(canonical('s3', '/x' + encodeURIComponent(s) + 'x')[1], '/x', 'x')],
    ['encoder', 'aws4.path', "canonicalString path of '/x'+encodeURIComponent(s)+'x', service execute-api, between",
      (s) => between(canonical('execute-api', '/x' + encodeURIComponent(s) + 'x')[1], '/x', 'x')],
  ];
}
