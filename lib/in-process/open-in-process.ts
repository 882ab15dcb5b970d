import type { Transport } from '../client/calls/transport.js';
import { Connection } from '../client/connection.js';
import { type ConnectOptions, ENGINE_OPTIONS } from '../client/page/connect-options.js';
import { directTransport } from '../client/page/direct-transport.js';
import { readUserFunctions } from '../client/page/user-functions.js';
import { Database, type DatabasePlatform } from '../engine/server/database.js';
import { readDatabaseOptions } from '../engine/server/database-options.js';

/**
 * The options of a connection to an engine in the same thread: those of `connect` that have a meaning there. Several
 * databases may have the same name.
 */
export type InProcessOptions = Partial<
  Pick<ConnectOptions, (typeof ENGINE_OPTIONS)[number] | 'version' | 'upgrade' | 'existed'>
>;

/** The options of a database that was stored before. */
export type StoredOptions = InProcessOptions & Pick<ConnectOptions, 'open'>;

/** The names of the options of `InProcessOptions`. */
export const IN_PROCESS_OPTIONS: readonly (keyof InProcessOptions)[] = [
  ...ENGINE_OPTIONS,
  'version',
  'upgrade',
  'existed',
];

/** How the connection reaches the engine, and the name of a database that was given none. */
export interface InProcessPlatform extends DatabasePlatform {
  readonly name: string;
  /** Changes the transport. */
  readonly wrap?: (transport: Transport) => Transport;
}

/**
 * Opens a database in this thread and resolves to its only connection, as `connect` does. If it rejects because of the
 * version, `upgrade` or `existed`, the database is closed first.
 */
export async function openInProcess(options: StoredOptions, platform: InProcessPlatform): Promise<Connection> {
  const { name = platform.name, timestamps, durability, version, memory, configuration, open } = options;
  const runFunctions = readUserFunctions(options);
  const engine = readDatabaseOptions({ name, timestamps, durability, memory, configuration, open });
  const database = await Database.open(platform, engine);
  const transport = directTransport(database);
  const { clock, yielder, wrap = (same) => same } = platform;
  const connection = new Connection({
    name,
    // Each opening has another epoch.
    id: `${database.epoch}/1`,
    transport: wrap(transport),
    durability,
    version,
    configuration: engine.configuration,
    clock,
    yielder,
  });
  try {
    const failed = await runFunctions?.(connection);
    if (failed) throw failed.error;
    return connection;
  } catch (error) {
    // The caller may open the files again at once. An error from closing would hide the first error.
    await connection.close().catch(() => {});
    throw error;
  }
}
