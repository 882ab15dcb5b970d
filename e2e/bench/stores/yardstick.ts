import { buffersOf, type PackedValues, packValues, unpackValues } from './packed-values.js';
import type { Durability, Row, Rows, Store } from './store.js';

/** A message with all calls of one turn. */
export interface YardstickRequest {
  readonly open?: { readonly name: string; readonly strict: boolean };
  readonly close?: boolean;
  readonly flush?: boolean;
  readonly keys: readonly string[];
  readonly values: PackedValues;
  readonly wanted: readonly string[];
}

interface Call {
  readonly put: readonly Row[];
  readonly get: readonly string[];
  readonly resolve: (values: (Uint8Array | null)[]) => void;
  readonly reject: (error: Error) => void;
}

const NO_ROWS = { keys: [], values: packValues([]), wanted: [] } as const;

/**
 * Not a store, but a worker that keeps a map in memory and appends to one log in OPFS. Calls of one turn share a
 * message and a write. It shows the cost of messages and writes alone.
 */
export class YardstickStore implements Store {
  private worker!: Worker;
  private calls: Call[] = [];
  private readonly answers: ((answer: PackedValues | Error) => void)[] = [];

  async open(name: string, durability: Durability): Promise<void> {
    this.worker = new Worker('/bench/yardstick.js', { type: 'module' });
    this.worker.onmessage = ({ data }) => this.answers.shift()?.(data);
    this.worker.onerror = ({ message }) => this.answers.shift()?.(new Error(message));
    await this.ask({ ...NO_ROWS, open: { name, strict: durability === 'strict' } });
  }

  async close(): Promise<void> {
    await this.ask({ ...NO_ROWS, close: true });
    this.worker.terminate();
  }

  async load(rows: readonly Row[]): Promise<void> {
    await this.call(rows, []);
  }

  async flush(): Promise<void> {
    await this.ask({ ...NO_ROWS, flush: true });
  }

  async put(row: Row): Promise<void> {
    await this.call([row], []);
  }

  async get(key: string): Promise<Uint8Array | null> {
    return (await this.call([], [key]))[0] ?? null;
  }

  getMany(keys: readonly string[]): Promise<readonly (Uint8Array | null)[]> {
    return this.call([], keys);
  }

  scan(): Promise<Rows> {
    throw new Error(NO_ORDER);
  }

  scanAll(): Promise<Rows> {
    throw new Error(NO_ORDER);
  }

  deleteMany(): Promise<void> {
    throw new Error(NO_ORDER);
  }

  loadVersions(): Promise<void> {
    throw new Error(NO_ORDER);
  }

  latest(): Promise<Rows> {
    throw new Error(NO_ORDER);
  }

  asOf(): Promise<Rows> {
    throw new Error(NO_ORDER);
  }

  newest(): Promise<readonly (readonly Uint8Array[])[]> {
    throw new Error(NO_ORDER);
  }

  private call(put: readonly Row[], get: readonly string[]): Promise<(Uint8Array | null)[]> {
    return new Promise((resolve, reject) => {
      if (this.calls.push({ put, get, resolve, reject }) === 1) queueMicrotask(() => this.send());
    });
  }

  private async send(): Promise<void> {
    const { calls } = this;
    this.calls = [];
    try {
      const rows = calls.flatMap(({ put }) => put);
      const values = unpackValues(
        await this.ask({
          keys: rows.map(({ key }) => key),
          values: packValues(rows.map(({ value }) => value)),
          wanted: calls.flatMap(({ get }) => get),
        }),
      );
      let at = 0;
      for (const { get, resolve } of calls) {
        resolve(values.slice(at, at + get.length));
        at += get.length;
      }
    } catch (error) {
      for (const { reject } of calls) reject(error as Error);
    }
  }

  private ask(request: YardstickRequest): Promise<PackedValues> {
    return new Promise((resolve, reject) => {
      this.answers.push((answer) => (answer instanceof Error ? reject(answer) : resolve(answer)));
      const { bytes, ends } = request.values;
      // The shared empty values are not transferred, because they are used repeatedly.
      const transfer = request.values === NO_ROWS.values ? [] : buffersOf({ bytes, ends });
      this.worker.postMessage(request, transfer);
    });
  }
}

const NO_ORDER = 'the yardstick knows no order';
