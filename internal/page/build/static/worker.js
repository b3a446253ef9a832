// The worker of the static page: it runs the program, as WebAssembly, and passes calls
// on to it.

importScripts("../wasm_exec.js");

const ready = new Promise(done => { self.percentReady = done; });
const go = new Go();
const program = new URL("../percent.wasm", self.location.href);
WebAssembly.instantiateStreaming(fetch(program), go.importObject)
  // The server may not send the right Content-Type.
  .catch(async () => WebAssembly.instantiate(await (await fetch(program)).arrayBuffer(), go.importObject))
  .then(({ instance }) => go.run(instance)).then(() => { throw new Error("the program has ended"); })
  // The page hears only of errors outside promises.
  .catch(error => setTimeout(() => { throw error; }));

onmessage = async ({ data: { id, op, request } }) => {
  await ready;
  postMessage({ id, reply: percentCall(op, request) });
};
