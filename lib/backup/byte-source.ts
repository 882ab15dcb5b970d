import { isBytes, kindOf } from '../bytes/kind.js';
import { invalidArgument } from '../errors.js';

/** The part of the platform's ReadableStream of bytes that Bigtab needs. */
export interface ByteStreamLike {
  getReader(): {
    read(): Promise<{ readonly done: boolean; readonly value?: unknown }>;
    cancel(reason?: unknown): Promise<unknown>;
  };
}

/** Reads a stream chunk by chunk, and waits for each. */
export class ByteSource {
  readonly #reader: ReturnType<ByteStreamLike['getReader']>;
  #stop: (reason: unknown) => void = () => {};
  #stopped: { readonly reason: unknown } | null = null;

  /** Throws INVALID_ARGUMENT for any value but a stream that nothing else reads. */
  constructor(stream: unknown) {
    const given = stream as (Partial<ByteStreamLike> & { readonly locked?: unknown }) | null | undefined;
    if (typeof given?.getReader !== 'function')
      throw invalidArgument(`the backup must be a ReadableStream of bytes; got ${kindOf(stream)}`);
    if (given.locked === true) throw invalidArgument('the stream of the backup is being read by something else');
    this.#reader = given.getReader();
  }

  /** The next chunk, or null at the end. Rejects with the error of the stream, or the reason of `cancel`. */
  async next(): Promise<Uint8Array | null> {
    this.check();
    const { done, value } = await new Promise<{ readonly done: boolean; readonly value?: unknown }>(
      (resolve, reject) => {
        this.#stop = reject;
        this.#reader.read().then(resolve, reject);
      },
    );
    if (done) return null;
    if (isBytes(value)) return value;
    throw invalidArgument(`the chunks of the backup must be Uint8Arrays; got ${kindOf(value)}`);
  }

  /** Throws the reason of `cancel` if it was called. */
  check(): void {
    if (this.#stopped !== null) throw this.#stopped.reason;
  }

  /** Reads no further. Does not wait for the stream, which may never answer. */
  cancel(reason: unknown): void {
    if (this.#stopped !== null) return;
    this.#stopped = { reason };
    this.#stop(reason);
    this.#reader.cancel(reason).catch(() => {});
  }
}
