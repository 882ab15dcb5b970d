/** A stream of bytes, for programs whose compiler does not know the platform's ReadableStream. */
export interface PlainByteStream {
  readonly locked: boolean;
  getReader(): {
    read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array }>;
    cancel(reason?: unknown): Promise<void>;
    releaseLock(): void;
  };
  cancel(reason?: unknown): Promise<void>;
}

/** The platform's ReadableStream, whose chunks are Uint8Arrays. */
export type ByteStream = typeof globalThis extends { readonly ReadableStream: { readonly prototype: infer Stream } }
  ? Stream
  : PlainByteStream;
