// Processes large mail in a worker of a browser, so that the page stays responsive.

import { WorkerClient } from "./worker_client.js";

/** The client of a worker of a browser. */
export class MailWorker extends WorkerClient {
  constructor({ wasm, thread } = {}) {
    // The second `new Worker(…)` must keep exactly this form, because bundlers search for this form to find the file of
    // the worker.
    const worker = thread
      ? new Worker(thread, { type: "module" })
      : new Worker(new URL("./worker_thread.js", import.meta.url), { type: "module" });
    super({
      post: (message, moved) => worker.postMessage(message, moved),
      terminate: () => worker.terminate(),
      listen: (onMessage, onError) => {
        worker.onmessage = ({ data }) => onMessage(data);
        worker.onerror = (event) => onError(new Error(event.message ?? "the worker cannot be loaded"));
      },
    }, wasm);
  }
}
