import type { Address, Choices, Policy, Rewritten, Totals } from "./index.js";

/** The properties of a message that are shown in a list of the messages of a mailbox. */
export interface ListEntry {
  /** The place of the message in the mailbox: the offset of its `From ` line, in octets, and the number of messages before it. */
  readonly offset: number;
  readonly ordinal: number;
  /** Why the message, or text before the first one, was not read. The properties below are then missing; otherwise this one is. */
  readonly reason?: string;
  /** The number of octets of the message, without its `From ` line and the quoting of the mbox. */
  readonly size?: number;
  readonly subject?: string | null;
  readonly from?: readonly Address[];
  readonly date?: Date | null;
}

/** A worker (in Node, a thread) that processes large mail, so that the page stays responsive. */
export class MailWorker {
  /**
   * `wasm` is the WebAssembly or its URL: only needed if the WebAssembly is not next to this package. `thread` is the URL of
   * `mailutf/worker_thread` as a bundle of its own: only needed if the bundler does not make this bundle by itself.
   */
  constructor(options?: {
    readonly wasm?: URL | string | WebAssembly.Module | ArrayBuffer | ArrayBufferView<ArrayBuffer>;
    readonly thread?: URL | string;
  });
  /** Converts a message in the worker, like `normalize`. The octets are copied to the worker. If `move` is true, the
   * octets are moved instead, and the caller's array becomes empty. */
  normalize(data: Uint8Array, policy?: Policy | Choices | null, options?: { readonly move?: boolean }): Promise<Rewritten>;
  /** Yields, in order, an entry for each message of a mailbox and for what is skipped (`skipped` of `Mailbox`). The mailbox is a
   * Blob or, in Node, the path of a file. Calls `progress` with the number of octets read so far. */
  list(
    source: Blob | string,
    policy?: Policy | Choices | null,
    options?: { readonly progress?: (octets: number) => void; readonly signal?: AbortSignal },
  ): AsyncGenerator<ListEntry, void, undefined>;
  /** Converts a mailbox to UTF-8, and yields the new octets in pieces. The mailbox is a Blob or, in Node, the path
   * of a file. Calls `progress` with the totals so far, and at the end with the final totals. */
  normalizeMailbox(
    source: Blob | string,
    policy?: Policy | Choices | null,
    options?: { readonly progress?: (totals: Totals) => void; readonly signal?: AbortSignal },
  ): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined>;
  /** Ends the worker. Unfinished calls are rejected. */
  close(): void;
}
