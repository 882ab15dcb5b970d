import { packKeys } from '../stores/packed-keys.js';
import { packRows, rowBuffers } from '../stores/packed-rows.js';
import type { Row } from '../stores/store.js';
import type { PgliteProbeCall } from './pglite-worker.js';
import type { Probe } from './probe.js';

/** PostgreSQL's COPY in binary form begins with its signature, flags, and the length of an extension. */
const COPY_HEADER = 19;

/** PGlite in a worker: COPY in binary form both ways, and messages of the protocol to prepared statements for gets. */
export class PgliteProbe implements Probe {
  private readonly worker = new Worker('/bench/probe-pglite.js', { type: 'module' });

  async open(name: string): Promise<void> {
    await this.call({ method: 'open', name });
  }

  async close(): Promise<void> {
    await this.call({ method: 'close' });
    this.worker.terminate();
  }

  async load(rows: readonly Row[]): Promise<void> {
    const packed = packRows(rows);
    await this.call({ method: 'load', rows: packed }, rowBuffers(packed));
  }

  async scanAll(): Promise<number> {
    const bytes = (await this.call({ method: 'scanAll' })) as Uint8Array;
    const view = new DataView(bytes.buffer);
    const decoder = new TextDecoder();
    const keys: string[] = [];
    const values: Uint8Array[] = [];
    for (let at = COPY_HEADER; view.getInt16(at) === 2; ) {
      const keyEnd = at + 6 + view.getInt32(at + 2);
      keys.push(decoder.decode(bytes.subarray(at + 6, keyEnd)));
      at = keyEnd + 4 + view.getInt32(keyEnd);
      values.push(bytes.subarray(keyEnd + 4, at));
    }
    return values.length;
  }

  async getMany(keys: readonly string[]): Promise<number> {
    return ((await this.call({ method: 'getMany', keys: packKeys(keys) })) as readonly Uint8Array[]).length;
  }

  async get(key: string): Promise<number> {
    return ((await this.call({ method: 'get', key })) as Uint8Array | null)?.length ?? 0;
  }

  private call(call: PgliteProbeCall, transfer: Transferable[] = []): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.worker.onmessage = ({ data }) => resolve(data);
      this.worker.onerror = ({ message }) => reject(new Error(message));
      this.worker.postMessage(call, transfer);
    });
  }
}
