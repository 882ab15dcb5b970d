import type { ByteReader } from '../bytes/byte-reader.js';
import type { EngineMethods, SchemaMethods } from '../service/control-methods.js';

/** A call of a control method: a change of the schema is numbered, so that it never runs twice. */
export type Change = <M extends keyof SchemaMethods>(
  method: M,
  ...args: Parameters<SchemaMethods[M]>
) => Promise<ReturnType<SchemaMethods[M]>>;

export type Ask = <M extends Exclude<keyof EngineMethods, keyof SchemaMethods>>(
  method: M,
  ...args: Parameters<EngineMethods[M]>
) => Promise<ReturnType<EngineMethods[M]>>;

/**
 * What a backup needs of the connection. This code is a module of its own, which is loaded on demand and shares no code
 * with the rest of the page.
 */
export interface BackupPort {
  readonly change: Change;
  readonly ask: Ask;
  /** The batch `number` of an export. */
  readonly batch: (name: string, number: number) => Promise<ByteReader>;
  /** Sends a request of the operation Mutate. */
  readonly write: (request: Uint8Array) => Promise<ByteReader>;
  /** A name for one export or import. */
  readonly token: () => string;
  /** The largest cell in bytes; 0 or less: no limit. */
  readonly maxCellSize: number;
  /** Cuts a long loop: call `due` after each step and, if it is true, await `rest`. */
  readonly pacer: () => { due(): boolean; rest(): Promise<void> };
  /** Calls `task` after this time, unless the returned function is called before. */
  readonly after: (ms: number, task: () => void) => () => void;
}

/** How often a client renews an export or import, so that the engine keeps it. */
export const RENEW_MS = 20_000;
