import type { Envelope } from './envelope.js';

/** A larger message costs more than its parts, and blocks the other messages of the channel. */
const PART_BYTES = 256 * 1024;

type Part = Pick<Envelope, 'sequence' | 'bytes'> & { readonly type: 'part' | 'last' };

/**
 * One end of a session: numbered messages, cut into parts. A channel may repeat a part, which is dropped, or lose one,
 * after which nothing more is delivered.
 */
export class MessageStream {
  readonly #post: (part: Part) => void;
  readonly #onMessage: (message: Uint8Array) => void;
  readonly #onGap: () => void;
  #sent = 0;
  #received = 0;
  #parts: Uint8Array[] = [];
  #broken = false;

  /** `onGap` is called once, when a part is missing. */
  constructor(post: (part: Part) => void, onMessage: (message: Uint8Array) => void, onGap: () => void) {
    this.#post = post;
    this.#onMessage = onMessage;
    this.#onGap = onGap;
  }

  send(message: Uint8Array): void {
    let at = 0;
    // Each part is copied, because a message with a part of a buffer clones all of the buffer.
    for (; message.length - at > PART_BYTES; at += PART_BYTES)
      this.#post({ type: 'part', sequence: ++this.#sent, bytes: message.slice(at, at + PART_BYTES) });
    this.#post({ type: 'last', sequence: ++this.#sent, bytes: at === 0 ? message : message.slice(at) });
  }

  hear({ type, sequence, bytes }: Envelope): void {
    if (this.#broken || sequence <= this.#received || bytes === null) return;
    if (sequence > this.#received + 1) {
      this.#broken = true;
      this.#onGap();
      return;
    }
    this.#received = sequence;
    if (type === 'part') {
      this.#parts.push(bytes);
      return;
    }
    const parts = this.#parts;
    this.#parts = [];
    this.#onMessage(parts.length === 0 ? bytes : joined([...parts, bytes]));
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
