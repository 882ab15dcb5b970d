// What the engine uses of every JavaScript platform, and nothing else: no DOM, no worker, no Node.
declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>;
  encodeInto(text: string, into: Uint8Array): { read: number; written: number };
}
declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean });
  decode(bytes?: Uint8Array): string;
}
interface MessagePortLike {
  onmessage: ((event: { data: unknown }) => void) | null;
  postMessage(message: unknown, transfer?: readonly unknown[]): void;
  close(): void;
}
declare class MessageChannel {
  readonly port1: MessagePortLike;
  readonly port2: MessagePortLike;
}
declare class BroadcastChannel {
  constructor(name: string);
  onmessage: ((event: { data: unknown }) => void) | null;
  postMessage(message: unknown): void;
  close(): void;
}
declare class AbortController {
  readonly signal: {
    readonly aborted: boolean;
    readonly reason?: unknown;
    addEventListener(type: 'abort', listener: () => void): void;
    removeEventListener(type: 'abort', listener: () => void): void;
  };
  abort(reason?: unknown): void;
}
declare class ReadableStream<R> {
  constructor(
    source: {
      start?(controller: { enqueue(chunk: R): void; close(): void; error(reason: unknown): void }): void;
      pull?(controller: { enqueue(chunk: R): void; close(): void; error(reason: unknown): void }): Promise<void>;
      cancel?(reason: unknown): Promise<void>;
    },
    strategy?: { readonly highWaterMark: number },
  );
  readonly locked: boolean;
  getReader(): {
    read(): Promise<{ readonly done: boolean; readonly value?: R }>;
    cancel(reason?: unknown): Promise<void>;
    releaseLock(): void;
  };
  cancel(reason?: unknown): Promise<void>;
}
declare const performance: { now(): number };
declare function setTimeout(task: () => void, ms: number): unknown;
declare function clearTimeout(timer: unknown): void;
declare function queueMicrotask(task: () => void): void;
