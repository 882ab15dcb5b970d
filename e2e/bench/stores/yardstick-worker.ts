import { buffersOf, packValues, unpackAll } from './packed-values.js';
import type { YardstickRequest } from './yardstick.js';

/** The methods of a FileSystemSyncAccessHandle that are used here. */
interface AccessHandle {
  read(into: Uint8Array, options: { readonly at: number }): number;
  write(bytes: Uint8Array, options: { readonly at: number }): number;
  getSize(): number;
  flush(): void;
  close(): void;
}

const KEY_BYTES = 16;
const VALUE_BYTES = 100;
const RECORD_BYTES = KEY_BYTES + VALUE_BYTES;

const map = new Map<string, Uint8Array>();
let file: AccessHandle;
let end = 0;
let strict = false;

// Requests run one after the other, because opening is asynchronous.
let turn: Promise<void> = Promise.resolve();
addEventListener('message', ({ data }) => {
  const request = data as YardstickRequest;
  if (request.open === undefined) respond(request);
  else turn = turn.then(() => open(request.open as NonNullable<YardstickRequest['open']>)).then(() => respond(request));
});

function respond({ keys, values, wanted, flush, close }: YardstickRequest): void {
  if (keys.length > 0) append(keys, unpackAll(values));
  if (flush === true) file.flush();
  if (close === true) file.close();
  const found = packValues(wanted.map((key) => map.get(key) ?? null));
  postMessage(found, { transfer: buffersOf(found) });
}

function append(keys: readonly string[], values: readonly Uint8Array[]): void {
  const records = new Uint8Array(keys.length * RECORD_BYTES);
  const encoder = new TextEncoder();
  for (const [index, key] of keys.entries()) {
    const at = index * RECORD_BYTES;
    encoder.encodeInto(key, records.subarray(at, at + KEY_BYTES));
    records.set(values[index] as Uint8Array, at + KEY_BYTES);
    map.set(key, values[index] as Uint8Array);
  }
  file.write(records, { at: end });
  end += records.length;
  if (strict) file.flush();
}

async function open(request: NonNullable<YardstickRequest['open']>): Promise<void> {
  strict = request.strict;
  const root = await navigator.storage.getDirectory();
  const handle = (await root.getFileHandle(`yardstick-${request.name}`, { create: true })) as FileSystemFileHandle & {
    createSyncAccessHandle(): Promise<AccessHandle>;
  };
  file = await handle.createSyncAccessHandle();
  end = file.getSize();
  const records = new Uint8Array(end);
  file.read(records, { at: 0 });
  const decoder = new TextDecoder();
  for (let at = 0; at < end; at += RECORD_BYTES) {
    map.set(decoder.decode(records.subarray(at, at + KEY_BYTES)), records.subarray(at + KEY_BYTES, at + RECORD_BYTES));
  }
}
