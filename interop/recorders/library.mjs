// Asks a package of npm in any of its versions. main.mjs has its name, and a function
// that returns rows for protocol.js.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import protocol from './protocol.cjs';
import { name, rows } from './main.mjs';

const verb = process.argv[2];
const questions = verb === 'run' ? readFileSync(0, 'latin1') : '';
const write = process.stdout.write.bind(process.stdout);
console.log = console.warn = console.error = console.info = () => {};
process.on('warning', () => {});
const require = createRequire(import.meta.url);
const dir = path.join(import.meta.dirname, 'node_modules', name);
const { version } = JSON.parse(readFileSync(path.join(dir, 'package.json')));
/** load returns what the package, or a file inside it, exports, of whatever kind it is. */
const load = async (file) => {
  if (file) return require(path.join(dir, file));
  const module = await import(name);
  return module.default ?? module;
};
const table = await rows(load, protocol.between, version);
const text = verb === 'list' ? protocol.list(table, 'JavaScript', `${name} ${version}`) : protocol.answers(table, questions);
write(text, () => process.exit(0));
