// Processes large mail in a thread of Node.

import { Worker } from "node:worker_threads";
import { WorkerClient } from "./worker_client.js";

export class MailWorker extends WorkerClient {
  constructor({ wasm, thread } = {}) {
    const worker = new Worker(thread ?? new URL("./worker_thread.js", import.meta.url));
    super({
      post: (message, moved) => worker.postMessage(message, moved),
      terminate: () => worker.terminate(),
      listen: (onMessage, onError) => worker.on("message", onMessage).on("error", onError),
    }, wasm);
    worker.unref();
    this.hold = (isBusy) => (isBusy ? worker.ref() : worker.unref());
  }
}
