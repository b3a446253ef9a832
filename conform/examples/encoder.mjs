import { createInterface } from 'node:readline';

for await (const line of createInterface({ input: process.stdin })) {
  try {
    console.log(JSON.stringify({ output: encodeURIComponent(JSON.parse(line).input) }));
  } catch (error) {
    console.log(JSON.stringify({ error: error.message }));
  }
}
