// Runs main.py in CPython as WebAssembly.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { loadPyodide } from 'pyodide';

const [verb, program] = process.argv.slice(2);
const questions = verb === 'run' ? readFileSync(0, 'latin1') : '';
const write = process.stdout.write.bind(process.stdout);
console.log = console.warn = () => {};
const python = await loadPyodide({ indexURL: path.join(import.meta.dirname, 'node_modules/pyodide') });
python.globals.set('VERB', verb);
python.globals.set('QUESTIONS', questions);
const out = python.runPython(`${readFileSync(program, 'utf8')}\nanswers(VERB, QUESTIONS)`);
write(out, () => process.exit(0));
