import type { Row } from '../stores/store.js';
import type { Probe } from './probe.js';
import type { Packed, ProbeMessage } from './sqlite-worker.js';

/** The page's side of SQLite's probe. Keys are ASCII. */
export class SqliteProbe implements Probe {
  private worker!: Worker;

  async open(name: string): Promise<void> {
    this.worker = new Worker('/bench/probe-sqlite.js', { type: 'module' });
    await this.ask({ open: name });
  }

  async close(): Promise<void> {
    await this.ask({ close: true });
    this.worker.terminate();
  }

  async load(rows: readonly Row[]): Promise<void> {
    let size = 0;
    const valueEnds = Int32Array.from(rows, ({ value }) => (size += value.length));
    const values = new Uint8Array(size);
    for (let at = 0, from = 0; at < rows.length; from = valueEnds[at++] as number) {
      values.set((rows[at] as Row).value, from);
    }
    const keys = packKeys(rows.map(({ key }) => key));
    await this.ask({ load: { ...keys, values, valueEnds } }, [keys.keys.buffer, values.buffer]);
  }

  scanAll(): Promise<number> {
    const keys: string[] = [];
    const values: Uint8Array[] = [];
    const decoder = new TextDecoder();
    this.worker.postMessage({ scanAll: true });
    return new Promise((resolve) => {
      this.worker.onmessage = ({ data }) => {
        if (data === null) return resolve(Math.min(keys.length, values.length));
        const batch = data as Packed;
        const text = decoder.decode(batch.keys);
        for (let at = 0, keyStart = 0, valueStart = 0; at < batch.keyEnds.length; at++) {
          const keyEnd = batch.keyEnds[at] as number;
          const valueEnd = batch.valueEnds[at] as number;
          keys.push(text.slice(keyStart, keyEnd));
          values.push(batch.values.subarray(valueStart, valueEnd));
          keyStart = keyEnd;
          valueStart = valueEnd;
        }
      };
    });
  }

  async getMany(keys: readonly string[]): Promise<number> {
    const packed = packKeys(keys);
    const { values, valueEnds } = (await this.ask({ getMany: packed }, [packed.keys.buffer])) as Packed;
    const found: Uint8Array[] = [];
    let start = 0;
    for (const end of valueEnds) {
      if (end === 0) continue;
      found.push(values.subarray(start, end));
      start = end;
    }
    return found.length;
  }

  async get(key: string): Promise<number> {
    return ((await this.ask({ get: key })) as Uint8Array).length;
  }

  private ask(message: ProbeMessage, transfer: Transferable[] = []): Promise<unknown> {
    this.worker.postMessage(message, transfer);
    return new Promise((resolve, reject) => {
      this.worker.onmessage = ({ data }) => resolve(data);
      this.worker.onerror = ({ message }) => reject(new Error(message));
    });
  }
}

function packKeys(keys: readonly string[]): { readonly keys: Uint8Array; readonly keyEnds: Int32Array } {
  let end = 0;
  return {
    keys: new TextEncoder().encode(keys.join('')),
    keyEnds: Int32Array.from(keys, (key) => (end += key.length)),
  };
}
