/*
 * The lines of a backup; FORMAT.md describes them.
 */
import { CellType } from '../model/cell-type.js';
import type { IndexesLike } from '../model/schema/index-descriptor.js';
import type { NamespaceDescriptor } from '../model/schema/namespace-descriptor.js';
import type { TableDescriptor } from '../model/schema/table-descriptor.js';

export const FORMAT_NAME = 'bigtab';
export const FORMAT_VERSION = 1;

/** A table of a backup. */
export interface BackupTable {
  readonly descriptor: TableDescriptor;
  /** Missing: the table is enabled. */
  readonly disabled?: true;
  /** Whether the export leaves out what an earlier one contains. Missing: it is complete. */
  readonly increment?: true;
  /** The secondary indexes by their names, with columns in printed form. Missing: there are none. */
  readonly indexes?: IndexesLike;
}

/** The first line. */
export interface BackupHeader {
  readonly format: typeof FORMAT_NAME;
  readonly version: number;
  /** The version of the database, which its app has given it. Missing: none. */
  readonly appVersion?: number;
  /** Missing: cells of all timestamps. */
  readonly asOf?: number;
  readonly namespaces: readonly NamespaceDescriptor[];
  readonly tables: readonly BackupTable[];
}

/** A cell or a marker. */
export interface BackupCell {
  readonly row: Uint8Array;
  /** Index of the family in the descriptor of the table. */
  readonly family: number;
  readonly qualifier: Uint8Array;
  readonly timestamp: number;
  readonly type: CellType;
  readonly value: Uint8Array;
  /** Its own time to live in ms, or null. */
  readonly ttlMs: number | null;
  /** In a family with NEW_VERSION_BEHAVIOR the number of the write in its row and family, from 1; otherwise 0. */
  readonly write: number;
}

/** The names of markers in lines. A line without a type is a put. */
export const MARKER_NAMES: ReadonlyMap<string, CellType> = new Map([
  ['Delete', CellType.Delete],
  ['DeleteFamilyVersion', CellType.DeleteFamilyVersion],
  ['DeleteColumn', CellType.DeleteColumn],
  ['DeleteFamily', CellType.DeleteFamily],
]);

/** The name of a checksum in the last line. */
export function checksumText(crc: number): string {
  return crc.toString(16).padStart(8, '0');
}
