// Runs Python programs, in this order, in CPython as WebAssembly. The last one sets ROWS.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { loadPyodide } from 'pyodide';

const [verb, ...programs] = process.argv.slice(2);
const questions = verb === 'run' ? readFileSync(0, 'latin1') : '';
const write = process.stdout.write.bind(process.stdout);
console.log = console.warn = () => {};
const python = await loadPyodide({ indexURL: path.join(import.meta.dirname, 'node_modules/pyodide') });
python.globals.set('VERB', verb);
python.globals.set('QUESTIONS', questions);
const out = python.runPython(programs.map((p) => readFileSync(p, 'utf8')).join('\n') + '\nanswers(ROWS, VERB, QUESTIONS)');
write(out, () => process.exit(0));
