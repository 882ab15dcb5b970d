/*
 * The part of the kit that runs in a page, as one script. It reaches the connections of the page through the registry,
 * which all copies of the package share, so the app needs no hook. A page that the kit has opened itself starts a worker
 * from its text.
 */
import { callEngine } from '../../client/calls/control-call.js';
import { Connection } from '../../client/connection.js';
import { connect, pagePlatform } from '../../client/page/connect.js';
import { deleteDatabase } from '../../client/page/delete-database.js';
import type { WorkerLike } from '../../client/page/platform.js';
import { findEntry, type Seat, type SharedDatabase } from '../../client/page/registry.js';
import { type ErrorData, errorToData } from '../../errors.js';
import { NO_CONNECTION } from '../../service/client-service.js';
import { type Seed, seedFromJson } from './seed.js';

declare const Worker: new (address: string, options: { readonly name: string }) => WorkerLike;
declare const Blob: new (parts: readonly string[], options: { readonly type: string }) => unknown;
declare const URL: { createObjectURL(blob: unknown): string };
declare const Response: new (body: unknown) => { readonly body: never; text(): Promise<string> };

/** The methods of the kit, with their arguments. `worker`: the text of the worker's script. */
export interface PageKit {
  /** Deletes the database. */
  clear(name: string, worker: string): Promise<void>;
  /** Fills the database. `seed`: see `seedToJson`. */
  seed(name: string, worker: string, seed: string): Promise<void>;
  /** Exports the database. Resolves to null if the page does not have it open, like the next method. */
  dump(name: string): Promise<string | null>;
  /** Sets the time of the engine. */
  setTime(name: string, when: number | null): Promise<boolean | null>;
}

/** The outcome of a call of the kit, as plain data: its result or its error. */
export type Outcome = { readonly value: unknown } | { readonly error: ErrorData };

const methods: PageKit = {
  clear: (name, worker) => deleteDatabase(name, { worker: () => startWorker(worker) }),
  seed: async (name, worker, seed) => {
    const connection = await connect(name, { worker: () => startWorker(worker) });
    await fill(connection, seedFromJson(seed)).finally(() => connection.close());
  },
  dump: (name) =>
    withSeat(name, async (transport) => {
      const { uniqueName, clock, yielder } = pagePlatform();
      const id = `${transport.standing().epoch}/${uniqueName()}`;
      const connection = new Connection({ name, id, transport, clock, yielder });
      return new Response(connection.exportStream()).text().finally(() => connection.close());
    }),
  setTime: (name, when) =>
    withSeat(name, async (seat) => {
      await callEngine(seat.call, NO_CONNECTION, 'setTime', when);
      return true;
    }),
};

async function fill(connection: Connection, seed: Exclude<Seed, Uint8Array>): Promise<void> {
  if (typeof seed === 'string') return connection.importStream(new Response(seed).body, { mode: 'create' });
  for (const { rows, ...descriptor } of seed) {
    const table = await connection.ensureTable(descriptor);
    await table.put(rows);
  }
}

/** Calls a method of the kit. Never rejects. */
export async function call(method: keyof PageKit, args: readonly unknown[]): Promise<Outcome> {
  try {
    const run = methods[method] as (...args: readonly unknown[]) => Promise<unknown>;
    return { value: await run(...args) };
  } catch (error) {
    return { error: errorToData(error) };
  }
}

/** Runs `work` with a place in the page's connection. Resolves to null if the page does not have the database open. */
async function withSeat<T>(name: string, work: (seat: Seat) => Promise<T>): Promise<T | null> {
  const entry = findEntry(name);
  if (entry === undefined || entry.ending) return null;
  const seat = await (entry as SharedDatabase).join();
  try {
    return seat.standing().epoch > 0 ? await work(seat) : null;
  } finally {
    await seat.close();
  }
}

function startWorker(text: string): WorkerLike {
  return new Worker(URL.createObjectURL(new Blob([text], { type: 'text/javascript' })), { name: 'bigtab' });
}
