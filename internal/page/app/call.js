// Calls of operations: over HTTP to the program that serves the page, or to a worker
// in which the program runs as WebAssembly. The replies are the same.

// inWorker says that the page is a site, and its program runs in the browser.
export const inWorker = document.documentElement.dataset.transport === "wasm";

let worker, last = 0;
const waiting = new Map();

function start() {
  worker = new Worker("app/worker.js");
  worker.onmessage = ({ data: { id, reply } }) => {
    waiting.get(id)?.(reply);
    waiting.delete(id);
  };
  // The program could not be loaded, or has ended. The next call starts another.
  worker.onerror = event => {
    worker.terminate();
    worker = null;
    const failed = JSON.stringify({ error: { reason: "stopped", text: event.message ?? "" } });
    const calls = [...waiting.values()];
    waiting.clear();
    for (const done of calls) done(failed);
  };
}
if (inWorker) start();

// raw returns the reply as text.
async function raw(op, request) {
  if (inWorker) {
    return new Promise(done => {
      if (!worker) start();
      waiting.set(++last, done);
      worker.postMessage({ id: last, op, request });
    });
  }
  const reply = await fetch(`call/${op}`, { method: "POST", headers: { "Content-Type": "application/json" }, body: request });
  return reply.text();
}

// call returns the reply as an object, with an error if there is no result.
export async function call(op, request) {
  try {
    const text = await raw(op, JSON.stringify(request));
    return { ...JSON.parse(text), text };
  } catch (error) {
    return { error: { reason: "unreachable", text: String(error.message ?? error) }, text: "" };
  }
}

// Latest makes calls of which only the last counts: while one is under way, only the
// last of those that come is kept, and made afterwards.
export class Latest {
  #busy = false;
  #next = null;
  async run(op, request, done) {
    this.#next = { op, request, done };
    if (this.#busy) return;
    this.#busy = true;
    while (this.#next) {
      const now = this.#next;
      this.#next = null;
      const reply = await call(now.op, now.request);
      if (!this.#next) now.done(reply);
    }
    this.#busy = false;
  }
}
