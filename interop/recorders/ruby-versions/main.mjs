// Runs main.rb in Ruby as WebAssembly.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const [verb, program] = process.argv.slice(2);
const questions = verb === 'run' ? readFileSync(0, 'latin1') : '';
const write = process.stdout.write.bind(process.stdout);
console.log = console.warn = () => {};
const modules = path.join(import.meta.dirname, 'node_modules');
const packages = [...readdirSync(modules).map((n) => path.join(modules, n)), ...(existsSync(path.join(modules, '@ruby')) ? readdirSync(path.join(modules, '@ruby')).map((n) => path.join(modules, '@ruby', n)) : [])];
const binary = packages.map((p) => path.join(p, 'dist/ruby+stdlib.wasm')).find(existsSync);
const { DefaultRubyVM } = await import(existsSync(path.join(modules, '@ruby/wasm-wasi')) ? '@ruby/wasm-wasi/dist/node' : 'ruby-head-wasm-wasi/dist/node.cjs.js');
const { vm } = await DefaultRubyVM(await WebAssembly.compile(readFileSync(binary)));
vm.eval(readFileSync(program, 'utf8'));
let out = '';
if (verb === 'list') out = vm.eval('list').toString();
else {
  // In parts, so that no literal is too long.
  const lines = questions.split('\n').filter((l) => l !== '');
  for (let i = 0; i < lines.length; i += 500) {
    out += vm.eval(`answers(${JSON.stringify(lines.slice(i, i + 500).join('\n'))})`).toString();
  }
}
write(out, () => process.exit(0));
