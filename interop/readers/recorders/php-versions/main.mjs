// Runs main.php in PHP of a version, of which npm has had three interfaces.
import { readFileSync } from 'node:fs';

const [verb, version, ...programs] = process.argv.slice(2);
const write = process.stdout.write.bind(process.stdout);
console.log = console.warn = console.error = () => {};
const wasm = await import('@php-wasm/node');
let php;
if (wasm.NodePHP) php = await wasm.NodePHP.load(version);
else {
  const { PHP } = await import('@php-wasm/universal');
  php = new PHP(await wasm.loadNodeRuntime(version, { emscriptenOptions: { processId: 1 } }));
}
const put = async (name, text) => (php.writeFile(name, text), undefined);
await put('/tmp/protocol.php', readFileSync(programs[0], 'utf8'));
await put('/tmp/main.php', readFileSync(programs[1], 'utf8'));
await put('/tmp/questions', verb === 'run' ? readFileSync(0, 'latin1') : '');
const answer = await php.run({
  code: `<?php include '/tmp/protocol.php'; include '/tmp/main.php'; echo answers($rows, '${verb}', file_get_contents('/tmp/questions')), "END\\n";`,
});
const out = Buffer.from(answer.bytes).toString('latin1');
if (!out.endsWith('END\n')) {
  process.stderr.write(`PHP ${version}: ${out.slice(-400)} ${answer.errors}\n`);
  process.exit(1);
}
write(out.slice(0, -4), () => process.exit(0));
