import type { Address, Choices, Policy, Rewritten, Totals } from "./index.js";

/** What a list shows of a message of a mailbox. */
export interface ListEntry {
  /** Where it starts in the mailbox, in octets, and the number of messages before it. */
  readonly offset: number;
  readonly ordinal: number;
  /** Why it was not read; the rest is not there then. */
  readonly reason?: string;
  readonly size?: number;
  readonly subject?: string | null;
  readonly from?: readonly Address[];
  readonly date?: Date | null;
}

/** Work on large mail in a worker (in a thread in Node), so that the page stays alive. */
export class MailWorker {
  /**
   * `wasm` is the WebAssembly, or where it is, if it is not beside this package. `thread` is where a bundle of
   * `mailutf/worker_thread` is, for bundlers that do not make one by themselves.
   */
  constructor(options?: {
    readonly wasm?: URL | string | WebAssembly.Module | ArrayBuffer | ArrayBufferView<ArrayBuffer>;
    readonly thread?: URL | string;
  });
  /** As `normalize`. The octets are copied unless `move` is true: then they are gone here. */
  normalize(data: Uint8Array, policy?: Policy | Choices | null, options?: { readonly move?: boolean }): Promise<Rewritten>;
  /** What a list shows of each message of a mailbox: a Blob or, in Node, the path of a file. `progress` gets the octets read so far. */
  list(
    source: Blob | string,
    policy?: Policy | Choices | null,
    options?: { readonly progress?: (octets: number) => void; readonly signal?: AbortSignal },
  ): AsyncGenerator<ListEntry, void, undefined>;
  /** The mailbox, a Blob or a path, in UTF-8, piece by piece. `progress` gets what was done so far, and last all. */
  normalizeMailbox(
    source: Blob | string,
    policy?: Policy | Choices | null,
    options?: { readonly progress?: (totals: Totals) => void; readonly signal?: AbortSignal },
  ): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined>;
  /** Ends the worker. What it works on is rejected. */
  close(): void;
}
