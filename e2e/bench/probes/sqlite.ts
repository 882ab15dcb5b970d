import type { Row } from '../stores/store.js';
import type { Probe } from './probe.js';
import type { Packed, ProbeMessage } from './sqlite-worker.js';

/** The page's side of a probe of SQLite in a worker. Keys are ASCII. */
export class SqliteProbe implements Probe {
  private readonly script: string;
  private worker!: Worker;

  constructor(script: string) {
    this.script = script;
  }

  async open(name: string): Promise<void> {
    this.worker = new Worker(this.script, { type: 'module' });
    await this.ask({ open: name });
  }

  async close(): Promise<void> {
    await this.ask({ close: true });
    this.worker.terminate();
  }

  async load(rows: readonly Row[]): Promise<void> {
    const packed = packRows(rows);
    await this.ask({ load: packed }, [packed.keys.buffer, packed.values.buffer] as ArrayBuffer[]);
  }

  scanAll(): Promise<number> {
    const arrived = new ArrivedRows();
    this.worker.postMessage({ scanAll: true });
    return new Promise((resolve, reject) => {
      this.worker.onerror = ({ message }) => reject(new Error(message));
      this.worker.onmessage = ({ data }) => {
        if (data === null) resolve(arrived.keys.length);
        else arrived.add(data as Packed);
      };
    });
  }

  async getMany(keys: readonly string[]): Promise<number> {
    const packed = packKeys(keys);
    return countOf((await this.ask({ getMany: packed }, [packed.keys.buffer])) as Packed);
  }

  async put({ key, value }: Row): Promise<void> {
    await this.ask({ put: key, value });
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

export function packRows(rows: readonly Row[]): Packed {
  let size = 0;
  const valueEnds = Int32Array.from(rows, ({ value }) => (size += value.length));
  const values = new Uint8Array(size);
  for (let at = 0, from = 0; at < rows.length; from = valueEnds[at++] as number)
    values.set((rows[at] as Row).value, from);
  return { ...packKeys(rows.map(({ key }) => key)), values, valueEnds };
}

export function packKeys(keys: readonly string[]): {
  readonly keys: Uint8Array<ArrayBuffer>;
  readonly keyEnds: Int32Array;
} {
  let end = 0;
  return {
    keys: new TextEncoder().encode(keys.join('')),
    keyEnds: Int32Array.from(keys, (key) => (end += key.length)),
  };
}

/** The rows of a scan: texts, and views of the received buffers. */
export class ArrivedRows {
  readonly keys: string[] = [];
  readonly values: Uint8Array[] = [];
  private readonly decoder = new TextDecoder();

  add(batch: Packed): void {
    const text = this.decoder.decode(batch.keys);
    for (let at = 0, keyStart = 0, valueStart = 0; at < batch.keyEnds.length; at++) {
      const keyEnd = batch.keyEnds[at] as number;
      const valueEnd = batch.valueEnds[at] as number;
      this.keys.push(text.slice(keyStart, keyEnd));
      this.values.push(batch.values.subarray(valueStart, valueEnd));
      keyStart = keyEnd;
      valueStart = valueEnd;
    }
  }
}

/** The number of values, after creating a view of each. */
export function countOf({ values, valueEnds }: Pick<Packed, 'values' | 'valueEnds'>): number {
  const found: Uint8Array[] = [];
  let start = 0;
  for (const end of valueEnds) {
    if (end === 0) continue;
    found.push(values.subarray(start, end));
    start = end;
  }
  return found.length;
}
