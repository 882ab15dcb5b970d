import { type Connection, connect } from 'bigtab';
import { keyAt, versionIn } from '../workloads/data.js';
import { timed } from '../workloads/workload.js';

/* The part of a page whose calls of `connect` are measured. */

/** The milliseconds of a `connect`, and those until the first get after it was answered. */
export interface ConnectTimes {
  readonly connect: number;
  readonly get: number;
}

export interface PageConnects {
  readonly first: ConnectTimes;
  /** While the first connection is open. */
  readonly second: ConnectTimes;
  /** After both were closed. */
  readonly again: ConnectTimes;
  /** Whether other tabs can use the database at the same time. */
  readonly isShared: boolean;
}

/** The milliseconds of a page's first `connect`, to a new database. */
export async function connectNew(name: string): Promise<number> {
  let connection: Connection | undefined;
  const ms = await timed(async () => {
    connection = await connect({ name });
  });
  await connection?.close();
  return ms;
}

/** Connects several times to a database with a loaded table. */
export async function connectOften(name: string, cells: number): Promise<PageConnects> {
  const first = await timedConnect(name, cells);
  const second = await timedConnect(name, cells);
  // Builds that do not share a database have no role.
  const { role }: { role?: string } = await second.connection.status();
  await first.connection.close();
  await second.connection.close();
  const again = await timedConnect(name, cells);
  await again.connection.close();
  return { first: first.times, second: second.times, again: again.times, isShared: role !== undefined };
}

/** Connects while another tab leads. */
export async function connectAsFollower(name: string, cells: number): Promise<ConnectTimes> {
  const { connection, times } = await timedConnect(name, cells);
  const { role } = await connection.status();
  if (role !== 'follower') throw new Error(`the tab is the ${role}, not the follower`);
  await connection.close();
  return times;
}

async function timedConnect(
  name: string,
  cells: number,
): Promise<{ readonly connection: Connection; readonly times: ConnectTimes }> {
  const wanted = cells >> 1;
  const start = performance.now();
  const connection = await connect({ name });
  const connected = performance.now();
  const row = await connection.getTable('rows').get(keyAt(wanted, cells));
  const end = performance.now();
  versionIn(row.getValue('f', 'v'), wanted);
  return { connection, times: { connect: connected - start, get: end - start } };
}
