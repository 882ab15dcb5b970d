import type { ExportOptions } from '../../client/backup/export-stream.js';
import type { Connection } from '../../client/connection.js';

/** What an export returns, as text. */
export async function exported(connection: Connection, options: ExportOptions = {}): Promise<string> {
  return textOf(connection.exportStream(options) as ReadableStream<Uint8Array>);
}

/** Everything that a stream returns. */
export async function textOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  const reader = stream.getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    text += decoder.decode(value, { stream: true });
  }
}

/** A stream of these bytes, in chunks of this size. */
export function streamOf(text: string | Uint8Array, chunkBytes = 1000): ReadableStream<Uint8Array> {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  let at = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (at >= bytes.length) return controller.close();
        controller.enqueue(bytes.slice(at, at + chunkBytes));
        at += chunkBytes;
      },
    },
    { highWaterMark: 0 },
  );
}

/** A backup without its token. */
export function withoutToken(text: string): string {
  return text.replace(/,"token":(null|"[^"]*")\}\n$/, '}\n');
}

/** The token in the last line of a backup. */
export function tokenOf(text: string): string {
  const last = JSON.parse(text.trimEnd().split('\n').at(-1) as string) as { readonly token: string };
  return last.token;
}
