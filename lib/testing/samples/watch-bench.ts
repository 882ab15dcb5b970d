import type { Connection } from '../../client/connection.js';
import type { Database, DatabaseOptions, DatabasePlatform } from '../../engine/server/database.js';
import { Delete } from '../../model/delete.js';
import { Put } from '../../model/put.js';
import type { FamilyLike } from '../../model/schema/family-descriptor.js';
import type { EngineEvent } from '../../service/engine-event.js';
import { type Medium, memoryMedium, openEngine } from './engine.js';
import { mutate, type PacketCall, PacketClient } from './packet-client.js';
import { WatchClient, type WatchedRows } from './watch-client.js';

export interface WatchBench<M extends Medium = Medium> {
  readonly medium: M;
  readonly clock: M['clock'];
  readonly database: Database;
  readonly connection: Connection;
  /** The connections that were woken, in order. */
  readonly woken: string[];
  /** A connection that watches. */
  readonly page: WatchClient;
  /** One that does not. */
  readonly other: PacketClient;
}

export interface WatchBenchParts<M extends Medium = Medium> {
  readonly medium?: M;
  readonly families?: readonly FamilyLike[];
  readonly options?: Partial<DatabaseOptions>;
  readonly platform?: Partial<DatabasePlatform>;
}

/** A database with table `t`, whose families are `f` and `g` by default. */
export async function watchBench<M extends Medium = Medium>(parts: WatchBenchParts<M> = {}): Promise<WatchBench<M>> {
  const { medium = memoryMedium() as Medium as M, families = ['f', 'g'], options, platform } = parts;
  const { database, connection } = await openEngine(medium, options, platform);
  await connection.ensureTable({ name: 't', families: [...families] });
  const woken: string[] = [];
  database.subscribe((event: EngineEvent) => {
    if (event.type === 'watch') woken.push(event.connection);
  }, 'wakes');
  const page = new WatchClient(database.service, 'page');
  const other = new PacketClient(database.service, 'other');
  return { medium, clock: medium.clock, database, connection, woken, page, other };
}

export function put(row: string, value = 'v', qualifier = 'q'): PacketCall {
  return mutate('t', new Put(row).addColumn('f', qualifier, value));
}

export function remove(row: string): PacketCall {
  return mutate('t', new Delete(row));
}

/** The keys of its rows, in the order of the table. */
export function keysOf({ rows }: WatchedRows): string[] {
  return [...rows.keys()].sort();
}
