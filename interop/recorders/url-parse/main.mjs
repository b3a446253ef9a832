export const name = 'url-parse';

export async function rows(load, between) {
  const parse = await load();
  return [
    ['encoder', 'url-parse.pathname', "parse('http://h/x'+s+'x').pathname, between", (s) => between(parse('http://h/x' + s + 'x').pathname, '/x', 'x')],
    ['encoder', 'url-parse.href', "parse('http://h/x'+s+'x').href after host, between", (s) => between(parse('http://h/x' + s + 'x').href, 'http://h/x', 'x')],
    ['encoder', 'url-parse.query', "parse('http://h/?x'+s+'x').query, between", (s) => between(parse('http://h/?x' + s + 'x').query, '?x', 'x')],
    ['encoder', 'url-parse.username', "parse('http://x'+s+'x@h/').username, between", (s) => between(parse('http://x' + s + 'x@h/').username, 'x', 'x')],
    ['decoder', 'url-parse.parsed_query', "parse('http://h/?k='+s,true).query.k", (s) => parse('http://h/?k=' + s, true).query.k],
  ];
}
