// Runs main.php in PHP of a version, of which npm has had three interfaces.
import { readFileSync } from 'node:fs';

const [verb, version, program] = process.argv.slice(2);
const write = process.stdout.write.bind(process.stdout);
console.log = console.warn = console.error = () => {};
const wasm = await import('@php-wasm/node');
let php;
if (wasm.NodePHP) php = await wasm.NodePHP.load(version);
else {
  const { PHP } = await import('@php-wasm/universal');
  php = new PHP(await wasm.loadNodeRuntime(version, { emscriptenOptions: { processId: 1 } }));
}
const questions = verb === 'run' ? readFileSync(0, 'latin1') : 'list';
const put = async (name, text) => (php.writeFile(name, text), undefined);
await put('/tmp/questions', questions);
await put('/tmp/main.php', readFileSync(program, 'utf8'));
// Chunks: the memory of old builds is small.
const answer = await php.run({ code: "<?php include '/tmp/main.php';" });
const out = Buffer.from(answer.bytes).toString('latin1');
const end = out.indexOf('\nEND\n');
if (end < 0) {
  process.stderr.write(`PHP ${version}: ${out.slice(-400)} ${answer.errors}\n`);
  process.exit(1);
}
write(out.slice(0, end), () => process.exit(0));
