/*
 * The structs of HBase's Thrift2 interface (`hbase.thrift`, HBase 2.4 to 2.6) that Bigtab sends or receives. Fields that
 * no request or answer of Bigtab uses are left out; received ones are skipped.
 */
import { BINARY, BOOL, BYTE, type Entries, I32, I64, type Int64, list, map, struct, TEXT, type Type } from './types.js';

/** Attributes of a request or a descriptor. */
export type Attributes = Entries<Uint8Array, Uint8Array>;
/** The configuration of a descriptor. */
export type Texts = Entries<string, string>;

const attributes = map(BINARY, BINARY);
const texts = map(TEXT, TEXT);

/** What a TDelete does with its columns. */
export const DeleteType = { COLUMN: 0, COLUMNS: 1, FAMILY: 2, FAMILY_VERSION: 3 } as const;
export type DeleteType = (typeof DeleteType)[keyof typeof DeleteType];

/** A range of timestamps; the end is exclusive. */
export interface TTimeRange {
  readonly minStamp: Int64;
  readonly maxStamp: Int64;
}

export const TTimeRange: Type<TTimeRange> = struct({
  minStamp: [1, I64],
  maxStamp: [2, I64],
});

/** A column to read or to delete; without a qualifier, a family. */
export interface TColumn {
  readonly family: Uint8Array;
  readonly qualifier?: Uint8Array | undefined;
  readonly timestamp?: Int64 | undefined;
}

export const TColumn: Type<TColumn> = struct({
  family: [1, BINARY],
  qualifier: [2, BINARY],
  timestamp: [3, I64],
});

/** A cell. `type`: HBase's code of a put or marker. */
export interface TColumnValue {
  readonly family: Uint8Array;
  readonly qualifier: Uint8Array;
  readonly value: Uint8Array;
  readonly timestamp?: Int64 | undefined;
  readonly type?: number | undefined;
}

export const TColumnValue: Type<TColumnValue> = struct({
  family: [1, BINARY],
  qualifier: [2, BINARY],
  value: [3, BINARY],
  timestamp: [4, I64],
  type: [6, BYTE],
});

/** A counter and what is added to it. */
export interface TColumnIncrement {
  readonly family: Uint8Array;
  readonly qualifier: Uint8Array;
  readonly amount: Int64;
}

export const TColumnIncrement: Type<TColumnIncrement> = struct({
  family: [1, BINARY],
  qualifier: [2, BINARY],
  amount: [3, I64],
});

/** A row, or a part of one; without a row, nothing was found. `partial`: more cells of the row follow. */
export interface TResult {
  readonly row?: Uint8Array | undefined;
  readonly columnValues: readonly TColumnValue[];
  readonly partial?: boolean | undefined;
}

export const TResult: Type<TResult> = struct({
  row: [1, BINARY],
  columnValues: [2, list(TColumnValue)],
  partial: [4, BOOL],
});

export interface TGet {
  readonly row: Uint8Array;
  readonly columns?: readonly TColumn[] | undefined;
  readonly timeRange?: TTimeRange | undefined;
  readonly maxVersions?: number | undefined;
  readonly attributes?: Attributes | undefined;
  readonly consistency?: number | undefined;
  readonly cacheBlocks?: boolean | undefined;
  readonly storeLimit?: number | undefined;
  readonly storeOffset?: number | undefined;
  readonly existence_only?: boolean | undefined;
  readonly filterBytes?: Uint8Array | undefined;
}

export const TGet: Type<TGet> = struct({
  row: [1, BINARY],
  columns: [2, list(TColumn)],
  timeRange: [4, TTimeRange],
  maxVersions: [5, I32],
  attributes: [7, attributes],
  consistency: [9, I32],
  cacheBlocks: [11, BOOL],
  storeLimit: [12, I32],
  storeOffset: [13, I32],
  existence_only: [14, BOOL],
  filterBytes: [15, BINARY],
});

export interface TPut {
  readonly row: Uint8Array;
  readonly columnValues: readonly TColumnValue[];
  readonly timestamp?: Int64 | undefined;
  readonly attributes?: Attributes | undefined;
  readonly durability?: number | undefined;
}

export const TPut: Type<TPut> = struct({
  row: [1, BINARY],
  columnValues: [2, list(TColumnValue)],
  timestamp: [3, I64],
  attributes: [5, attributes],
  durability: [6, I32],
});

/** `deleteType`: a DeleteType, what it does with each column. Without columns, deletes the row. */
export interface TDelete {
  readonly row: Uint8Array;
  readonly columns?: readonly TColumn[] | undefined;
  readonly timestamp?: Int64 | undefined;
  readonly deleteType?: number | undefined;
  readonly attributes?: Attributes | undefined;
  readonly durability?: number | undefined;
}

export const TDelete: Type<TDelete> = struct({
  row: [1, BINARY],
  columns: [2, list(TColumn)],
  timestamp: [3, I64],
  deleteType: [4, I32],
  attributes: [6, attributes],
  durability: [7, I32],
});

export interface TIncrement {
  readonly row: Uint8Array;
  readonly columns: readonly TColumnIncrement[];
  readonly attributes?: Attributes | undefined;
  readonly durability?: number | undefined;
  readonly returnResults?: boolean | undefined;
}

export const TIncrement: Type<TIncrement> = struct({
  row: [1, BINARY],
  columns: [2, list(TColumnIncrement)],
  attributes: [4, attributes],
  durability: [5, I32],
  returnResults: [7, BOOL],
});

export interface TAppend {
  readonly row: Uint8Array;
  readonly columns: readonly TColumnValue[];
  readonly attributes?: Attributes | undefined;
  readonly durability?: number | undefined;
  readonly returnResults?: boolean | undefined;
}

export const TAppend: Type<TAppend> = struct({
  row: [1, BINARY],
  columns: [2, list(TColumnValue)],
  attributes: [3, attributes],
  durability: [4, I32],
  returnResults: [6, BOOL],
});

export interface TScan {
  readonly startRow?: Uint8Array | undefined;
  readonly stopRow?: Uint8Array | undefined;
  readonly columns?: readonly TColumn[] | undefined;
  readonly caching?: number | undefined;
  readonly maxVersions?: number | undefined;
  readonly timeRange?: TTimeRange | undefined;
  readonly batchSize?: number | undefined;
  readonly attributes?: Attributes | undefined;
  readonly reversed?: boolean | undefined;
  readonly cacheBlocks?: boolean | undefined;
  readonly colFamTimeRangeMap?: Entries<Uint8Array, TTimeRange> | undefined;
  readonly limit?: number | undefined;
  readonly consistency?: number | undefined;
  readonly filterBytes?: Uint8Array | undefined;
}

export const TScan: Type<TScan> = struct({
  startRow: [1, BINARY],
  stopRow: [2, BINARY],
  columns: [3, list(TColumn)],
  caching: [4, I32],
  maxVersions: [5, I32],
  timeRange: [6, TTimeRange],
  batchSize: [8, I32],
  attributes: [9, attributes],
  reversed: [11, BOOL],
  cacheBlocks: [12, BOOL],
  colFamTimeRangeMap: [13, map(BINARY, TTimeRange)],
  limit: [15, I32],
  consistency: [16, I32],
  filterBytes: [18, BINARY],
});

/** A union: one of both. */
export interface TMutation {
  readonly put?: TPut | undefined;
  readonly deleteSingle?: TDelete | undefined;
}

export const TMutation: Type<TMutation> = struct({
  put: [1, TPut],
  deleteSingle: [2, TDelete],
});

/** Mutations of one row, applied as one. */
export interface TRowMutations {
  readonly row: Uint8Array;
  readonly mutations: readonly TMutation[];
}

export const TRowMutations: Type<TRowMutations> = struct({
  row: [1, BINARY],
  mutations: [2, list(TMutation)],
});

export interface TServerName {
  readonly hostName: string;
  readonly port?: number | undefined;
  readonly startCode?: Int64 | undefined;
}

export const TServerName: Type<TServerName> = struct({
  hostName: [1, TEXT],
  port: [2, I32],
  startCode: [3, I64],
});

export interface THRegionInfo {
  readonly regionId: Int64;
  readonly tableName: Uint8Array;
  readonly startKey?: Uint8Array | undefined;
  readonly endKey?: Uint8Array | undefined;
}

export const THRegionInfo: Type<THRegionInfo> = struct({
  regionId: [1, I64],
  tableName: [2, BINARY],
  startKey: [3, BINARY],
  endKey: [4, BINARY],
});

export interface THRegionLocation {
  readonly serverName: TServerName;
  readonly regionInfo: THRegionInfo;
}

export const THRegionLocation: Type<THRegionLocation> = struct({
  serverName: [1, TServerName],
  regionInfo: [2, THRegionInfo],
});

export interface TTableName {
  readonly ns?: Uint8Array | undefined;
  readonly qualifier: Uint8Array;
}

export const TTableName: Type<TTableName> = struct({
  ns: [1, BINARY],
  qualifier: [2, BINARY],
});

/** Its typed fields are left out: `attributes` has the same values, as HBase stores them. */
export interface TColumnFamilyDescriptor {
  readonly name: Uint8Array;
  readonly attributes?: Attributes | undefined;
  readonly configuration?: Texts | undefined;
}

export const TColumnFamilyDescriptor: Type<TColumnFamilyDescriptor> = struct({
  name: [1, BINARY],
  attributes: [2, attributes],
  configuration: [3, texts],
});

export interface TTableDescriptor {
  readonly tableName: TTableName;
  readonly columns?: readonly TColumnFamilyDescriptor[] | undefined;
  readonly attributes?: Attributes | undefined;
}

export const TTableDescriptor: Type<TTableDescriptor> = struct({
  tableName: [1, TTableName],
  columns: [2, list(TColumnFamilyDescriptor)],
  attributes: [3, attributes],
});

export interface TNamespaceDescriptor {
  readonly name: string;
  readonly configuration?: Texts | undefined;
}

export const TNamespaceDescriptor: Type<TNamespaceDescriptor> = struct({
  name: [1, TEXT],
  configuration: [2, texts],
});

/** Its `canRetry` is left out, because it is also true for errors that a retry does not change. */
export interface TIOError {
  readonly message?: string | undefined;
}

export const TIOError: Type<TIOError> = struct({
  message: [1, TEXT],
});

export interface TIllegalArgument {
  readonly message?: string | undefined;
}

export const TIllegalArgument: Type<TIllegalArgument> = struct({
  message: [1, TEXT],
});
