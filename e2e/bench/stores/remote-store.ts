import { buffersOf, type PackedValues, packValues, unpackAll, unpackValues } from './packed-values.js';
import type { Durability, Row, Rows, Store, Version } from './store.js';

/** A request of the page; the worker answers each with a message of its own. */
export interface StoreRequest {
  readonly id: number;
  readonly method: keyof Store;
  readonly keys?: readonly string[];
  readonly values?: PackedValues;
  readonly timestamps?: readonly number[];
  readonly numbers?: readonly number[];
  readonly durability?: Durability;
}

export interface StoreAnswer {
  readonly id: number;
  readonly error?: string;
  readonly keys?: readonly string[];
  readonly values?: PackedValues;
}

interface Waiting {
  readonly resolve: (answer: StoreAnswer) => void;
  readonly reject: (error: Error) => void;
}

/** A store in a worker of its own: one message a call each way, values packed into one transferred buffer. */
export class RemoteStore implements Store {
  private readonly script: string;
  private worker: Worker | null = null;
  private readonly waiting = new Map<number, Waiting>();
  private lastId = 0;

  constructor(script: string) {
    this.script = script;
  }

  async open(name: string, durability: Durability): Promise<void> {
    const worker = new Worker(this.script, { type: 'module' });
    worker.onmessage = ({ data }) => this.settle(data as StoreAnswer);
    worker.onerror = ({ message }) => {
      for (const { reject } of this.waiting.values()) reject(new Error(`${this.script}: ${message}`));
    };
    this.worker = worker;
    await this.call({ method: 'open', keys: [name], durability });
  }

  async close(): Promise<void> {
    await this.call({ method: 'close' });
    this.worker?.terminate();
    this.worker = null;
  }

  async load(rows: readonly Row[]): Promise<void> {
    await this.call({ method: 'load', ...packed(rows) });
  }

  async sync(): Promise<void> {
    await this.call({ method: 'sync' });
  }

  async put(row: Row): Promise<void> {
    await this.call({ method: 'put', ...packed([row]) });
  }

  async get(key: string): Promise<Uint8Array | null> {
    const { values } = await this.call({ method: 'get', keys: [key] });
    return unpackValues(present(values))[0] ?? null;
  }

  async getMany(keys: readonly string[]): Promise<readonly (Uint8Array | null)[]> {
    return unpackValues(present((await this.call({ method: 'getMany', keys })).values));
  }

  async scan(from: string, limit: number): Promise<Rows> {
    return rowsOf(await this.call({ method: 'scan', keys: [from], numbers: [limit] }));
  }

  async scanAll(): Promise<Rows> {
    return rowsOf(await this.call({ method: 'scanAll' }));
  }

  async deleteMany(keys: readonly string[]): Promise<void> {
    await this.call({ method: 'deleteMany', keys });
  }

  async loadVersions(versions: readonly Version[]): Promise<void> {
    const timestamps = versions.map(({ timestamp }) => timestamp);
    await this.call({ method: 'loadVersions', ...packed(versions), timestamps });
  }

  async latest(): Promise<Rows> {
    return rowsOf(await this.call({ method: 'latest' }));
  }

  async asOf(timestamp: number): Promise<Rows> {
    return rowsOf(await this.call({ method: 'asOf', numbers: [timestamp] }));
  }

  async newest(keys: readonly string[], count: number): Promise<readonly (readonly Uint8Array[])[]> {
    const values = unpackValues(present((await this.call({ method: 'newest', keys, numbers: [count] })).values));
    // The worker fills up with nothing where a key has fewer versions.
    return keys.map((_, index) =>
      values.slice(index * count, (index + 1) * count).filter((value): value is Uint8Array => value !== null),
    );
  }

  async compact(): Promise<void> {
    await this.call({ method: 'compact' });
  }

  private call(request: Omit<StoreRequest, 'id'>): Promise<StoreAnswer> {
    const { worker } = this;
    if (worker === null) throw new Error(`${this.script} is not open`);
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      worker.postMessage({ id, ...request }, request.values === undefined ? [] : buffersOf(request.values));
    });
  }

  private settle(answer: StoreAnswer): void {
    const waiting = this.waiting.get(answer.id);
    this.waiting.delete(answer.id);
    if (answer.error === undefined) waiting?.resolve(answer);
    else waiting?.reject(new Error(answer.error));
  }
}

function packed(rows: readonly Row[]): { readonly keys: readonly string[]; readonly values: PackedValues } {
  return { keys: rows.map(({ key }) => key), values: packValues(rows.map(({ value }) => value)) };
}

function rowsOf({ keys, values }: StoreAnswer): Rows {
  return { keys: present(keys), values: unpackAll(present(values)) };
}

function present<T>(part: T | undefined): T {
  if (part === undefined) throw new Error('the worker answered something else');
  return part;
}
