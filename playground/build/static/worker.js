// The worker of the static page: it runs the program, which is WebAssembly, and
// passes calls on.

importScripts("../wasm_exec.js");

const ready = new Promise(done => { self.percentReady = done; });
const go = new Go();
const program = new URL("../percent.wasm", self.location.href);
WebAssembly.instantiateStreaming(fetch(program), go.importObject)
  // A server that does not know the type of the file.
  .catch(async () => WebAssembly.instantiate(await (await fetch(program)).arrayBuffer(), go.importObject))
  .then(({ instance }) => go.run(instance)).then(() => { throw new Error("the program has ended"); })
  // The page learns only of errors outside of promises.
  .catch(error => setTimeout(() => { throw error; }));

onmessage = async ({ data: { id, op, request } }) => {
  await ready;
  postMessage({ id, reply: percentCall(op, request) });
};
