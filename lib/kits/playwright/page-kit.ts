/*
 * The part of the kit that runs in a page, as one script. It reaches the connections of the page through the registry,
 * which all copies of the package share, so the app needs no hook. A page that the kit has opened itself starts a worker
 * from its text.
 */
import { callEngine, NO_CONNECTION } from '../../client/calls/control-call.js';
import { connect } from '../../client/page/connect.js';
import { deleteDatabase } from '../../client/page/delete-database.js';
import type { WorkerLike } from '../../client/page/platform.js';
import { findEntry, type Seat, type SharedDatabase } from '../../client/page/registry.js';
import { type ErrorData, errorToData } from '../../errors.js';
import { seedFromJson } from './seed-tables.js';

declare const Worker: new (address: string, options: { readonly name: string }) => WorkerLike;
declare const Blob: new (parts: readonly string[], options: { readonly type: string }) => unknown;
declare const URL: { createObjectURL(blob: unknown): string };

/** The methods of the kit, with their arguments. */
export interface PageKit {
  /** Deletes the database. `worker`: the text of the worker's script. */
  clear(name: string, worker: string): Promise<void>;
  /** Creates tables and fills them. `worker`: as above. `tables`: see seed-tables. */
  seed(name: string, worker: string, tables: string): Promise<void>;
  /** Sets the time of the database that the page has open. Returns false if the page has it not open now. */
  setTime(name: string, when: number | null): Promise<boolean>;
}

/** What a call of the kit comes to: its result or an error, as plain data. */
export type Outcome = { readonly value: unknown } | { readonly error: ErrorData };

const methods: PageKit = {
  clear: (name, worker) => deleteDatabase(name, { worker: () => startWorker(worker) }),
  seed: async (name, worker, tables) => {
    const connection = await connect(name, { worker: () => startWorker(worker) });
    try {
      for (const { rows, ...descriptor } of seedFromJson(tables)) {
        const table = await connection.ensureTable(descriptor);
        await table.put(rows);
      }
    } finally {
      await connection.close();
    }
  },
  setTime: (name, when) =>
    withSeat(name, async (seat) => {
      await callEngine(seat.call, NO_CONNECTION, 'setTime', when);
    }),
};

/** Calls a method of the kit. Never rejects. */
export async function call(method: keyof PageKit, args: readonly unknown[]): Promise<Outcome> {
  try {
    const run = methods[method] as (...args: readonly unknown[]) => Promise<unknown>;
    return { value: await run(...args) };
  } catch (error) {
    return { error: errorToData(error) };
  }
}

/** Runs `work` with a place in the page's connection. Returns false if the page has the database not open now. */
async function withSeat(name: string, work: (seat: Seat) => Promise<void>): Promise<boolean> {
  const entry = findEntry(name);
  if (entry === undefined || entry.ending) return false;
  const seat = await (entry as SharedDatabase).join();
  try {
    const isOpen = seat.standing().epoch > 0;
    if (isOpen) await work(seat);
    return isOpen;
  } finally {
    await seat.close();
  }
}

function startWorker(text: string): WorkerLike {
  return new Worker(URL.createObjectURL(new Blob([text], { type: 'text/javascript' })), { name: 'bigtab' });
}
