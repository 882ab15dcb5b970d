import type { SessionParts } from '../../client/calls/session.js';
import { Connection } from '../../client/connection.js';
import { directTransport } from '../../client/page/direct-transport.js';
import { Database, type DatabaseOptions, type DatabasePlatform } from '../../engine/server/database.js';
import { ManualClock } from '../../simulation/manual-clock.js';
import type { Catalog } from '../../storage/catalog/catalog.js';
import { MemoryCatalog } from '../../storage/catalog/memory-catalog.js';
import type { FileSystem } from '../../storage/fs/file-system.js';
import { VisibleFiles } from '../fakes/visible-files.js';
import { withCompactFiles } from '../fakes/with-compact-files.js';

/** The objects that outlive a database. */
export interface Medium {
  readonly files: FileSystem;
  readonly catalog: Catalog;
  readonly clock: ManualClock;
}

export interface MemoryMedium extends Medium {
  readonly files: VisibleFiles;
  readonly catalog: MemoryCatalog;
}

/** An empty medium in memory; its clock begins at one million. */
export function memoryMedium(): MemoryMedium {
  return { files: new VisibleFiles(), catalog: new MemoryCatalog(), clock: new ManualClock(1_000_000) };
}

/** A copy of the current content of `medium`: what a new process would find if the current one died now. */
export function copyOf(medium: MemoryMedium): MemoryMedium {
  const files = new VisibleFiles();
  for (const path of medium.files.paths()) files.setBytes(path, medium.files.bytesOf(path));
  return { files, catalog: new MemoryCatalog(medium.catalog.image), clock: new ManualClock(medium.clock.now()) };
}

/** The number of connections to each database. */
const connections = new WeakMap<Database, number>();
const yielder = (): Promise<void> => Promise.resolve();

/** A database over `medium`, and a connection that calls it directly. Closing the connection closes the database. */
export async function openEngine(
  medium: Medium,
  { durability, ...options }: Partial<DatabaseOptions> & Pick<SessionParts, 'durability'> = {},
  platform: Partial<DatabasePlatform> = {},
): Promise<{ readonly database: Database; readonly connection: Connection }> {
  const { files, catalog, clock } = medium;
  const database = await Database.open(
    { files, catalog, clock, yielder, random: () => 0.37, backend: 'sim', ...platform },
    { name: 'test', ...options },
  );
  return { database, connection: connectTo(database, clock, { durability }) };
}

/** Another connection to the same database. */
export function connectTo(
  database: Database,
  clock: ManualClock,
  own: Pick<SessionParts, 'durability' | 'version'> = {},
): Connection {
  const number = (connections.get(database) ?? 0) + 1;
  connections.set(database, number);
  const transport = directTransport(withCompactFiles(database));
  // Equal runs have equal ids, and no stored database has operations of this one: each open has a higher epoch.
  const id = `0/${database.epoch}-${number}`;
  return new Connection({ name: 'test', id, transport, ...own, clock, yielder });
}
