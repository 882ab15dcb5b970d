import { BigtabError } from '../../errors.js';
import { errorFromData, fromHere } from '../../service/error-handler.js';
import { abortable, throwIfAborted } from '../calls/call-options.js';
import { notLoaded, ofThisBuild } from '../calls/load-code.js';
import type { Connection } from '../connection.js';
import { type ConnectOptions, readConnectOptions, readWorkerOption } from './connect-options.js';
import { loadConnection } from './load-connection.js';
import { openDatabase } from './open-database.js';
import { type Platform, requireStorage } from './platform.js';
import { findEntry, type SharedDatabase } from './registry.js';
import type { FailedUpgrade } from './upgrade.js';

/** `connect` in a given page. */
export async function connectOn(
  platform: Platform,
  argument: string | ConnectOptions,
  others?: Omit<ConnectOptions, 'name'>,
): Promise<Connection> {
  const since = platform.clock.monotonic();
  let failed: FailedUpgrade | null = null;
  const connected = await fromHere(async () => {
    const options = readConnectOptions(argument, others);
    const { name, signal, version, upgrade } = options;
    const factory = readWorkerOption(options);
    throwIfAborted(signal);
    const runUpgrade =
      version === undefined && upgrade === undefined
        ? null
        : (await import('./upgrade.js').then(ofThisBuild, notLoaded)).readUpgrade(options);
    requireStorage(platform, factory !== undefined);
    let entry = findEntry(name);
    for (; entry?.ending; entry = findEntry(name)) await abortable(entry.ended, signal);
    // From here to `join` nothing waits, so that no one else comes in between.
    const database = (entry as SharedDatabase | undefined) ?? openDatabase(name, factory, platform);
    const seat = database.join();
    try {
      const { timestamps, durability, memory, configuration, whenBusy } = options;
      const opened = seat.open({ name, timestamps, durability, memory, configuration, whenBusy }, since);
      // The rest of the page's code is fetched while the worker starts.
      const [{ Connection }] = await abortable(Promise.all([loadConnection(), opened]), signal);
      const { clock, yielder } = platform;
      const id = platform.uniqueName();
      const connection = new Connection({ name, id, transport: seat, configuration, clock, yielder });
      if (runUpgrade !== null) failed = await runUpgrade(connection, seat.call, platform.uniqueName());
      return connection;
    } catch (error) {
      // What `close` meets now, the user was never told to expect.
      seat.close().catch(() => undefined);
      // The database may be of another copy of the module, with another class of errors.
      throw BigtabError.is(error) ? errorFromData(error) : error;
    }
  });
  // The user's own error, as it is.
  if (failed !== null) throw (failed as FailedUpgrade).error;
  return connected;
}
