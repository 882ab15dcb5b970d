import { BigtabError } from '../../errors.js';
import { errorFromData, fromHere } from '../../service/error-handler.js';
import { abortable, throwIfAborted } from '../calls/call-options.js';
import type { Connection } from '../connection.js';
import { type ConnectOptions, readConnectOptions, readWorkerOption } from './connect-options.js';
import { loadConnection } from './load-connection.js';
import { OpenDatabase } from './open-database.js';
import { type Platform, requireStorage } from './platform.js';
import { findEntry, type SharedDatabase } from './registry.js';
import type { UserFailure } from './upgrade.js';

/** `connect` in a given page. */
export async function connectOn(
  platform: Platform,
  argument: string | ConnectOptions,
  others?: Omit<ConnectOptions, 'name'>,
): Promise<Connection> {
  const since = platform.clock.monotonic();
  let failed: UserFailure | null = null;
  const connected = await fromHere(async () => {
    const options = readConnectOptions(argument, others);
    const { name, signal, durability, existed, version, upgrade } = options;
    const factory = readWorkerOption(options);
    throwIfAborted(signal);
    const runFunctions =
      existed === undefined && version === undefined && upgrade === undefined
        ? null
        : (await loadConnection()).readUserFunctions(options);
    requireStorage(platform, factory !== undefined || !platform.mayLead);
    let entry = findEntry(name);
    for (; entry?.ending; entry = findEntry(name)) await abortable(entry.ended, signal);
    // Nothing is awaited from here to `join`, so that no other call can interfere.
    const database = (entry as SharedDatabase | undefined) ?? new OpenDatabase(name, factory, platform);
    const joining = database.join();
    let connection: Connection | null = null;
    try {
      const { timestamps, memory, configuration, open } = options;
      const opening = async () => {
        const seat = await joining;
        await seat.open({ name, timestamps, durability, memory, configuration, open }, since);
        return seat;
      };
      // The rest of the page's code is loaded while the worker starts.
      const [{ Connection }, seat] = await abortable(Promise.all([loadConnection(), opening()]), signal);
      const { clock, yielder, storage } = platform;
      // The engine recognizes by the epoch whether it may have forgotten a connection.
      const id = `${seat.standing().epoch}/${platform.uniqueName()}`;
      const own = { name, id, transport: seat, durability, version, configuration };
      connection = new Connection({ ...own, clock, yielder, storage });
      if (runFunctions !== null) failed = await runFunctions(connection);
      return connection;
    } catch (error) {
      // The user gets the first error, not an error from closing.
      joining.then((seat) => (connection ?? seat).close()).catch(() => undefined);
      // The database may belong to another copy of the module, with its own error class.
      throw BigtabError.is(error) ? errorFromData(error) : error;
    }
  });
  // The user's own error, unchanged.
  if (failed !== null) throw (failed as UserFailure).error;
  return connected;
}
