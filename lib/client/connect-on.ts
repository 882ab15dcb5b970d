import { BigtabError } from '../errors.js';
import { atCall, errorFromData, errorToData } from '../service/error-handler.js';
import { abortable, throwIfAborted } from './call-options.js';
import { type ConnectOptions, type ConnectRequest, readConnectOptions, requireSameOptions } from './connect-options.js';
import { Connection } from './connection.js';
import { OpenDatabase } from './open-database.js';
import { type Platform, requireStorage } from './platform.js';
import { findEntry, type SharedDatabase } from './registry.js';
import type { Transport } from './transport.js';

/** `connect` in a given page. */
export async function connectOn(platform: Platform, options: string | ConnectOptions): Promise<Connection> {
  const site = new Error();
  try {
    const request = readConnectOptions(options);
    throwIfAborted(request.signal);
    requireStorage(platform, request.worker !== undefined);
    const { database, transport } = await takeSeat(platform, request);
    try {
      await abortable(whenServing(database, request), request.signal);
    } catch (error) {
      void transport.close();
      throw error;
    }
    const yielder = platform.createYielder();
    return new Connection({
      name: request.name,
      id: platform.uniqueName(),
      transport: { ...transport, close: () => transport.close().finally(yielder.close) },
      clock: platform.clock,
      yielder: yielder.yield,
    });
  } catch (error) {
    throw atCall(error, site);
  }
}

/** A place at the database's worker, which is started when there is none. Waits for one that is about to end. */
async function takeSeat(
  platform: Platform,
  { name, engine, worker, signal }: ConnectRequest,
): Promise<{ readonly database: SharedDatabase; readonly transport: Transport }> {
  for (;;) {
    const entry = findEntry(name);
    if (entry?.ending) {
      await abortable(entry.ended, signal);
      continue;
    }
    // From here to `join` nothing waits, so that no one else comes in between.
    const open = entry as SharedDatabase | undefined;
    if (open !== undefined) requireSameOptions(name, open.options, engine);
    const database = open ?? new OpenDatabase(name, engine, worker, platform);
    return { database, transport: database.join() };
  }
}

/** Waits until the database serves, or no longer than `request` wants to. */
async function whenServing(database: SharedDatabase, { name, wait }: ConnectRequest): Promise<void> {
  try {
    await (wait ? database.opened : Promise.race([database.opened, database.busy.then(() => refuse(name))]));
  } catch (error) {
    // Each waiter gets an error of its own, of its own copy of the class.
    throw errorFromData(errorToData(error));
  }
}

function refuse(name: string): never {
  throw new BigtabError(
    'DATABASE_BUSY',
    `Database '${name}' is open in another tab of this site. Close it there, or pass whenBusy: 'wait'.`,
  );
}
