import { packKeys } from '../stores/packed-keys.js';
import { packRows, rowBuffers } from '../stores/packed-rows.js';
import { MessageReader } from '../stores/postgres-messages.js';
import type { Row } from '../stores/store.js';
import type { PgliteProbeCall } from './pglite-worker.js';
import type { Probe } from './probe.js';

/** PGlite in a worker: loads are COPYs in binary form, all else are messages of the protocol to prepared statements. */
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

  scanAll(): Promise<number> {
    const decoder = new TextDecoder();
    const keys: string[] = [];
    const values: Uint8Array[] = [];
    const reader = new MessageReader((bytes, view, at) => {
      const keyEnd = at + 6 + view.getInt32(at + 2);
      keys.push(decoder.decode(bytes.subarray(at + 6, keyEnd)));
      values.push(bytes.subarray(keyEnd + 4, keyEnd + 4 + view.getInt32(keyEnd)));
    });
    this.worker.postMessage({ method: 'scanAll' } satisfies PgliteProbeCall);
    return new Promise((resolve, reject) => {
      this.worker.onerror = ({ message }) => reject(new Error(message));
      this.worker.onmessage = ({ data }) => {
        if (data === null) resolve(values.length);
        else reader.add(data);
      };
    });
  }

  async getMany(keys: readonly string[]): Promise<number> {
    const found = (await this.call({ method: 'getMany', keys: packKeys(keys) })) as ReadonlyMap<string, Uint8Array>;
    return keys.filter((key) => found.has(key)).length;
  }

  async put({ key, value }: Row): Promise<void> {
    await this.call({ method: 'put', key, value });
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
