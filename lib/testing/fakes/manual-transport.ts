import { encodeText } from '../../bytes/text.js';
import type { EngineState, Transport } from '../../client/calls/transport.js';
import { decodePacket, encodeReplies, type RequestPacket } from '../../service/packet-codec.js';

/** A packet that was sent. */
export interface SentPacket extends RequestPacket {
  readonly bytes: Uint8Array;
  /** Answers its first calls with these texts. */
  answer(...texts: readonly string[]): void;
  fail(error: unknown): void;
}

/** A transport without an engine: its test answers each packet. */
export class ManualTransport implements Transport {
  /** The oldest first. */
  readonly sent: SentPacket[] = [];
  private tellEngine: (state: EngineState) => void = () => undefined;
  private tellLost: (reason: unknown) => void = () => undefined;

  call(bytes: Uint8Array): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      const copy = bytes.slice();
      this.sent.push({
        ...decodePacket(copy),
        bytes: copy,
        answer: (...texts) => resolve(encodeReplies(texts.map((text) => ({ payload: encodeText(text) })))),
        fail: reject,
      });
    });
  }

  onEvent(): () => void {
    return () => undefined;
  }

  onEngine(listener: (state: EngineState) => void): void {
    this.tellEngine = listener;
  }

  onLost(listener: (reason: unknown) => void): void {
    this.tellLost = listener;
  }

  async close(): Promise<void> {}

  report(state: EngineState): void {
    this.tellEngine(state);
  }

  lose(reason: unknown): void {
    this.tellLost(reason);
  }
}
