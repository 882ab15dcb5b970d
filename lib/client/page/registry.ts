/*
 * The page's open databases: one way to the engine for each name, for any number of connections, copies of this module
 * or hot reloads. The only singleton of the package; it is a property of `globalThis` so that copies of the module find each
 * other.
 */
import { PROTOCOL_VERSION } from '../../service/client-service.js';
import type { AskedOptions } from '../../service/control-methods.js';
import { versionConflict } from '../../service/packet-codec.js';
import { deferred } from '../calls/deferred.js';
import type { Standing, Transport } from '../calls/transport.js';

/**
 * A name in use. Copies of the module from other builds read this shape too, so a change to it must raise
 * PROTOCOL_VERSION.
 */
export interface RegistryEntry {
  readonly protocol: number;
  /** No more connections may join; `ended` resolves when the name is free. */
  readonly ending: boolean;
  readonly ended: Promise<void>;
}

/** A database that connections share. */
export interface SharedDatabase extends RegistryEntry {
  /**
   * Adds a connection's seat; the database ends when the last seat is closed. Rejects if the page's code could not be
   * loaded. REQUIRES that the database is not ending.
   */
  join(): Promise<Seat>;
}

/** The place of one connection. */
export interface Seat extends Transport {
  standing(): Standing;
  /**
   * Opens the database, for a call that began at `since`. Resolves when it does; rejects if the database
   * could not be opened, or could not be opened with the requested options.
   */
  open(options: AskedOptions, since: number): Promise<void>;
}

type Registry = Map<string, RegistryEntry>;

/** The registry of this page; created at its first use. */
export function registry(): Registry {
  const key = Symbol.for('bigtab.registry');
  const page = globalThis as unknown as { [key: symbol]: Registry | undefined };
  page[key] ??= new Map();
  return page[key];
}

/** The entry of `name`, if the name is in use. Throws VERSION_CONFLICT if another build of Bigtab uses it. */
export function findEntry(name: string): RegistryEntry | undefined {
  const entry = registry().get(name);
  if (entry === undefined || entry.protocol === PROTOCOL_VERSION) return entry;
  throw versionConflict(entry.protocol);
}

/** Reserves `name` while `work` runs: a concurrent connect waits. REQUIRES that the name is free. */
export async function reserve<T>(name: string, work: () => Promise<T>): Promise<T> {
  const { promise: ended, resolve: free } = deferred<void>();
  registry().set(name, { protocol: PROTOCOL_VERSION, ending: true, ended });
  try {
    return await work();
  } finally {
    registry().delete(name);
    free();
  }
}
