// Answers the questions in the file that is its argument.
import fs from 'fs';
import querystring from 'querystring';

const functions = {
  'njs.encodeURIComponent': encodeURIComponent,
  'njs.encodeURI': encodeURI,
  'njs.querystring.escape': querystring.escape,
  'njs.decodeURIComponent': decodeURIComponent,
  'njs.decodeURI': decodeURI,
  'njs.querystring.unescape': querystring.unescape,
};

fs.readFileSync(process.argv[2], 'utf8').split('\n').forEach((line) => {
  if (line === '') return;
  const fields = line.split('\t');
  try {
    const out = functions[fields[0]](Buffer.from(fields[1], 'hex').toString('utf8'));
    console.log(Buffer.from(out).toString('hex'));
  } catch (e) {
    console.log('!' + e.name + ': ' + e.message);
  }
});
